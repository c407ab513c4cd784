/** Far above what real files hold; below what a file made of crumbs could cost us in memory. */
export const MAX_PARTS = 100_000

/** Parts of a file to be joined, without a copy until then. Neighbours in memory become one piece. */
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

/** Bytes of a file, `end` not included. */
export interface Extent {
  start: number
  end: number
}

/** The parts of `extents` that none of `holes` covers. */
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

/** The same bytes in ascending order, each once. */
export function mergeExtents(extents: Extent[]): Extent[] {
  const merged: Extent[] = []
  for (const { start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
