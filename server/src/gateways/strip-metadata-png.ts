import { crc32 } from 'node:zlib'
import { collectPieces } from './byte-pieces.ts'
import { orientationTiff, readOrientation } from './exif-orientation.ts'

const SIGNATURE_BYTES = 8
/** Length, type and checksum around a chunk's data. */
const FRAME_BYTES = 12

/** Pixels, palette, transparency, colour, density, animation. Everything else is words about them. */
const KEPT = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT ' +
    'acTL fcTL fdAT'
  ).split(' '),
)

export function stripPng(file: Buffer): Buffer {
  const head = collectPieces()
  const body = collectPieces()
  head.keep(file.subarray(0, SIGNATURE_BYTES))
  let orientation = 1
  let hasPixels = false
  let at = SIGNATURE_BYTES
  for (let type = ''; type !== 'IEND';) {
    const length = file.readUInt32BE(at)
    type = file.toString('latin1', at + 4, at + 8)
    const end = at + FRAME_BYTES + length
    if (end > file.length) throw new RangeError('chunk leaves the file')
    const chunk = file.subarray(at, end)
    hasPixels ||= type === 'IDAT'
    if (type === 'eXIf') orientation = readOrientation(chunk.subarray(8, 8 + length))
    else if (KEPT.has(type)) (hasPixels ? body : head).keep(chunk)
    // A capital letter in front: without it the picture cannot be shown, and nobody knows it.
    else if (/^[A-Z]/.test(type)) throw new RangeError('unknown critical chunk')
    at = end
  }
  if (!hasPixels) throw new RangeError('no pixels')
  const exif = orientation === 1 ? [] : [exifChunk(orientation)]
  return Buffer.concat([...head.all, ...exif, ...body.all])
}

function exifChunk(orientation: number): Buffer {
  const typed = Buffer.concat([Buffer.from('eXIf'), orientationTiff(orientation)])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(typed.length - 4, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), 4 + typed.length)
  return chunk
}
