import type { Extent } from './bytes.ts'
import { smallExif } from './exif.ts'
import type { Findings } from './findings.ts'
import { rightsPacket } from './packet.ts'
import type { Rights } from './rights.ts'

/** A part of an AVIF or a HEIC. */
export interface Item {
  /** Whether it is coded pixels or a part from which the picture is derived. */
  isPicture: boolean
  type: string
  extents: Extent[]
  /** Where the list says where it is; null if that is unusual. */
  location: ItemLocation | null
}

/** Two numbers in the list of places. */
export interface ItemLocation {
  offsetAt: number
  offsetBytes: number
  /** What the offset is counted from. */
  base: number
  lengthAt: number
  lengthBytes: number
}

const NOT_TURNED = 1
/** EXIF begins with the offset of its own start. */
const START_BYTES = 4
const BOX_HEAD_BYTES = 8

/**
 * Puts back what names author and rights, into the items where it was. Nothing else may move, so a packet that has
 * become longer goes to the end of the file. Returns the file.
 */
export function putRights(file: Buffer, items: readonly Item[], findings: Findings): Buffer {
  const { stays } = findings
  if (stays === null) return file
  const exif = smallExif(NOT_TURNED, stays.exif)
  if (exif !== null) {
    const data = Buffer.concat([Buffer.alloc(START_BYTES), exif])
    const item = items.find(({ type }) => type === 'Exif')
    if (item === undefined || !fits(item, data.length)) findings.lose()
    else data.copy(file, item.extents[0]?.start)
  }
  return stays.xmp === null ? file : putPacket(file, items, { findings, rights: stays.xmp })
}

function putPacket(
  file: Buffer,
  items: readonly Item[],
  { findings, rights }: { findings: Findings; rights: Rights },
): Buffer {
  const item = items.find(({ type }) => type === 'mime')
  const packet = rightsPacket(rights, item === undefined ? 0 : lengthOf(item))
  if (item !== undefined && fits(item, packet.length)) {
    packet.copy(file, item.extents[0]?.start)
    return file
  }
  const longer = item?.location ? moveToEnd(file, item.location, packet) : null
  if (longer === null) findings.lose()
  return longer ?? file
}

/** Adds a box with this packet, and has the item point to it. Returns null if its list has no such numbers. */
function moveToEnd(file: Buffer, location: ItemLocation, packet: Buffer): Buffer | null {
  const { offsetAt, offsetBytes, base, lengthAt, lengthBytes } = location
  if (offsetBytes !== 4 || lengthBytes !== 4) return null
  const head = Buffer.alloc(BOX_HEAD_BYTES)
  head.writeUInt32BE(BOX_HEAD_BYTES + packet.length)
  head.write('mdat', 4, 'latin1')
  file.writeUInt32BE(file.length + BOX_HEAD_BYTES - base, offsetAt)
  file.writeUInt32BE(packet.length, lengthAt)
  return Buffer.concat([file, head, packet])
}

const lengthOf = ({ extents: [extent] }: Item): number =>
  extent === undefined ? 0 : extent.end - extent.start

const fits = (item: Item, bytes: number): boolean =>
  item.extents.length === 1 && bytes <= lengthOf(item)
