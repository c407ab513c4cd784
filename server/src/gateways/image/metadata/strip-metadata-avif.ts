import { readItems, readBoxes, type Box, type Item } from './avif-items.ts'
import { without, type Extent } from './extents.ts'
import type { Found } from './found-metadata.ts'

const KEPT_AT_TOP = new Set(['ftyp', 'meta', 'mdat', 'moov'])
/** Inside a movie (an animated AVIF) words stand in these, at any depth. */
const MOVIE_CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf'])
const MOVIE_WORDS = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])

/**
 * AVIF and HEIC share the container. Overwrites metadata with zeros where it stands: the file's own offsets point into
 * it, so nothing may move. Orientation is a property of the picture here and no part of EXIF.
 */
export function stripAvif(file: Buffer, found: Found): Buffer {
  const boxes = readBoxes(file, 0, file.length)
  const meta = boxes.find((box) => box.type === 'meta')
  if (meta === undefined) throw new RangeError('no picture')
  const items = readItems(file, meta)
  const pictures = items.filter((item) => item.isPicture).flatMap((item) => item.extents)
  const words = items.filter((item) => !item.isPicture).flatMap((item) => item.extents)

  for (const item of items) if (!item.isPicture) readWords(file, item, found)
  for (const box of boxes) {
    if (KEPT_AT_TOP.has(box.type)) continue
    if (saysSomething(file, box)) found.note('rest')
    blank(file, box)
  }
  const movie = boxes.find((box) => box.type === 'moov')
  if (movie === undefined) {
    // All of the media data that no part of the picture needs.
    for (const box of boxes.filter(({ type }) => type === 'mdat')) {
      words.push({ start: box.start, end: box.end })
    }
  } else {
    cleanMovie(file, movie, found)
  }
  for (const extent of without(words, pictures)) file.fill(0, extent.start, extent.end)
  return file
}

const saysSomething = (file: Buffer, { start, end }: Extent): boolean =>
  file.subarray(start, end).some((byte) => byte !== 0)

/** What an item told that goes. EXIF stands behind the offset of its own beginning. */
function readWords(file: Buffer, { type, extents }: Item, found: Found): void {
  const data = Buffer.concat(extents.map(({ start, end }) => file.subarray(start, end)))
  if (!data.some((byte) => byte !== 0)) return
  if (type === 'Exif' && data.length > 4) found.exif(data.subarray(4 + data.readUInt32BE(0)))
  else if (type === 'mime') found.xmp(data)
  else found.note('comment')
}

/** Turns a box into free space of the same length. */
function blank(file: Buffer, box: Box): void {
  file.write('free', box.typeAt, 'latin1')
  file.fill(0, box.start, box.end)
}

function cleanMovie(file: Buffer, box: Box, found: Found): void {
  for (const inner of readBoxes(file, box.start, box.end)) {
    if (MOVIE_WORDS.has(inner.type)) {
      if (saysSomething(file, inner)) found.note('comment')
      blank(file, inner)
    } else if (MOVIE_CONTAINERS.has(inner.type)) cleanMovie(file, inner, found)
  }
}
