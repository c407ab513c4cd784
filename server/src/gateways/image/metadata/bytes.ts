/** Far more than real files have, and few enough that a malicious file cannot use up our memory. */
export const MAX_PARTS = 100_000

/** Parts of a file that are joined later, without copying them before. Adjacent parts become one. */
export interface Parts {
  keep: (part: Buffer) => void
  readonly all: readonly Buffer[]
}

export function collectParts(): Parts {
  const all: Buffer[] = []
  return {
    all,
    keep: (part) => {
      const last = all.at(-1)
      if (last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset) {
        all[all.length - 1] = Buffer.from(part.buffer, last.byteOffset, last.length + part.length)
        return
      }
      if (all.length === MAX_PARTS) throw new RangeError('too many pieces')
      all.push(part)
    },
  }
}

/** A range of bytes; `end` is exclusive. */
export interface Extent {
  start: number
  end: number
}

/** Returns the parts of `extents` that no hole covers. */
export function subtractExtents(extents: Extent[], holes: Extent[]): Extent[] {
  const blocked = mergeExtents(holes)
  const parts: Extent[] = []
  let next = 0
  for (const { start: from, end } of mergeExtents(extents)) {
    let start = from
    while (start < end) {
      while ((blocked[next]?.end ?? Infinity) <= start) next += 1
      const hole = blocked[next]
      const stop = Math.min(end, hole?.start ?? end)
      if (stop > start) parts.push({ start, end: stop })
      start = hole === undefined || hole.start >= end ? end : Math.min(end, hole.end)
    }
  }
  return parts
}

/** Returns the same bytes in ascending order, without overlaps. */
export function mergeExtents(extents: Extent[]): Extent[] {
  const merged: Extent[] = []
  for (const { start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
