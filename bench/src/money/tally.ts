type Counts = Readonly<Record<string, number>>

/** The outcome of many sequences. */
export interface Tally {
  sequences: number
  steps: number
  calls: number
  struck: Counts
  statuses: Counts
  booked: Counts
  /** The seed of the first sequence that failed, and what was wrong. */
  failed: readonly string[]
  /** The steps of the failed sequence. */
  told: string
}
export const EMPTY: Tally = {
  sequences: 0,
  steps: 0,
  calls: 0,
  struck: {},
  statuses: {},
  booked: {},
  failed: [],
  told: '',
}

export const readTally = (text: string): Tally => ({ ...EMPTY, ...(JSON.parse(text) as Tally) })

const addCounts = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  )

export const addTally = (one: Tally, other: Tally): Tally => ({
  sequences: one.sequences + other.sequences,
  steps: one.steps + other.steps,
  calls: one.calls + other.calls,
  struck: addCounts(one.struck, other.struck),
  statuses: addCounts(one.statuses, other.statuses),
  booked: addCounts(one.booked, other.booked),
  failed: one.failed.length > 0 ? one.failed : other.failed,
  told: one.failed.length > 0 ? one.told : other.told,
})

const countLines = (counts: Counts): string[] =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`)

export const tallyLines = (tally: Tally, seconds: number): string[] => [
  `${tally.sequences} sequences of ${tally.steps} steps and ${tally.calls} calls in ${Math.round(seconds)} s`,
  'Faults:',
  ...countLines(tally.struck),
  'Final statuses:',
  ...countLines(tally.statuses),
  'Booked:',
  ...countLines(tally.booked),
  ...(tally.failed.length === 0
    ? ['Every cent is accounted for.']
    : ['FAILED', ...tally.failed, tally.told]),
]
