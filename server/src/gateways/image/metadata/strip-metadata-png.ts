import { crc32 } from 'node:zlib'
import { collectPieces } from './byte-pieces.ts'
import { orientationTiff, readOrientation } from './exif-orientation.ts'
import type { Found } from './found-metadata.ts'
import { findInPngText } from './found-png-text.ts'

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

export function stripPng(file: Buffer, found: Found): Buffer {
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
    const data = chunk.subarray(8, 8 + length)
    hasPixels ||= type === 'IDAT'
    if (type === 'eXIf') orientation = readOrientation(data)
    if (KEPT.has(type)) (hasPixels ? body : head).keep(chunk)
    // A capital letter in front: without it the picture cannot be shown, and nobody knows it.
    else if (/^[A-Z]/.test(type)) throw new RangeError('unknown critical chunk')
    else readWords(type, data, found)
    at = end
  }
  if (!hasPixels) throw new RangeError('no pixels')
  if (at < file.length) found.note('rest')
  const exif = orientation === 1 ? [] : [exifChunk(orientation)]
  return Buffer.concat([...head.all, ...exif, ...body.all])
}

/** What a chunk told that is left behind. */
function readWords(type: string, data: Buffer, found: Found): void {
  if (type === 'eXIf') found.exif(data)
  else if (/^[itz].Xt$/.test(type)) findInPngText(type, data, found)
  // When it was last changed, and content credentials.
  else if (type === 'tIME' || type === 'caBX') found.note('history')
  else found.note('comment')
}

function exifChunk(orientation: number): Buffer {
  const typed = Buffer.concat([Buffer.from('eXIf'), orientationTiff(orientation)])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(typed.length - 4, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), 4 + typed.length)
  return chunk
}
