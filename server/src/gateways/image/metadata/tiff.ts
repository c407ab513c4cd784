import { MAX_FRAMES } from '@plinth/contract/limits.ts'
import { Refusal } from '../../process/tasks.ts'
import { MAX_PARTS, mergeExtents, subtractExtents, type Extent } from './bytes.ts'
import type { Findings } from './findings.ts'
import {
  ENTRY_BYTES,
  openTiff,
  readDirectory,
  readNumbers,
  writeLong,
  writeShort,
  type Directory,
  type Entry,
  type Tiff,
} from './ifd.ts'
import { blankJpegMetadata } from './jpeg.ts'
import { rightsPacket } from './packet.ts'

const MAGIC = 42
const BIG_MAGIC = 43
const HEADER_BYTES = 8
const XMP_TAG = 700
const IPTC_TAG = 33_723
const PHOTOSHOP_TAG = 34_377
const IS_REDUCED = 1
/** Values up to this size are stored inside the tag. */
const INLINE_BYTES = 4

const BIG_TIFF = 'This is a BigTIFF. Save it as a plain TIFF and upload that one.'
const RAW = 'This is a camera’s raw file. Export it as TIFF or JPEG and upload that one.'
const UNREADABLE_COMPRESSION =
  'We can’t read the compression of this TIFF. Save it with LZW or ZIP and upload that one.'

const UNREADABLE_LAB =
  'We can’t read the Lab colours of this TIFF. Save it as RGB, or as Lab with 16 bits, and upload that one.'
const SEPARATE_TILES =
  'This TIFF keeps its colours in separate tiles, which we can’t read. Save it with interleaved channels and upload that one.'

/** What is known about a file while its directories are read. */
interface Walk {
  tiff: Tiff
  findings: Findings
  /** Ranges that the picture needs. */
  used: Extent[]
  /** Offsets of the directories that have been read. */
  seen: Set<number>
  entries: number
  /** A packet of what names author and rights, and the offset of the tag that has to point to it. */
  packet: { bytes: Buffer; tagAt: number } | null
}

/**
 * Drops all tags that neither show a picture nor name its author where that is wanted, and overwrites every byte that no remaining tag points to. The
 * file's offsets point into it, so nothing may move. Bytes after the last used one are cut off.
 */
export function stripTiff(file: Buffer, findings: Findings): Buffer {
  const tiff = openTiff(file)
  if (tiff === null) throw new RangeError('no byte order')
  const magic = tiff.short(2)
  if (magic === BIG_MAGIC) throw new Refusal(BIG_TIFF)
  if (magic !== MAGIC) throw new RangeError('not a TIFF')
  const used = [{ start: 0, end: HEADER_BYTES }]
  const walk: Walk = { tiff, findings, used, seen: new Set(), entries: 0, packet: null }
  stripPages(walk)
  return withPacketAtEnd(walk, keepUsed(walk))
}

/** Tags point to even offsets. */
function withPacketAtEnd({ tiff: { isLittle }, packet }: Walk, kept: Buffer): Buffer {
  if (packet === null) return kept
  const file = Buffer.concat([kept, Buffer.alloc(kept.length % 2), packet.bytes])
  const at = file.length - packet.bytes.length
  writeLong({ bytes: file, isLittle }, at, packet.tagAt + VALUE_AT)
  return file
}

/** The first page is the picture. Other pages are kept, unless they are smaller copies. */
function stripPages(walk: Walk): void {
  const { tiff, findings } = walk
  let pointerAt = 4
  for (let at = tiff.long(pointerAt), isFirst = true; at !== 0; isFirst = false) {
    const directory = visit(walk, at)
    if (isFirst && isRaw(tiff, directory)) throw new Refusal(RAW)
    if (isFirst || !isReduced(tiff, directory)) {
      writeLong(tiff, at, pointerAt)
      pointerAt = stripDirectory(walk, directory, { isFirst })
    } else {
      findings.note('preview')
    }
    at = directory.next
  }
  writeLong(tiff, 0, pointerAt)
}

function visit(walk: Walk, at: number): Directory {
  const { tiff, seen } = walk
  if (seen.has(at)) throw new RangeError('directories go round in circles')
  if (seen.size === MAX_FRAMES) throw new RangeError('too many directories')
  seen.add(at)
  const directory = readDirectory(tiff, at)
  walk.entries += directory.entries.length
  if (walk.entries > MAX_PARTS) throw new RangeError('too many tags')
  return directory
}

/** Raw files are TIFFs whose first page is a thumbnail, or that are marked as raw. */
const isRaw = (tiff: Tiff, directory: Directory): boolean =>
  isReduced(tiff, directory) ||
  directory.entries.some(({ tag }) => tag === TIFF_TAGS.dngVersion) ||
  tiff.bytes.toString('latin1', HEADER_BYTES, HEADER_BYTES + 2) === 'CR'

const isReduced = (tiff: Tiff, directory: Directory): boolean =>
  ((numbersOf(tiff, directory, TIFF_TAGS.subfileType)[0] ?? 0) & IS_REDUCED) !== 0

function numbersOf(tiff: Tiff, { entries }: Directory, tag: number): number[] {
  const entry = entries.find((one) => one.tag === tag)
  return entry === undefined ? [] : readNumbers(tiff, entry)
}

/** Keeps the picture's tags and moves them together. Returns the offset of the pointer to the next directory. */
function stripDirectory(
  walk: Walk,
  directory: Directory,
  { isFirst = false }: { isFirst?: boolean } = {},
): number {
  const { tiff, used, findings } = walk
  const { at, entries, next } = directory
  noteMetadata(walk, directory)
  // The first page speaks for the file. The packet takes the place of a tag that said the same.
  const xmp =
    isFirst && entries.some(({ tag }) => RIGHTS_TAGS.has(tag)) ? findings.stays?.xmp : null
  keepPixels(walk, directory)
  const hasOthers = keepSubDirectories(walk, directory)
  const kept = entries.filter(
    (entry) =>
      PICTURE_TAGS.has(entry.tag) ||
      (entry.tag === TIFF_TAGS.subDirectories && hasOthers) ||
      (findings.stays !== null && namesAuthor(tiff, entry)),
  )
  for (const { start, end } of kept) {
    if (end > tiff.bytes.length) throw new RangeError('value leaves the file')
    if (end - start > INLINE_BYTES) used.push({ start, end })
  }
  const inFile = kept.map((entry) => tiff.bytes.subarray(entry.at, entry.at + ENTRY_BYTES))
  if (xmp) {
    const bytes = rightsPacket(xmp)
    const place = kept.filter(({ tag }) => tag < XMP_TAG).length
    inFile.splice(place, 0, packetEntry(tiff, bytes.length))
    walk.packet = { bytes, tagAt: at + 2 + place * ENTRY_BYTES }
  }
  tiff.bytes.set(Buffer.concat(inFile), at + 2)
  writeShort(tiff, inFile.length, at)
  const nextAt = at + 2 + inFile.length * ENTRY_BYTES
  writeLong(tiff, next, nextAt)
  used.push({ start: at, end: nextAt + 4 })
  return nextAt
}

const VALUE_AT = 8
const ARTIST_TAG = 315
const COPYRIGHT_TAG = 33_432
const RIGHTS_TAGS = new Set([XMP_TAG, IPTC_TAG, PHOTOSHOP_TAG])
const ASCII = 2
const BYTE = 1
const MAX_NAME_BYTES = 5_000

const namesAuthor = ({ bytes }: Tiff, { tag, type, start, end }: Entry): boolean =>
  (tag === ARTIST_TAG || tag === COPYRIGHT_TAG) &&
  type === ASCII &&
  end - start <= MAX_NAME_BYTES &&
  end <= bytes.length

/** A tag of so many bytes, which does not point to them yet. */
function packetEntry({ isLittle }: Tiff, count: number): Buffer {
  const entry = { bytes: Buffer.alloc(ENTRY_BYTES), isLittle }
  writeShort(entry, XMP_TAG, 0)
  writeShort(entry, BYTE, 2)
  writeLong(entry, count, 4)
  return entry.bytes
}

/** Notes what the removed tags contain. */
function noteMetadata({ tiff, findings }: Walk, { at, entries }: Directory): void {
  findings.directory(tiff, at)
  for (const { tag, start, end } of entries) {
    const value = tiff.bytes.subarray(start, end)
    if (tag === XMP_TAG) findings.xmp(value)
    if (tag === IPTC_TAG) findings.iptc(value)
    if (tag === PHOTOSHOP_TAG) findings.photoshop(value)
  }
}

function keepPixels(walk: Walk, directory: Directory): void {
  const { tiff, used } = walk
  const numbers = (tag: number) => numbersOf(tiff, directory, tag)
  const [compression = 1] = numbers(TIFF_TAGS.compression)
  if (!PIXEL_COMPRESSIONS.has(compression)) throw new Refusal(UNREADABLE_COMPRESSION)
  checkColours(walk, directory)
  const starts = [...numbers(TIFF_TAGS.stripOffsets), ...numbers(TIFF_TAGS.tileOffsets)]
  const sizes = [...numbers(TIFF_TAGS.stripBytes), ...numbers(TIFF_TAGS.tileBytes)]
  if (starts.length === 0 || starts.length !== sizes.length) throw new RangeError('no pixels')
  const pixels = starts.map((start, index) => ({ start, end: start + (sizes[index] ?? 0) }))
  if (pixels.some(({ end }) => end > tiff.bytes.length)) throw new RangeError('ends too soon')
  for (const extent of pixels) used.push(extent)
  if (compression !== JPEG_COMPRESSION) return
  const tables = directory.entries.filter(({ tag }) => tag === TIFF_TAGS.jpegTables)
  for (const { start, end } of [...tables, ...pixels])
    blankJpegMetadata(tiff.bytes.subarray(start, end))
}

/** libvips reads Lab with 16 bits and the usual numbers only, and separate colours in strips only. */
function checkColours({ tiff }: Walk, directory: Directory): void {
  const first = (tag: number) => numbersOf(tiff, directory, tag)[0]
  const model = first(TIFF_TAGS.model)
  const isWideLab = model === CIE_LAB && first(TIFF_TAGS.bits) === 16
  if (model !== undefined && LABS.has(model) && !isWideLab) throw new Refusal(UNREADABLE_LAB)
  const isTiled = first(TIFF_TAGS.tileOffsets) !== undefined
  if (isTiled && first(TIFF_TAGS.planes) === SEPARATE) throw new Refusal(SEPARATE_TILES)
}
/** CIELab, and Lab as ICC and ITU write it. */
const CIE_LAB = 8
const LABS = new Set([CIE_LAB, 9, 10])
const SEPARATE = 2

/**
 * Drops smaller copies of the picture, which may show what has been cropped since. Returns whether any sub-directories
 * remain.
 */
function keepSubDirectories(walk: Walk, directory: Directory): boolean {
  const { tiff, findings } = walk
  const inner = numbersOf(tiff, directory, TIFF_TAGS.subDirectories).map((at) => visit(walk, at))
  if (inner.some((one) => isReduced(tiff, one))) {
    findings.note('preview')
    return false
  }
  for (const one of inner) stripDirectory(walk, { ...one, next: 0 })
  return inner.length > 0
}

function keepUsed({ tiff: { bytes }, used, findings, packet }: Walk): Buffer {
  const kept = mergeExtents(used)
  const end = kept.at(-1)?.end ?? 0
  const gaps = subtractExtents([{ start: 0, end: bytes.length }], kept)
  const hasContent = gaps.some((gap) =>
    bytes.subarray(gap.start, gap.end).some((byte) => byte !== 0),
  )
  // A TIFF has no stated end. Unused bytes usually belong to the metadata already noted, so they are only noted if
  // there was none.
  if (hasContent && findings.all.length === 0 && packet === null) findings.note('rest')
  for (const gap of gaps) bytes.fill(0, gap.start, gap.end)
  return bytes.subarray(0, end)
}

/** TIFF tags that we act on. */
const TIFF_TAGS = {
  subfileType: 254,
  bits: 258,
  compression: 259,
  model: 262,
  stripOffsets: 273,
  stripBytes: 279,
  planes: 284,
  tileOffsets: 324,
  tileBytes: 325,
  subDirectories: 330,
  jpegTables: 347,
  dngVersion: 50_706,
} as const

/** Tags that are needed to read the picture. All others are metadata or unknown. */
const PICTURE_TAGS = new Set<number>([
  TIFF_TAGS.subfileType,
  TIFF_TAGS.compression,
  TIFF_TAGS.stripOffsets,
  TIFF_TAGS.stripBytes,
  TIFF_TAGS.tileOffsets,
  TIFF_TAGS.tileBytes,
  TIFF_TAGS.jpegTables,
  // Old subfile type, width, height, bits per sample, photometric interpretation, threshholding, fill order.
  255,
  256,
  257,
  258,
  262,
  263,
  266,
  // Orientation, samples per pixel, rows per strip, smallest and largest value, resolution, planes, its unit.
  274,
  277,
  278,
  280,
  281,
  282,
  283,
  284,
  296,
  // Grey response, fax options, transfer function, predictor, white point, primaries, colour map, halftones.
  290,
  291,
  292,
  293,
  301,
  317,
  318,
  319,
  320,
  321,
  // Tile width and height, inks, dot range, extra samples, sample format, smallest and largest sample.
  322,
  323,
  332,
  334,
  336,
  338,
  339,
  340,
  341,
  // YCbCr coefficients, subsampling and siting, reference black and white, ICC profile.
  529,
  530,
  531,
  532,
  34_675,
])

/** None, fax, LZW, JPEG, both kinds of deflate, PackBits: what we can read. Of these only JPEG may contain metadata. */
const PIXEL_COMPRESSIONS = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946])
const JPEG_COMPRESSION = 7
