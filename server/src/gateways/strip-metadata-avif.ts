import { readItems, readBoxes, type Box, type Extent } from './avif-items.ts'

const KEPT_AT_TOP = new Set(['ftyp', 'meta', 'mdat', 'moov'])
/** Inside a movie (an animated AVIF) words stand in these, at any depth. */
const MOVIE_CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf'])
const MOVIE_WORDS = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])

/**
 * Overwrites metadata with zeros where it stands: the file's own offsets point into it, so nothing may
 * move. Orientation is a property of the picture here and no part of EXIF.
 */
export function stripAvif(file: Buffer): Buffer {
  const boxes = readBoxes(file, 0, file.length)
  const meta = boxes.find((box) => box.type === 'meta')
  if (meta === undefined) throw new RangeError('no picture')
  const items = readItems(file, meta)
  const pictures = items.filter((item) => item.isPicture).flatMap((item) => item.extents)
  const words = items.filter((item) => !item.isPicture).flatMap((item) => item.extents)

  for (const box of boxes) if (!KEPT_AT_TOP.has(box.type)) blank(file, box)
  const movie = boxes.find((box) => box.type === 'moov')
  if (movie === undefined) {
    // All of the media data that no part of the picture needs.
    for (const box of boxes.filter(({ type }) => type === 'mdat')) {
      words.push({ start: box.start, end: box.end })
    }
  } else {
    cleanMovie(file, movie)
  }
  for (const extent of without(words, pictures)) file.fill(0, extent.start, extent.end)
  return file
}

/** Turns a box into free space of the same length. */
function blank(file: Buffer, box: Box): void {
  file.write('free', box.typeAt, 'latin1')
  file.fill(0, box.start, box.end)
}

function cleanMovie(file: Buffer, box: Box): void {
  for (const inner of readBoxes(file, box.start, box.end)) {
    if (MOVIE_WORDS.has(inner.type)) blank(file, inner)
    else if (MOVIE_CONTAINERS.has(inner.type)) cleanMovie(file, inner)
  }
}

/** The parts of `extents` that none of `holes` covers. */
function without(extents: Extent[], holes: Extent[]): Extent[] {
  const blocked = merge(holes)
  const parts: Extent[] = []
  let next = 0
  for (const { start: from, end } of merge(extents)) {
    let start = from
    while (start < end) {
      while ((blocked[next]?.end ?? Infinity) <= start) next += 1
      const hole = blocked[next]
      const stop = Math.min(end, hole?.start ?? end)
      if (stop > start) parts.push({ start, end: stop })
      start = hole === undefined || hole.start >= end ? end : Math.min(end, hole.end)
    }
  }
  return parts
}

/** The same bytes in ascending order, each once. */
function merge(extents: Extent[]): Extent[] {
  const merged: Extent[] = []
  for (const { start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
