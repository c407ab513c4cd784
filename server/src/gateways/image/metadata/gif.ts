import { collectParts } from './bytes.ts'
import type { Findings } from './findings.ts'

const HEADER_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
/** Delay and transparency of the next frame. */
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

export function stripGif(file: Buffer, findings: Findings): Buffer {
  let at = HEADER_BYTES + paletteBytes(file.readUInt8(10))
  const kept = collectParts()
  kept.keep(file.subarray(0, at))
  let hasImage = false
  // Some programs omit the trailer, and viewers accept that once there is a picture.
  while (at < file.length || !hasImage) {
    const kind = file.readUInt8(at)
    if (kind === TRAILER) break
    const end = endOfBlock(file, at, kind)
    if (kind !== EXTENSION || isKept(file, at)) kept.keep(file.subarray(at, end))
    else if (isXmp(file, at)) findings.xmp(file.subarray(at + 14, end))
    else findings.note('comment')
    hasImage ||= kind === IMAGE
    at = end
  }
  if (!hasImage) throw new RangeError('no picture')
  if (at + 1 < file.length) findings.note('rest')
  return Buffer.concat([...kept.all, Buffer.from([TRAILER])])
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfBlock(file: Buffer, at: number, kind: number): number {
  // Skip the descriptor, its palette and the code size, or the introducer and the label.
  if (kind === IMAGE) return endOfSubBlocks(file, at + 11 + paletteBytes(file.readUInt8(at + 9)))
  if (kind === EXTENSION) return endOfSubBlocks(file, at + 2)
  throw new RangeError('unknown block')
}

function endOfSubBlocks(file: Buffer, from: number): number {
  let at = from
  for (;;) {
    const length = file.readUInt8(at)
    at += 1 + length
    if (length === 0) return at
  }
}

const isXmp = (file: Buffer, at: number): boolean =>
  file.readUInt8(at + 1) === APPLICATION && file.toString('latin1', at + 3, at + 11) === 'XMP Data'

function isKept(file: Buffer, at: number): boolean {
  const label = file.readUInt8(at + 1)
  if (label === GRAPHIC_CONTROL) return true
  return label === APPLICATION && KEPT_APPLICATIONS.has(file.toString('latin1', at + 3, at + 14))
}
