/** Writes TIFF and EXIF files with any tags, in either byte order. */
const TYPES = {
  byte: { number: 1, bytes: 1 },
  ascii: { number: 2, bytes: 1 },
  short: { number: 3, bytes: 2 },
  long: { number: 4, bytes: 4 },
  rational: { number: 5, bytes: 8 },
  undefined: { number: 7, bytes: 1 },
  double: { number: 12, bytes: 8 },
} as const

export type Order = 'II' | 'MM'
export type Field =
  | [tag: number, type: 'ascii', value: string]
  | [tag: number, type: 'byte', value: Buffer]
  | [tag: number, type: 'undefined', value: Buffer]
  | [tag: number, type: 'short', value: number[]]
  | [tag: number, type: 'long', value: number[]]
  | [tag: number, type: 'double', value: number[]]
  | [tag: number, type: 'rational', value: [number, number][]]
  /** Other directories that the tag points to. */
  | [tag: number, type: 'directories', value: Field[][]]
  /** Bytes that the tag points to; another tag holds their length. */
  | [tag: number, type: 'data', value: Buffer]

/** Chains directories, as EXIF does for its thumbnail and TIFF for its pages. */
export function makeStructure(order: Order, chain: Field[][]): Buffer {
  const writer = new Structure(order)
  for (const fields of chain) writer.chain(writer.directory(fields))
  return writer.bytes
}

class Structure {
  readonly #isLittle: boolean
  bytes: Buffer
  #pointerAt = 4

  constructor(order: Order) {
    this.#isLittle = order === 'II'
    this.bytes = Buffer.concat([Buffer.from(order), this.#whole(42, 2), this.#whole(0, 4)])
  }

  chain(at: number): void {
    this.bytes.set(this.#whole(at, 4), this.#pointerAt)
    this.#pointerAt = this.bytes.length - 4
  }

  /** Appends a directory and returns its offset. The file then ends with its pointer to the next one. */
  directory(fields: Field[]): number {
    const entries = fields
      .toSorted(([one], [other]) => one - other)
      .map((field) => {
        const { type, value } = this.#valueOf(field)
        const { number, bytes } = TYPES[type]
        const inline =
          value.length <= 4 ? Buffer.concat([value, Buffer.alloc(4 - value.length)]) : null
        return Buffer.concat([
          this.#whole(field[0], 2),
          this.#whole(number, 2),
          this.#whole(value.length / bytes, 4),
          inline ?? this.#whole(this.#append(value), 4),
        ])
      })
    return this.#append(
      Buffer.concat([this.#whole(entries.length, 2), ...entries, this.#whole(0, 4)]),
    )
  }

  #append(part: Buffer): number {
    const padding = Buffer.alloc(this.bytes.length % 2)
    const at = this.bytes.length + padding.length
    this.bytes = Buffer.concat([this.bytes, padding, part])
    return at
  }

  #valueOf(field: Field): { type: keyof typeof TYPES; value: Buffer } {
    const [, type, value] = field
    if (type === 'ascii') return { type, value: Buffer.from(`${value}\0`) }
    if (type === 'byte' || type === 'undefined') return { type, value }
    if (type === 'data') return { type: 'long', value: this.#whole(this.#append(value), 4) }
    if (type === 'directories') {
      const places = value.map((fields) => this.#whole(this.directory(fields), 4))
      return { type: 'long', value: Buffer.concat(places) }
    }
    if (type === 'rational') {
      const parts = value.flatMap(([above, below]) => [above, below])
      return { type, value: Buffer.concat(parts.map((one) => this.#whole(one, 4))) }
    }
    if (type === 'double')
      return { type, value: Buffer.concat(value.map((one) => this.#real(one))) }
    return { type, value: Buffer.concat(value.map((one) => this.#whole(one, TYPES[type].bytes))) }
  }

  #whole(value: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes)
    if (this.#isLittle) buffer.writeUIntLE(value, 0, bytes)
    else buffer.writeUIntBE(value, 0, bytes)
    return buffer
  }

  #real(value: number): Buffer {
    const buffer = Buffer.alloc(8)
    if (this.#isLittle) buffer.writeDoubleLE(value)
    else buffer.writeDoubleBE(value)
    return buffer
  }
}
