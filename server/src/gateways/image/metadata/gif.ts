import { collectParts } from './bytes.ts'
import type { Findings } from './findings.ts'
import { rightsPacket } from './packet.ts'
import type { Rights } from './rights.ts'

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
  let isEnded = false
  while (!isEnded) {
    const kind: number = at < file.length || !hasImage ? file.readUInt8(at) : TRAILER
    const end: number | null =
      kind === TRAILER ? null : endOfWholeBlock(file, { at, kind, hasImage })
    if (end === null) {
      isEnded = true
      if (at + Number(kind === TRAILER) < file.length) findings.note('rest')
      continue
    }
    if (kind !== EXTENSION || isKept(file, at)) kept.keep(file.subarray(at, end))
    else if (isXmp(file, at)) findings.xmp(packetAt(file, at, end))
    else findings.note('comment')
    hasImage ||= kind === IMAGE
    at = end
  }
  if (!hasImage) throw new RangeError('no picture')
  const { stays } = findings
  return Buffer.concat([
    ...kept.all,
    ...(stays?.xmp ? xmpBlock(stays.xmp) : []),
    Buffer.from([TRAILER]),
  ])
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns null where viewers stop as well: behind a picture, at something that is no block or is cut off. */
function endOfWholeBlock(
  file: Buffer,
  { at, kind, hasImage }: { at: number; kind: number; hasImage: boolean },
): number | null {
  try {
    return endOfBlock(file, at, kind)
  } catch (error) {
    if (!hasImage || !(error instanceof RangeError)) throw error
    return null
  }
}

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

const XMP_HEAD = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1')
/** A packet is not cut into blocks. To programs that expect blocks, these bytes end it wherever they look. */
const XMP_TRAILER = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])

const xmpBlock = (rights: Rights): Buffer[] => [XMP_HEAD, rightsPacket(rights), XMP_TRAILER]

/** An XMP packet ends with a tag. */
function packetAt(file: Buffer, at: number, end: number): Buffer {
  const block = file.subarray(at + XMP_HEAD.length, end)
  const last = block.lastIndexOf('>', Math.max(0, block.length - XMP_TRAILER.length))
  return last === -1 ? block : block.subarray(0, last + 1)
}

function isKept(file: Buffer, at: number): boolean {
  const label = file.readUInt8(at + 1)
  if (label === GRAPHIC_CONTROL) return true
  return label === APPLICATION && KEPT_APPLICATIONS.has(file.toString('latin1', at + 3, at + 14))
}
