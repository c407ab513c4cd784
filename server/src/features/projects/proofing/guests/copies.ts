/** Drawn copies that a process keeps. A picture is about 200 KiB. */
const MAX_BYTES = 48 * 1024 ** 2

export interface Copies {
  /** The copy of this name, drawn once for all who ask at the same time. */
  get: (name: string, draw: () => Promise<Buffer>) => Promise<Buffer>
}

/**
 * Keeps what was drawn last, in memory: it takes a tenth of a second to draw again, and in the store it would have to be
 * found and removed when a link ends.
 */
export function createCopies(maxBytes = MAX_BYTES): Copies {
  const kept = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer>>()
  let bytes = 0

  const keep = (name: string, copy: Buffer) => {
    kept.set(name, copy)
    bytes += copy.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= length
    }
  }

  return {
    get: async (name, draw) => {
      const known = kept.get(name)
      if (known !== undefined) {
        // The last one to go is the one that was asked for last.
        kept.delete(name)
        kept.set(name, known)
        return known
      }
      const begun = drawing.get(name)
      if (begun !== undefined) return begun
      const drawn = draw()
      drawing.set(name, drawn)
      try {
        const copy = await drawn
        keep(name, copy)
        return copy
      } finally {
        drawing.delete(name)
      }
    },
  }
}
