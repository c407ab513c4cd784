/** The choices in the form of a business inquiry. In a file of their own because few screens load them. */
export const BUDGETS = [
  '$100-$500',
  '$500-$1000',
  '$1000-$2500',
  '$2500-$5000',
  '$5000+',
  'negotiable',
] as const
export type Budget = (typeof BUDGETS)[number]

export const TIMELINES = [
  'ASAP',
  '1-2 weeks',
  '2-4 weeks',
  '1-2 months',
  '2-3 months',
  '3+ months',
  'flexible',
] as const
export type Timeline = (typeof TIMELINES)[number]
