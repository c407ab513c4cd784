import { addXmpItem } from './item.ts'
import { emptyPacket, findPacket } from './packet.ts'
import { addXmpSegment } from './jpeg.ts'
import { addXmpChunk } from './webp.ts'

/** The formats of renditions. */
export type MarkedFormat = 'avif' | 'webp' | 'jpeg'

const inserters: Record<MarkedFormat, (file: Buffer, packet: Buffer) => Buffer> = {
  avif: addXmpItem,
  webp: addXmpChunk,
  jpeg: addXmpSegment,
}

/**
 * Returns a rendition with this XMP packet instead of its own, or without one if it is null; pixels stay byte for byte.
 * A packet of the same length replaces the old one in its place. Throws RangeError for a file that we did not make.
 */
export function withPacket(file: Buffer, format: MarkedFormat, packet: Buffer | null): Buffer {
  const place = findPacket(file)
  if (place === null) return packet === null ? file : inserters[format](file, packet)
  const length = place.end - place.start
  const placed = packet ?? emptyPacket(length)
  if (placed.length !== length) throw new RangeError('a packet of another length')
  const changed = Buffer.from(file)
  placed.copy(changed, place.start)
  return changed
}
