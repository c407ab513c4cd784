import type { ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'

export const SIDES = ['older', 'newer'] as const
export type Side = (typeof SIDES)[number]
export type Pair<T> = Readonly<Record<Side, T>>

/** The two that are compared: of two that are named, otherwise the newest and the one before. Null if there is only one. */
export function pairOf(
  { versions }: ProofThing,
  named: { older?: number | undefined; newer?: number | undefined } = {},
): Pair<ProofVersion> | null {
  const find = (number: number | undefined) => versions.find((one) => one.number === number)
  const sorted = versions.toSorted((one, other) => one.number - other.number)
  const older = find(named.older)
  const newest = sorted.at(-1)
  const asked = find(named.newer)
  const newer = asked ?? (older === newest ? undefined : newest) ?? newest
  if (newer === undefined) return null
  const before =
    older !== undefined && older.number < newer.number
      ? older
      : sorted.findLast(({ number }) => number < newer.number)
  return before === undefined ? null : { older: before, newer }
}
