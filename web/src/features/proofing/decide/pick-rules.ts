type Ids = readonly string[]

/** The picks with this one at the end, or without it. */
export const toggled = (picks: Ids, id: string): string[] =>
  picks.includes(id) ? picks.filter((one) => one !== id) : [...picks, id]

/** The picks with this one so many ranks further down; up with a negative number. */
export function moved(picks: Ids, id: string, by: number): string[] {
  const from = picks.indexOf(id)
  const to = Math.min(Math.max(from + by, 0), picks.length - 1)
  return from === -1 ? [...picks] : picks.filter((one) => one !== id).toSpliced(to, 0, id)
}

/** The picks with this one at the rank of another. */
export const placedAt = (picks: Ids, id: string, targetId: string): string[] =>
  picks.includes(id) && picks.includes(targetId)
    ? moved(picks, id, picks.indexOf(targetId) - picks.indexOf(id))
    : [...picks]
