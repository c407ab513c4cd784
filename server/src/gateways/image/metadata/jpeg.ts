import { collectParts } from './bytes.ts'
import { readOrientation, smallExif } from './exif.ts'
import type { Findings } from './findings.ts'
import { rightsPacket } from './packet.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP11 = 0xeb
const APP12 = 0xec
const APP13 = 0xed
const APP14 = 0xee
const APP15 = 0xef
const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0'
/** Length of a JFIF segment without a thumbnail, marker included. */
const JFIF_BYTES = 18
const MAX_SEGMENT_BYTES = 0xffff
const NOTHING: Buffer = Buffer.alloc(0)

export function stripJpeg(file: Buffer, findings: Findings): Buffer {
  const kept = collectParts()
  let jfif = NOTHING
  let orientation = 1
  let hasScan = false
  let at = 2
  for (;;) {
    at = findMarker(file, at)
    const marker = file.readUInt8(at + 1)
    if (marker === EOI) break
    if (standsAlone(marker)) {
      kept.keep(file.subarray(at, at + 2))
      at += 2
      continue
    }
    const length = file.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > file.length) throw new RangeError('segment leaves the file')
    const segment = file.subarray(at, end)
    if (marker === APP0 && jfif.length === 0) jfif = cleanJfif(segment)
    if (marker === APP1 && orientation === 1) orientation = orientationOf(segment)
    if (marker === SOS) {
      hasScan = true
      end = findScanEnd(file, end)
    }
    if (isPicture(marker, segment)) kept.keep(file.subarray(at, end))
    else if (isJumbf(marker, segment))
      findings.credentials({ place: { start: at, end }, data: boxesIn(segment) })
    else noteMetadata(marker, segment, findings)
    at = end
  }
  if (!hasScan) throw new RangeError('ends before its first scan')
  if (at + 2 < file.length) findings.note('rest')
  const { stays } = findings
  const exif = smallExif(orientation, stays?.exif)
  return Buffer.concat([
    Buffer.from([0xff, SOI]),
    jfif,
    exif === null ? NOTHING : exifSegment(exif),
    stays?.xmp ? xmpSegment(rightsPacket(stays.xmp)) : NOTHING,
    ...kept.all,
    Buffer.from([0xff, EOI]),
  ])
}

/** Returns the offset of the next marker's 0xFF. Bytes between segments are dropped. */
function findMarker(file: Buffer, from: number): number {
  let at = from
  while (file.readUInt8(at) !== 0xff || file.readUInt8(at + 1) === 0xff) at += 1
  return at
}

/** Returns the offset after a scan. Inside it 0xFF is followed by 0x00, and restart markers belong to it. */
function findScanEnd(file: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = file.indexOf(0xff, at)
    if (at === -1) throw new RangeError('scan without an end')
    const next = file.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    at += next === 0xff ? 1 : 2
  }
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= SOI)

const startsWith = (segment: Buffer, text: string) =>
  segment.toString('latin1', 4, 4 + text.length) === text

/** Whether a segment holds coded pixels or what their colours need. */
function isPicture(marker: number, segment: Buffer): boolean {
  if (marker === APP2) return startsWith(segment, 'ICC_PROFILE\0')
  if (marker === APP14) return startsWith(segment, 'Adobe')
  return marker !== COM && (marker < APP0 || marker > APP15)
}

const isJumbf = (marker: number, segment: Buffer): boolean =>
  marker === APP11 && startsWith(segment, 'JP') && segment.length >= JUMBF_AT

/** Two letters, and the number of the box and of its segment, come before the box. Later segments repeat its head. */
const SEQUENCE_AT = 8
const JUMBF_AT = 12
const boxesIn = (segment: Buffer): Buffer =>
  segment.subarray(JUMBF_AT + (segment.readUInt32BE(SEQUENCE_AT) > 1 ? 8 : 0))

/** Notes what a removed segment contains. */
function noteMetadata(marker: number, segment: Buffer, findings: Findings): void {
  if (marker === APP0) {
    const hasThumbnail = segment.length > JFIF_BYTES || !startsWith(segment, 'JFIF\0')
    if (hasThumbnail) findings.note('preview')
  } else if (startsWith(segment, EXIF)) findings.exif(segment.subarray(4 + EXIF.length))
  else if (startsWith(segment, XMP)) findings.xmp(segment.subarray(4 + XMP.length))
  else if (startsWith(segment, MORE_XMP)) findings.xmp(segment.subarray(4 + MORE_XMP.length))
  else if (startsWith(segment, 'MPF\0')) findings.note('preview')
  else if (marker === APP13) findings.photoshop(segment.subarray(4))
  // Boxes that are no Content Credentials, and an editor's compression settings.
  else if (marker === APP11 || marker === APP12) findings.note('history')
  else if (marker !== APP2) findings.note('comment')
}

/** Keeps the density and drops the thumbnail, which may show what was cropped away. */
function cleanJfif(segment: Buffer): Buffer {
  if (!startsWith(segment, 'JFIF\0') || segment.length < JFIF_BYTES) return NOTHING
  const clean = Buffer.from(segment.subarray(0, JFIF_BYTES))
  clean.writeUInt16BE(JFIF_BYTES - 2, 2)
  clean.writeUInt16BE(0, JFIF_BYTES - 2)
  return clean
}

const orientationOf = (segment: Buffer): number =>
  startsWith(segment, EXIF) ? readOrientation(segment.subarray(4 + EXIF.length)) : 1

const exifSegment = (tiff: Buffer): Buffer => applicationSegment(EXIF, tiff)

/** A segment of an application's data, which begins with its name. */
function applicationSegment(name: string, data: Buffer): Buffer {
  const length = 2 + name.length + data.length
  if (length > MAX_SEGMENT_BYTES) throw new RangeError('too long for a segment')
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(length, 2)
  return Buffer.concat([head, Buffer.from(name, 'latin1'), data])
}

/** Adds an XMP packet to a JPEG without one, behind the headers that readers expect first. */
export function addXmpSegment(file: Buffer, packet: Buffer): Buffer {
  let at = 2
  while (at + 4 <= file.length && isHeader(file, at)) at += 2 + file.readUInt16BE(at + 2)
  return Buffer.concat([file.subarray(0, at), xmpSegment(packet), file.subarray(at)])
}

const isHeader = (file: Buffer, at: number): boolean =>
  file.readUInt8(at) === 0xff &&
  (file.readUInt8(at + 1) === APP0 ||
    (file.readUInt8(at + 1) === APP1 && startsWith(file.subarray(at), EXIF)))

const xmpSegment = (packet: Buffer): Buffer => applicationSegment(XMP, packet)

/** Overwrites comments and application data in a JPEG stream inside another file, where nothing may move. */
export function blankJpegMetadata(jpeg: Buffer): void {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg.readUInt8(at) === 0xff) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === SOS) return
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const isProgram = marker >= APP0 && marker <= APP15 && marker !== APP14
    if (isProgram || marker === COM) jpeg.fill(0, at + 4, Math.min(end, jpeg.length))
    at = end
  }
}
