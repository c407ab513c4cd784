/** Hand-made TIFFs, so that every byte is known. */
const SIZES = { byte: 1, ascii: 1, short: 2, long: 4, undefined: 1 } as const
const NUMBERS = { byte: 1, ascii: 2, short: 3, long: 4, undefined: 7 } as const
type TagType = keyof typeof SIZES

/** A value is numbers, text, bytes, or directories that the tag points to. */
export type Tag = [tag: number, type: TagType, value: number[] | string | Buffer | Tag[][]]
export type Order = 'II' | 'MM'

const TIFF_WIDTH = 6
const TIFF_HEIGHT = 4
const PIXEL_BYTES = TIFF_WIDTH * TIFF_HEIGHT * 3

/** Pixels of a page, different for every page. */
export const pixelsOf = (page: number): Buffer =>
  Buffer.from(Array.from({ length: PIXEL_BYTES }, (_, index) => (index * 3 + page * 40) % 256))

/** Tags that every page needs: 6 × 4 RGB pixels, uncompressed, in two strips. */
const pictureTags = (pixelsAt: number): Tag[] => [
  [256, 'long', [TIFF_WIDTH]],
  [257, 'long', [TIFF_HEIGHT]],
  [258, 'short', [8, 8, 8]],
  [259, 'short', [1]],
  [262, 'short', [2]],
  [273, 'long', [pixelsAt, pixelsAt + PIXEL_BYTES / 2]],
  [277, 'short', [3]],
  [278, 'long', [TIFF_HEIGHT / 2]],
  [279, 'long', [PIXEL_BYTES / 2, PIXEL_BYTES / 2]],
]

/**
 * Builds a TIFF with one page per list of tags, which are added to the usual ones or replace them. No tag points to
 * `gap`.
 */
export function makeTiff(order: Order, pages: Tag[][], gap: Buffer = Buffer.alloc(0)): Buffer {
  const file = new TiffFile(order)
  file.append(gap)
  for (const [index, tags] of pages.entries()) {
    const pixelsAt = file.append(pixelsOf(index))
    const given = new Set(tags.map(([tag]) => tag))
    const others = pictureTags(pixelsAt).filter(([tag]) => !given.has(tag))
    file.chain(file.directory([...others, ...tags]))
  }
  return file.bytes
}

class TiffFile {
  readonly #isLittle: boolean
  bytes: Buffer
  /** Where the offset of the next page has to be written. */
  #pointerAt = 4

  constructor(order: Order) {
    this.#isLittle = order === 'II'
    this.bytes = Buffer.concat([Buffer.from(order), this.#number(42, 2), this.#number(0, 4)])
  }

  append(part: Buffer): number {
    const at = this.bytes.length
    this.bytes = Buffer.concat([this.bytes, part, Buffer.alloc(part.length % 2)])
    return at
  }

  chain(at: number): void {
    this.bytes.set(this.#number(at, 4), this.#pointerAt)
    this.#pointerAt = this.bytes.length - 4
  }

  /** Writes the values first, so that a directory ends with its last four bytes. */
  directory(tags: Tag[]): number {
    const entries = tags
      .toSorted(([one], [other]) => one - other)
      .map(([tag, type, value]) => {
        const bytes = this.#valueBytes(type, value)
        const count = bytes.length / SIZES[type]
        const inline = Buffer.concat([bytes, Buffer.alloc(4)]).subarray(0, 4)
        return Buffer.concat([
          this.#number(tag, 2),
          this.#number(NUMBERS[type], 2),
          this.#number(count, 4),
          bytes.length <= 4 ? inline : this.#number(this.append(bytes), 4),
        ])
      })
    return this.append(
      Buffer.concat([this.#number(tags.length, 2), ...entries, this.#number(0, 4)]),
    )
  }

  #valueBytes(type: TagType, value: Tag[2]): Buffer {
    if (typeof value === 'string') return Buffer.from(`${value}\0`, 'latin1')
    if (Buffer.isBuffer(value)) return value
    const numbers = value.map((one) => (Array.isArray(one) ? this.directory(one) : one))
    return Buffer.concat(numbers.map((one) => this.#number(one, SIZES[type])))
  }

  #number(value: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes)
    if (this.#isLittle) buffer.writeUIntLE(value, 0, bytes)
    else buffer.writeUIntBE(value, 0, bytes)
    return buffer
  }
}
