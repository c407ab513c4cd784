import { Refusal } from '../../process/tasks.ts'
import { MAX_PARTS, subtractExtents, type Extent } from './bytes.ts'
import type { Findings } from './findings.ts'
import { putRights, type Item, type ItemLocation } from './heif.ts'

const BRAND_AT = 8
const MOVING = 'avis'
const MOVING_AVIF = 'We don’t take moving AVIF yet. Save it as a video and upload that one.'

const KEPT_AT_TOP = new Set(['ftyp', 'meta', 'mdat', 'moov'])
/** Boxes inside a movie (an animated AVIF) that may contain metadata at any depth. */
const MOVIE_CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf'])
const MOVIE_METADATA = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])

/**
 * Strips AVIF and HEIC, which share a container. Metadata is overwritten with zeros, because the file's offsets point
 * into it and nothing may move. Orientation is a property of the picture here, not part of EXIF.
 */
export function stripAvif(file: Buffer, findings: Findings): Buffer {
  if (file.toString('latin1', BRAND_AT, BRAND_AT + 4) === MOVING) throw new Refusal(MOVING_AVIF)
  const boxes = readBoxes(file, 0, file.length)
  const meta = boxes.find((box) => box.type === 'meta')
  if (meta === undefined) throw new RangeError('no picture')
  const items = readItems(file, meta)
  const pictures = items.filter((item) => item.isPicture).flatMap((item) => item.extents)
  const metadata = items.filter((item) => !item.isPicture).flatMap((item) => item.extents)

  for (const item of items) if (!item.isPicture) noteMetadata(file, item, findings)
  for (const box of boxes) {
    if (KEPT_AT_TOP.has(box.type)) continue
    const credentials = credentialsIn(file, box)
    if (credentials !== null) {
      findings.credentials({ place: { start: box.typeAt, end: box.end }, data: credentials })
    } else if (hasContent(file, box)) findings.note('rest')
    blank(file, box)
  }
  const movie = boxes.find((box) => box.type === 'moov')
  if (movie === undefined) {
    // Also everything in the media data that no part of the picture needs.
    for (const box of boxes.filter(({ type }) => type === 'mdat')) {
      metadata.push({ start: box.start, end: box.end })
    }
  } else {
    cleanMovie(file, movie, findings)
  }
  for (const extent of subtractExtents(metadata, pictures)) file.fill(0, extent.start, extent.end)
  return putRights(file, items, findings)
}

const CREDENTIALS_ID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
/** Behind the id: version and flags, what the box is for, and a number. */
const FOR_MANIFEST = Buffer.from('\0\0\0\0manifest\0', 'latin1')
const NUMBER_BYTES = 8

/** The Content Credentials in a box; null if it holds something else. */
function credentialsIn(file: Buffer, { type, start, end }: Box): Buffer | null {
  const data = file.subarray(start, end)
  const head = Buffer.concat([CREDENTIALS_ID, FOR_MANIFEST])
  const isThem = type === 'uuid' && data.subarray(0, head.length).equals(head)
  return isThem ? Buffer.from(data.subarray(head.length + NUMBER_BYTES)) : null
}

const hasContent = (file: Buffer, { start, end }: Extent): boolean =>
  file.subarray(start, end).some((byte) => byte !== 0)

/** Notes what a removed item contains. EXIF begins with the offset of its own start. */
function noteMetadata(file: Buffer, { type, extents }: Item, findings: Findings): void {
  const data = Buffer.concat(extents.map(({ start, end }) => file.subarray(start, end)))
  if (!data.some((byte) => byte !== 0)) return
  if (type === 'Exif' && data.length > 4) findings.exif(data.subarray(4 + data.readUInt32BE(0)))
  else if (type === 'mime') findings.xmp(data)
  else findings.note('comment')
}

/** Turns a box into free space of the same length. */
function blank(file: Buffer, box: Box): void {
  file.write('free', box.typeAt, 'latin1')
  file.fill(0, box.start, box.end)
}

function cleanMovie(file: Buffer, box: Box, findings: Findings): void {
  for (const inner of readBoxes(file, box.start, box.end)) {
    if (MOVIE_METADATA.has(inner.type)) {
      if (hasContent(file, inner)) findings.note('comment')
      blank(file, inner)
    } else if (MOVIE_CONTAINERS.has(inner.type)) cleanMovie(file, inner, findings)
  }
}

/** A box of the ISO base media file format. Its content is from `start` to `end`. */
export interface Box {
  type: string
  typeAt: number
  start: number
  end: number
}

const PICTURE_ITEMS = new Set(
  'av01 hvc1 hev1 lhv1 avc1 jpeg j2k1 unci mask grid iovl iden tmap'.split(' '),
)
const IN_FILE = 0
const IN_META = 1

/** Reads consecutive boxes between two offsets. */
export function readBoxes(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  let at = from
  while (at < to) {
    const size = file.readUInt32BE(at)
    const isLong = size === 1
    const start = at + (isLong ? 16 : 8)
    const end = size === 0 ? to : at + (isLong ? Number(file.readBigUInt64BE(at + 8)) : size)
    if (end < start || end > to) throw new RangeError('box leaves its container')
    if (boxes.length === MAX_PARTS) throw new RangeError('too many boxes')
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), typeAt: at + 4, start, end })
    at = end
  }
  return boxes
}

/** Reads the items that the meta box lists, and their places in the file. */
function readItems(file: Buffer, meta: Box): Item[] {
  const boxes = readBoxes(file, meta.start + 4, meta.end)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const infos = find('iinf')
  const locations = find('iloc')
  if (infos === undefined || locations === undefined) throw new RangeError('lists no items')
  const types = readTypes(file, infos)
  const places = readLocations(file, locations, find('idat'))
  return [...places].map(([id, place]) => ({
    type: types.get(id) ?? '',
    isPicture: PICTURE_ITEMS.has(types.get(id) ?? ''),
    ...place,
  }))
}

function readTypes(file: Buffer, iinf: Box): Map<number, string> {
  const isShort = file.readUInt8(iinf.start) === 0
  const types = new Map<number, string>()
  for (const box of readBoxes(file, iinf.start + (isShort ? 6 : 8), iinf.end)) {
    const version = file.readUInt8(box.start)
    if (box.type !== 'infe' || version < 2) continue
    const idBytes = version === 2 ? 2 : 4
    const at = box.start + 4
    types.set(
      file.readUIntBE(at, idBytes),
      file.toString('latin1', at + idBytes + 2, at + idBytes + 6),
    )
  }
  return types
}

type Place = Pick<Item, 'extents' | 'location'>

function readLocations(file: Buffer, iloc: Box, idat: Box | undefined): Map<number, Place> {
  const version = file.readUInt8(iloc.start)
  let at = iloc.start + 4
  const read = (bytes: number): number => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, bytes)
    at += bytes
    return value
  }
  const sizes = read(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const idBytes = version < 2 ? 2 : 4
  const places = new Map<number, Place>()
  let parts = 0
  for (let items = read(idBytes); items > 0; items -= 1) {
    const id = read(idBytes)
    const method = version === 0 ? IN_FILE : read(2) & 15
    read(2)
    const origin = method === IN_META ? (idat?.start ?? file.length) : 0
    const limit = method === IN_META ? (idat?.end ?? file.length) : file.length
    const base = origin + read(baseBytes)
    const extents: Extent[] = []
    let location: ItemLocation | null = null
    for (let left = read(2); left > 0; left -= 1) {
      if ((parts += 1) > MAX_PARTS) throw new RangeError('too many extents')
      read(indexBytes)
      const lengthAt = at + offsetBytes
      location = { offsetAt: at, offsetBytes, base, lengthAt, lengthBytes }
      const start = base + read(offsetBytes)
      const length = read(lengthBytes)
      // A length of 0 means everything that is left.
      const end = length === 0 ? limit : start + length
      if (start > limit || end > limit) throw new RangeError('item leaves the file')
      extents.push({ start, end })
    }
    if (extents.length !== 1 || method !== IN_FILE) location = null
    if (method === IN_FILE || method === IN_META) places.set(id, { extents, location })
  }
  return places
}
