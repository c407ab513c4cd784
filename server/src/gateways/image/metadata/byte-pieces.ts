/** Far above what real files hold; below what a file made of crumbs could cost us in memory. */
export const MAX_PIECES = 100_000

/** Parts of a file to be joined, without a copy until then. Neighbours in memory become one piece. */
export interface Pieces {
  keep: (part: Buffer) => void
  readonly all: readonly Buffer[]
}

export function collectPieces(): Pieces {
  const all: Buffer[] = []
  return {
    all,
    keep: (part) => {
      const last = all.at(-1)
      if (last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset) {
        all[all.length - 1] = Buffer.from(part.buffer, last.byteOffset, last.length + part.length)
        return
      }
      if (all.length === MAX_PIECES) throw new RangeError('too many pieces')
      all.push(part)
    },
  }
}
