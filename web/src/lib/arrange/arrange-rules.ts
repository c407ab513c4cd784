interface Named {
  id: string
}

/** The list with one of its things behind another, or at the front. The same list if nothing moves. */
export function movedBehind<T extends Named>(
  list: readonly T[],
  id: string,
  after: string | null,
): T[] {
  const same = list as T[]
  const one = list.find((it) => it.id === id)
  if (one === undefined || id === after) return same
  const others = list.filter((it) => it !== one)
  const before = after === null ? -1 : others.findIndex((it) => it.id === after)
  if (after !== null && before === -1) return same
  if (list.indexOf(one) === before + 1) return same
  return others.toSpliced(before + 1, 0, one)
}

/** What it would be behind if it moved to this place, counted from 0; null for the front. */
export function behindAt(list: readonly Named[], id: string, place: number): string | null {
  const others = list.filter((it) => it.id !== id)
  return others[Math.min(place, others.length) - 1]?.id ?? null
}
