import { readFile } from 'node:fs/promises'
import { TURNED_HEIC } from '../../media/pictures.ts'
import { box, fullBox, shorts, withBox, words } from '../boxes.ts'
import { WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import { makeExif, xmpAttributes, xmpElements } from './metadata.ts'
import { drawQuarters, type Colour } from './quarters.ts'

/** The quarters of the fixture, as it is shown. */
const HEIC_QUARTERS: readonly Colour[] = [
  [0, 0, 255],
  [255, 0, 0],
  [128, 128, 128],
  [0, 255, 0],
]

interface Item {
  type: 'Exif' | 'mime'
  data: Buffer
}
/** EXIF, preceded by the offset of its start. */
const exifItem = (orientation = 1): Item => ({
  type: 'Exif',
  data: Buffer.concat([words(0), makeExif({ order: 'MM', orientation })]),
})
const xmpItem = (packet: string): Item => ({ type: 'mime', data: Buffer.from(packet) })

const FIRST_ID = 100
const LIST_HEAD_BYTES = 6

/** Adds items, whose bytes are in a box of their own at the end of the file. */
function withItems(file: Buffer, items: Item[]): Buffer {
  const dress = (end: number, shift: number) =>
    withBox(file, 'meta', (meta) => {
      const inner = withBox(meta.subarray(4), 'iinf', (list) =>
        Buffer.concat([
          list.subarray(0, 4),
          shorts(list.readUInt16BE(4) + items.length),
          list.subarray(LIST_HEAD_BYTES),
          ...items.map(infoOf),
        ]),
      )
      const placed = withBox(inner, 'iloc', (list) => addPlaces(list, items, end, shift))
      return Buffer.concat([meta.subarray(0, 4), placed])
    })
  // The growth does not depend on the values of the offsets.
  const length = dress(0, 0).length
  const dressed = dress(length + 8, length - file.length)
  return Buffer.concat([dressed, box('mdat', ...items.map(({ data }) => data))])
}

const infoOf = ({ type }: Item, index: number): Buffer =>
  fullBox(
    'infe',
    2,
    0,
    shorts(FIRST_ID + index, 0),
    Buffer.from(`${type}\0${type === 'mime' ? 'application/rdf+xml\0' : ''}`),
  )

/** Every number in this list has four bytes, except those of items and of construction methods. */
function addPlaces(list: Buffer, items: Item[], end: number, shift: number): Buffer {
  const version = list.readUInt8(0)
  const hasBase = list.readUInt8(5) >> 4 !== 0
  const count = list.readUInt16BE(6)
  const copy = Buffer.from(list)
  let at = 8
  for (let item = 0; item < count; item += 1) {
    const method = version === 0 ? 0 : copy.readUInt16BE(at + 2)
    at += (version === 0 ? 4 : 6) + (hasBase ? 4 : 0)
    const extents = copy.readUInt16BE(at)
    at += 2
    for (let extent = 0; extent < extents; extent += 1, at += 8) {
      if (method === 0) copy.writeUInt32BE(copy.readUInt32BE(at) + shift, at)
    }
  }
  copy.writeUInt16BE(count + items.length, 6)
  let next = end
  const added = items.map(({ data }, index) => {
    const start = next
    next += data.length
    return Buffer.concat([
      shorts(FIRST_ID + index, ...(version === 0 ? [] : [0]), 0),
      hasBase ? words(0) : Buffer.alloc(0),
      shorts(1),
      words(start, data.length),
    ])
  })
  return Buffer.concat([copy, ...added])
}

const userBox = () => box('uuid', Buffer.alloc(16, 0x5a), WORDS)

export async function locatedHeifs(): Promise<LocatedFile[]> {
  const avif = collectFiles('AVIF')
  const heic = collectFiles('HEIC', HEIC_QUARTERS)
  const plain = await drawQuarters().avif({ effort: 0 }).toBuffer()
  const phone = await readFile(TURNED_HEIC)

  avif.add('EXIF', withItems(plain, [exifItem()]))
  avif.add('XMP', withItems(plain, [xmpItem(xmpAttributes())]))
  // Browsers ignore the EXIF orientation of an AVIF: its own box holds the rotation.
  avif.add('EXIF that says turned, XMP', withItems(plain, [exifItem(6), xmpItem(xmpElements())]))
  avif.add('box of a program', Buffer.concat([plain, userBox()]), { takenOut: 'rest' })
  avif.add('free space', Buffer.concat([plain, box('free', WORDS)]), { takenOut: 'rest' })

  heic.add('EXIF', withItems(phone, [exifItem(6)]))
  heic.add('XMP', withItems(phone, [xmpItem(xmpElements())]))
  heic.add('EXIF and XMP', withItems(phone, [exifItem(), xmpItem(xmpAttributes())]))
  heic.add('box of a program', Buffer.concat([phone, userBox()]), { takenOut: 'rest' })
  return [...avif.files, ...heic.files]
}
