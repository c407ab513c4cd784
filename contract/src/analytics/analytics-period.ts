/** Days back from today, today among them. */
export const ANALYTICS_PERIODS = [7, 30, 90, 365] as const
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number]
/** Where nobody has chosen one. */
export const ANALYTICS_PERIOD = 30 satisfies AnalyticsPeriod
