import { MAX_PINS } from '@plinth/contract/limits.ts'
import { movedBehind } from '../../../lib/arrange/arrange-rules.ts'

/** What of an entry says where it stands. */
interface Placed {
  id: string
  pin: number | null
}

const byPin = <E extends Placed>(entries: readonly E[]): E[] =>
  entries.filter(({ pin }) => pin !== null).toSorted((a, b) => (a.pin ?? 0) - (b.pin ?? 0))

/** The wall after something was moved behind another thing of it; to its front with null. It is not pinned then. */
export function withMoved<E extends Placed>(
  entries: readonly E[],
  id: string,
  after: string | null,
): E[] {
  const pins = entries.filter((one) => one.pin !== null && one.id !== id)
  const rest = entries
    .filter((one) => one.pin === null || one.id === id)
    .map((one) => (one.id === id && one.pin !== null ? { ...one, pin: null } : one))
  return [...pins, ...movedBehind(rest, id, after)]
}

/**
 * The wall after a work was pinned here, or unpinned (null). A pinned work moves, any other replaces the one that is
 * pinned here. That one returns to the front of the wall until the server has said where it was before.
 */
export function withPin<E extends Placed>(
  entries: readonly E[],
  id: string,
  pin: number | null,
): E[] {
  const one = entries.find((entry) => entry.id === id)
  if (one === undefined || one.pin === pin) return [...entries]
  const others = entries.filter((entry) => entry.id !== id)
  if (pin === null) {
    const left = byPin(others).map((entry) =>
      (entry.pin ?? 0) > (one.pin ?? 0) ? { ...entry, pin: (entry.pin ?? 0) - 1 } : entry,
    )
    return [...left, { ...one, pin }, ...others.filter((entry) => entry.pin === null)]
  }
  const from = one.pin
  const moved = others.map((entry) => {
    if (entry.pin === null) return entry
    if (from === null) return entry.pin === pin ? { ...entry, pin: null } : entry
    if (entry.pin > from && entry.pin <= pin) return { ...entry, pin: entry.pin - 1 }
    if (entry.pin < from && entry.pin >= pin) return { ...entry, pin: entry.pin + 1 }
    return entry
  })
  const replaced = moved.filter((entry, at) => entry !== others[at] && entry.pin === null)
  const rest = moved.filter((entry) => entry.pin === null && !replaced.includes(entry))
  return [...byPin([...moved, { ...one, pin }]), ...replaced, ...rest]
}

/** The first free pin; null if all are taken. */
export function freePin(entries: readonly Placed[]): number | null {
  const taken = new Set(entries.map(({ pin }) => pin))
  const free = Array.from({ length: MAX_PINS }, (_, at) => at + 1).find((pin) => !taken.has(pin))
  return free ?? null
}
