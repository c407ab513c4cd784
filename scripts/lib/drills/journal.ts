/** Compares what writers sent, and the answers they got, with what is stored afterwards. */

/** `acknowledged` was answered with a success. Of what is `unknown` nobody knows whether it happened. */
export interface Entry {
  kind: string
  /** Unique among the entries of its kind. */
  label: string
  state: 'acknowledged' | 'unknown'
  /** How often it must be there once it is acknowledged: never, after an unlike. */
  expected: 0 | 1
}

export interface Comparison {
  acknowledged: number
  /** Acknowledged and not as it was acknowledged. */
  lost: string[]
  /** There more than once, whether acknowledged or not. */
  doubled: string[]
}

/** Compares the entries with how often each label of each kind was found. */
export function compareJournal(
  entries: readonly Entry[],
  found: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Comparison {
  const result: Comparison = { acknowledged: 0, lost: [], doubled: [] }
  for (const { kind, label, state, expected } of entries) {
    const counts = found.get(kind)
    if (counts === undefined) throw new Error(`Nobody looked for any ${kind}.`)
    const count = counts.get(label) ?? 0
    if (count > 1) result.doubled.push(`${kind} ${label}`)
    if (state !== 'acknowledged') continue
    result.acknowledged += 1
    if (Math.min(count, 1) !== expected) result.lost.push(`${kind} ${label}`)
  }
  return result
}

/** The entries of one round. A later entry about the same thing replaces an earlier one. */
export function createJournal() {
  const entries = new Map<string, Entry>()
  return {
    write: (kind: string, label: string, state: Entry['state'], expected: 0 | 1 = 1): void => {
      entries.set(`${kind} ${label}`, { kind, label, state, expected })
    },
    entries: (): Entry[] => [...entries.values()],
  }
}

/** A 5xx other than 503 is a fault of the server, whatever else is down. */
export const isFault = (status: string): boolean => /^5\d\d$/.test(status) && status !== '503'

/** What the fuzz test wrote down: a line of JSON for each route and role, with how often each status was answered. */
export function countFuzz(lines: string) {
  const statuses = new Map<string, number>()
  const routes = new Set<string>()
  let calls = 0
  for (const line of lines.split('\n').filter(Boolean)) {
    const entry = JSON.parse(line) as { name: string; statuses: Record<string, number> }
    routes.add(entry.name)
    for (const [status, count] of Object.entries(entry.statuses)) {
      calls += count
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
  }
  return { routes: routes.size, calls, statuses }
}
