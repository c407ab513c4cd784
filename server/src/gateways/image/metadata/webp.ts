import { MAX_PARTS } from './bytes.ts'
import { readOrientation, smallExif } from './exif.ts'
import type { Findings } from './findings.ts'
import { rightsPacket } from './packet.ts'

const HEADER_BYTES = 12
/** Size of a frame's header, before its own chunks. */
const ANMF_BYTES = 16
const FLAG_EXIF = 0x08
const FLAG_XMP = 0x04

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const KEPT_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH'])

interface Chunk {
  type: string
  /** Offset of its header. */
  at: number
  /** Header, data and padding. */
  whole: Buffer
  data: Buffer
}

export function stripWebp(file: Buffer, findings: Findings): Buffer {
  // Bytes after the container's end are not part of the picture.
  const size = 8 + file.readUInt32LE(4)
  if (size > file.length) throw new RangeError('ends too soon')
  const kept: Buffer[] = []
  let orientation = 1
  let extended: Buffer | null = null
  for (const chunk of readChunks(file.subarray(HEADER_BYTES, size))) {
    if (chunk.type === 'EXIF') orientation = readOrientation(withoutPrefix(chunk.data))
    if (chunk.type === 'C2PA') {
      const start = HEADER_BYTES + chunk.at
      const place = { start, end: start + chunk.whole.length }
      findings.credentials({ place, data: chunk.data })
    } else if (!KEPT.has(chunk.type)) {
      noteMetadata(chunk, findings)
    } else if (chunk.type === 'VP8X') {
      extended = Buffer.from(chunk.whole)
      kept.push(extended)
    } else kept.push(cleanFrame(chunk, findings))
  }
  if (size + (size % 2) < file.length) findings.note('rest')
  if (extended !== null) {
    const { stays } = findings
    // Without the extended header there is no place for EXIF, and readers do not look for it.
    const exif = smallExif(orientation, stays?.exif)
    const xmp = stays?.xmp ?? null
    const flags = extended.readUInt8(8) & ~(FLAG_EXIF | FLAG_XMP)
    extended.writeUInt8(flags | (exif === null ? 0 : FLAG_EXIF) | (xmp === null ? 0 : FLAG_XMP), 8)
    if (exif !== null) kept.push(makeChunk('EXIF', exif))
    if (xmp !== null) kept.push(makeChunk('XMP ', rightsPacket(xmp)))
  }
  const body = Buffer.concat(kept)
  const header = Buffer.from(file.subarray(0, HEADER_BYTES))
  header.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([header, body])
}

/** Adds an XMP packet to a WebP without one, in an extended header if it has none yet. */
export function addXmpChunk(file: Buffer, packet: Buffer): Buffer {
  const chunks = [...readChunks(file.subarray(HEADER_BYTES, 8 + file.readUInt32LE(4)))]
  const [first, ...rest] = chunks
  if (first === undefined) throw new RangeError('no picture')
  const isExtended = first.type === 'VP8X'
  const extended = isExtended ? Buffer.from(first.whole) : makeChunk('VP8X', headerOf(first))
  extended.writeUInt8(extended.readUInt8(8) | FLAG_XMP, 8)
  const parts = (isExtended ? rest : chunks).map((chunk) => chunk.whole)
  const body = Buffer.concat([extended, ...parts, makeChunk('XMP ', packet)])
  const header = Buffer.from(file.subarray(0, HEADER_BYTES))
  header.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([header, body])
}

const FLAG_ALPHA = 0x10
const SIDE_BITS = 14
const SIDE = (1 << SIDE_BITS) - 1

/** The extended header of a picture that is a single chunk. */
function headerOf({ type, data }: Chunk): Buffer {
  const header = Buffer.alloc(10)
  const write = (width: number, height: number) => {
    header.writeUIntLE(width - 1, 4, 3)
    header.writeUIntLE(height - 1, 7, 3)
  }
  if (type === 'VP8 ') write(data.readUInt16LE(6) & SIDE, data.readUInt16LE(8) & SIDE)
  else if (type === 'VP8L') {
    // After a signature byte: both sides less one, and whether there is transparency.
    const bits = data.readUInt32LE(1)
    write((bits & SIDE) + 1, ((bits >>> SIDE_BITS) & SIDE) + 1)
    if (((bits >>> (2 * SIDE_BITS)) & 1) === 1) header.writeUInt8(FLAG_ALPHA, 0)
  } else throw new RangeError('no picture')
  return header
}

/** Notes what a removed chunk contains. */
function noteMetadata({ type, data }: Chunk, findings: Findings): void {
  if (type === 'EXIF') findings.exif(withoutPrefix(data))
  else if (type === 'XMP ') findings.xmp(data)
  else findings.note('comment')
}

function* readChunks(bytes: Buffer): Generator<Chunk> {
  let at = 0
  for (let count = 0; at < bytes.length; count += 1) {
    if (count === MAX_PARTS) throw new RangeError('too many chunks')
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > bytes.length) throw new RangeError('chunk leaves the file')
    const whole = bytes.subarray(at, end + (length % 2))
    const type = bytes.toString('latin1', at, at + 4)
    yield { type, at, whole, data: bytes.subarray(at + 8, end) }
    at = end + (length % 2)
  }
}

function cleanFrame({ type, whole, data }: Chunk, findings: Findings): Buffer {
  if (type !== 'ANMF') return whole
  const inner = [...readChunks(data.subarray(ANMF_BYTES))]
  if (inner.every((chunk) => KEPT_IN_FRAME.has(chunk.type))) return whole
  findings.note('comment')
  const kept = inner.filter((chunk) => KEPT_IN_FRAME.has(chunk.type)).map((chunk) => chunk.whole)
  return makeChunk('ANMF', Buffer.concat([data.subarray(0, ANMF_BYTES), ...kept]))
}

function makeChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Some programs write JPEG's prefix before the TIFF structure. */
const withoutPrefix = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
