/** Numbers that look random and are the same on every machine for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** A whole number from `min` up to and including `max`. */
  integer: (min: number, max: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
  /** An index below `size`; index n comes about 1/(n+1) as often as index 0. */
  rank: (size: number) => number
}

export function createRandom(seed: string): Random {
  const next = sfc32(seed)
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: (list) => {
      const item = list[integer(0, list.length - 1)]
      if (item === undefined) throw new RangeError('Nothing can be picked from an empty list.')
      return item
    },
    chance: (probability) => next() < probability,
    rank: (size) => Math.min(size - 1, Math.floor((size + 1) ** next()) - 1),
  }
}

/** Small fast counting generator by Chris Doty-Humphrey (public domain), 128 bits of state. */
function sfc32(seed: string): () => number {
  let [a, b, c, d] = [1, 2, 3, 4].map((part) => hash32(`${part}:${seed}`)) as [
    number,
    number,
    number,
    number,
  ]
  const step = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm += 1) step()
  return step
}

/** FNV-1a. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash | 0
}
