import { crc32, inflateSync } from 'node:zlib'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { collectParts } from './bytes.ts'
import { readOrientation, smallExif } from './exif.ts'
import type { Findings } from './findings.ts'
import { rightsPacket } from './packet.ts'
import type { MetadataReaders } from './photoshop.ts'
import { cleanNames, cleanText } from './rights.ts'

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12

/** Pixels, palette, transparency, colour, density and animation. Everything else is metadata. */
const KEPT = new Set(
  (
    'IHDR PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT ' +
    'acTL fcTL fdAT'
  ).split(' '),
)

export function stripPng(file: Buffer, findings: Findings): Buffer {
  const head = collectParts()
  const body = collectParts()
  head.keep(file.subarray(0, SIGNATURE_BYTES))
  let orientation = 1
  let hasPixels = false
  let at = SIGNATURE_BYTES
  while (!hasPixels || !isLast(file, at)) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + FRAME_BYTES + length
    if (end > file.length) throw new RangeError('chunk leaves the file')
    const chunk = file.subarray(at, end)
    const data = chunk.subarray(8, 8 + length)
    hasPixels ||= type === 'IDAT'
    if (type === 'eXIf') orientation = readOrientation(data)
    if (KEPT.has(type)) (hasPixels ? body : head).keep(chunk)
    // A capital letter marks a critical chunk. We cannot show the picture without it, and do not know it.
    else if (/^[A-Z]/.test(type)) throw new RangeError('unknown critical chunk')
    else if (type === 'caBX') findings.credentials({ place: { start: at, end }, data })
    else noteMetadata(type, data, findings)
    at = end
  }
  if (at + END.length < file.length) findings.note('rest')
  const { stays } = findings
  const exif = smallExif(orientation, stays?.exif)
  return Buffer.concat([
    ...head.all,
    ...(exif === null ? [] : [chunkOf('eXIf', exif)]),
    ...(stays?.xmp ? [chunkOf('iTXt', Buffer.concat([XMP_HEAD, rightsPacket(stays.xmp)]))] : []),
    ...body.all,
    END,
  ])
}

/**
 * Whether the end is here, behind pixels. It may be missing or damaged, as may be metadata that is cut off: the decoder
 * says whether all pixels are there.
 */
function isLast(file: Buffer, at: number): boolean {
  if (at + FRAME_BYTES > file.length) return true
  const type = file.toString('latin1', at + 4, at + 8)
  const isCut = at + FRAME_BYTES + file.readUInt32BE(at) > file.length
  return type === 'IEND' || (isCut && !PIXELS.has(type))
}
const PIXELS = new Set(['IDAT', 'fdAT'])

/** Notes what a removed chunk contains. */
function noteMetadata(type: string, data: Buffer, findings: Findings): void {
  if (type === 'eXIf') findings.exif(data)
  else if (/^[itz].Xt$/.test(type)) findInPngText(type, data, findings)
  else if (type === 'tIME') findings.note('history')
  else findings.note('comment')
}

export function chunkOf(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(typed.length - 4, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), 4 + typed.length)
  return chunk
}

const END = chunkOf('IEND', Buffer.alloc(0))

/** Meanings of PNG's registered keywords and other common ones. */
const MEANINGS: [TakenOut, RegExp][] = [
  ['person', /^(?:author|artist|copyright|creator)$/i],
  ['time', /^(?:creation time|date:create|exif:DateTime.*)$/i],
  ['history', /^(?:software|date:modify|date:timestamp|signature|parameters|prompt|workflow)$/i],
  ['device', /^(?:source|exif:(?:make|model))$/i],
]
const XMP = 'XML:com.adobe.xmp'
/** Keyword, not compressed, without language and translation. */
const XMP_HEAD = Buffer.from(`${XMP}\0\0\0\0\0`, 'latin1')
/** Raw profiles as some programs write them: hexadecimal, after a name and a length. */
const RAW_PROFILE = /^Raw profile type (exif|APP1|xmp|iptc|8bim)$/
const EXIF_PREFIX = 'Exif\0\0'
const MAX_TEXT_BYTES = 1_000_000

/** Notes what a text chunk contains: tEXt, zTXt or iTXt. */
function findInPngText(type: string, data: Buffer, findings: MetadataReaders): void {
  const keywordEnd = Math.max(0, data.indexOf(0))
  const keyword = data.toString('latin1', 0, keywordEnd)
  if (keyword === XMP) return findings.xmp(packetIn(type, data, keywordEnd))
  const [, profile] = RAW_PROFILE.exec(keyword) ?? []
  if (profile !== undefined) return findInProfile(profile, textOf(type, data, keywordEnd), findings)
  const [what] = MEANINGS.find(([, pattern]) => pattern.test(keyword)) ?? ['comment' as const]
  // Text that may be compressed or have a language is not read, so it does not stay.
  const isRead = what === 'person' && type !== 'iTXt'
  findings.note(what, isRead ? 'rights' : undefined)
  if (!isRead) return
  const text = textOf(type, data, keywordEnd)
  if (/^copyright$/i.test(keyword)) findings.said('copyright', cleanText(text))
  else findings.said('creators', cleanNames(text.split(';')))
}

function textOf(type: string, data: Buffer, keywordEnd: number): string {
  if (type !== 'zTXt') return data.toString('latin1', keywordEnd + 1)
  return inflated(data.subarray(keywordEnd + 2)).toString('latin1')
}

/** XMP belongs into an international text: behind two flags for compression, a language and a translation. */
function packetIn(type: string, data: Buffer, keywordEnd: number): Buffer {
  const text = data.subarray(keywordEnd)
  // As some programs write it.
  if (type === 'zTXt') return inflated(text.subarray(2))
  const isCompressed = type === 'iTXt' && text.length > 1 && text.readUInt8(1) === 1
  if (!isCompressed) return text
  return inflated(text.subarray(text.indexOf(0, text.indexOf(0, 3) + 1) + 1))
}

/** Empty when it is too long or damaged: then its content stays unread. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_TEXT_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

function findInProfile(profile: string, text: string, findings: MetadataReaders): void {
  const [, , , ...lines] = text.split('\n')
  const bytes = Buffer.from(lines.join(''), 'hex')
  if (profile === 'xmp') findings.xmp(bytes)
  else if (profile === 'iptc' || profile === '8bim') findings.iptc(bytes)
  else {
    const isPrefixed = bytes.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX
    findings.exif(isPrefixed ? bytes.subarray(EXIF_PREFIX.length) : bytes)
  }
}
