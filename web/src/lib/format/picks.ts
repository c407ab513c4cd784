import { MAX_PICKS } from '@plinth/contract/limits.ts'

/** Words for how many of the delivered files are in a price. */
export const picksTexts = {
  label: 'Files in the price',
  hint: 'If you deliver more to choose from. Empty means all of them.',
  wrong: `Enter a number from 1 to ${MAX_PICKS}, or nothing.`,
} as const

export const typedPicks = (picks: number | null): string => (picks === null ? '' : String(picks))

/** The typed number of files; null for none, undefined for what is no such number. */
export function picksOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const count = Number(typed)
  return Number.isInteger(count) && count >= 1 && count <= MAX_PICKS ? count : undefined
}
