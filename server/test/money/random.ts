/** Seeded random numbers: the same seed gives the same sequence. */
export interface Chance {
  /** At least 0 and below 1. */
  next: () => number
  /** A whole number below this one. */
  below: (limit: number) => number
  is: (probability: number) => boolean
  /** A random item; throws if the list is empty. */
  one: <T>(list: readonly T[]) => T
  shuffle: <T>(list: readonly T[]) => T[]
  /** A random name, by weight. */
  weighed: <N extends string>(weights: Readonly<Record<N, number>>) => N
}

/** Mulberry32. */
export function createChance(seed: number, step = 0): Chance {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b)) | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    is: (probability) => next() < probability,
    one: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('There is nothing to choose from.')
      return found
    },
    shuffle: (list) =>
      list
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
    weighed: <N extends string>(weights: Readonly<Record<N, number>>): N => {
      const names = Object.keys(weights) as N[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      const found = names.find((name) => (left -= weights[name]) < 0)
      return found ?? (names[0] as N)
    },
  }
}
