/** Whether it is a day that there is: not the 31st of June. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const then = new Date(value)
  return !Number.isNaN(then.getTime()) && then.toISOString().startsWith(value)
}
