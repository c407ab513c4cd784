/** The directory structure (IFD) of TIFF files, which EXIF uses too. */
export interface Tiff {
  bytes: Buffer
  isLittle: boolean
  short: (at: number) => number
  long: (at: number) => number
}

/** One entry of a directory. */
export interface Entry {
  tag: number
  type: number
  count: number
  /** Offset of its twelve bytes. */
  at: number
  /** Offset of its value, which is inside those twelve bytes if it fits. */
  start: number
  end: number
}

export interface Directory {
  at: number
  entries: Entry[]
  /** Offset of the next directory; 0 after the last. */
  next: number
}

export const ENTRY_BYTES = 12
const SHORT = 3
/** Enough for a picture with one strip per row. */
const MAX_NUMBERS = 1_000_000
/** Bytes of one value by type; 0 for unknown types. */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** Returns null if the bytes do not begin as a TIFF structure. */
export function openTiff(bytes: Buffer): Tiff | null {
  const order = bytes.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const isLittle = order === 'II'
  return {
    bytes,
    isLittle,
    short: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    long: (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  }
}

/** Reads a directory. Throws RangeError when it lies outside the file. The caller has to check the values' offsets. */
export function readDirectory(tiff: Tiff, at: number): Directory {
  const count = tiff.short(at)
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    const entryAt = at + 2 + index * ENTRY_BYTES
    const type = tiff.short(entryAt + 2)
    const values = tiff.long(entryAt + 4)
    const bytes = (VALUE_BYTES[type] ?? 0) * values
    const start = bytes <= 4 ? entryAt + 8 : tiff.long(entryAt + 8)
    entries.push({
      tag: tiff.short(entryAt),
      type,
      count: values,
      at: entryAt,
      start,
      end: start + bytes,
    })
  }
  const nextAt = at + 2 + count * ENTRY_BYTES
  // Some programs omit it at the end of EXIF.
  return { at, entries, next: nextAt + 4 <= tiff.bytes.length ? tiff.long(nextAt) : 0 }
}

/** Reads the whole numbers of an entry. */
export function readNumbers(tiff: Tiff, { type, count, start, end }: Entry): number[] {
  if (end > tiff.bytes.length) throw new RangeError('value leaves the file')
  if (count > MAX_NUMBERS) throw new RangeError('too many values')
  const size = VALUE_BYTES[type] ?? 0
  const read = (at: number) =>
    type === SHORT ? tiff.short(at) : size === 4 ? tiff.long(at) : tiff.bytes.readUInt8(at)
  return Array.from({ length: count }, (_, index) => read(start + index * size))
}

type Writable = Pick<Tiff, 'bytes' | 'isLittle'>

export function writeLong({ bytes, isLittle }: Writable, value: number, at: number): void {
  if (isLittle) bytes.writeUInt32LE(value, at)
  else bytes.writeUInt32BE(value, at)
}

export function writeShort({ bytes, isLittle }: Writable, value: number, at: number): void {
  if (isLittle) bytes.writeUInt16LE(value, at)
  else bytes.writeUInt16BE(value, at)
}
