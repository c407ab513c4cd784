import type { TakenOut } from '@plinth/contract/media/media.ts'
import { openTiff, readDirectory, type Entry, type Tiff } from './ifd.ts'
import { cleanNames, cleanText, textOf, type Note, type Rights, type RightsNote } from './rights.ts'

const EXIF_DIRECTORY = 34_665
const GPS_DIRECTORY = 34_853
const GPS_VERSION = 0

const MEANINGS: [TakenOut, number[]][] = [
  // GeoTIFF: the place on earth of each pixel.
  ['place', [33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112]],
  // Make, Model, HostComputer, MakerNote, serial numbers and lenses, the camera as raw converters name it.
  [
    'device',
    [271, 272, 316, 37_500, 42_033, 42_034, 42_035, 42_036, 42_037, 50_708, 50_709, 50_735, 50_827],
  ],
  // Artist, Copyright, CameraOwnerName, Windows' author, photographer and editor.
  ['person', [315, 33_432, 40_093, 42_032, 42_038, 42_039]],
  // DateTime, the two originals, time zones, fractions.
  ['time', [306, 36_867, 36_868, 36_880, 36_881, 36_882, 37_520, 37_521, 37_522]],
  // Software of every step, image history, layers of Photoshop.
  ['history', [11, 305, 37_395, 37_724, 42_040, 42_041, 42_042]],
  // Names, description, UserComment, Windows' title, comment, keywords and subject.
  ['comment', [269, 270, 285, 37_510, 40_091, 40_092, 40_094, 40_095]],
]
const ARTIST = 315
const COPYRIGHT = 33_432
const MEANING_OF = new Map(MEANINGS.flatMap(([what, tags]) => tags.map((tag) => [tag, what])))

/** Notes what EXIF contains. Its second directory describes a thumbnail. */
export function findInExif(bytes: Buffer, note: Note, said: RightsNote): void {
  const tiff = openTiff(bytes)
  if (tiff === null) return
  const next = findInDirectory(tiff, tiff.long(4), note, said)
  if (next !== 0 && readDirectory(tiff, next).entries.length > 0) note('preview')
}

/**
 * Notes what a directory and the EXIF and GPS directories below it contain. Returns the offset of the next directory.
 */
export function findInDirectory(tiff: Tiff, at: number, note: Note, said: RightsNote): number {
  const { entries, next } = readDirectory(tiff, at)
  for (const entry of entries) {
    noteMeaning(tiff, entry, note)
    noteRights(tiff, entry, said)
    if (entry.tag === EXIF_DIRECTORY) {
      for (const inner of readDirectory(tiff, tiff.long(entry.at + 8)).entries) {
        noteMeaning(tiff, inner, note)
      }
    }
    if (entry.tag === GPS_DIRECTORY) {
      const { entries: gps } = readDirectory(tiff, tiff.long(entry.at + 8))
      if (gps.some((inner) => inner.tag !== GPS_VERSION && hasContent(tiff, inner))) note('place')
    }
  }
  return next
}

function noteMeaning(tiff: Tiff, entry: Entry, note: Note): void {
  const what = MEANING_OF.get(entry.tag)
  if (what === undefined || !hasContent(tiff, entry)) return
  note(what, entry.tag === ARTIST || entry.tag === COPYRIGHT ? 'rights' : undefined)
}

/** Several artists are separated by semicolons; a copyright may have two parts, with a zero between them. */
function noteRights({ bytes }: Tiff, { tag, start, end }: Entry, said: RightsNote): void {
  if (end > bytes.length) return
  const text = textOf(bytes.subarray(start, end))
  if (tag === ARTIST) said('creators', cleanNames(text.split(';')))
  if (tag === COPYRIGHT) said('copyright', cleanText(text))
}

/** Cameras leave fields empty or fill them with blanks. */
const hasContent = ({ bytes }: Tiff, { start, end }: Entry): boolean =>
  bytes.subarray(start, end).some((byte) => byte !== 0 && byte !== 0x20)

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/** Reads the orientation (1–8) from EXIF's TIFF structure; 1 if there is no usable value. */
export function readOrientation(exif: Buffer): number {
  try {
    const tiff = openTiff(exif)
    if (tiff === null) return 1
    const { entries } = readDirectory(tiff, tiff.long(4))
    const entry = entries.find(({ tag }) => tag === ORIENTATION_TAG)
    const value = entry === undefined ? 1 : tiff.short(entry.start)
    return value >= 1 && value <= 8 ? value : 1
  } catch (error) {
    // Offsets outside the structure make it unusable.
    if (!(error instanceof RangeError)) throw error
    return 1
  }
}

const ASCII = 2
const ENTRY_BYTES = 12

/** Builds the smallest EXIF that holds an orientation, and the artist and copyright if there are any; null for none. */
export function smallExif(orientation: number, rights: Rights | undefined): Buffer | null {
  const text = (value: string) => Buffer.from(`${value}\0`)
  const { creators = [], copyright = null } = rights ?? {}
  const texts: [number, Buffer][] = [
    ...(creators.length > 0
      ? [[ARTIST, text(creators.join('; '))] satisfies [number, Buffer]]
      : []),
    ...(copyright === null ? [] : [[COPYRIGHT, text(copyright)] satisfies [number, Buffer]]),
  ]
  const isTurned = orientation !== 1
  const count = texts.length + Number(isTurned)
  if (count === 0) return null
  const head = Buffer.alloc(10 + count * ENTRY_BYTES + 4)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(count, 8)
  let at = 10
  const values: Buffer[] = []
  const add = (tag: number, type: number, length: number, write: (at: number) => void) => {
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(length, at + 4)
    write(at + 8)
    at += ENTRY_BYTES
  }
  if (isTurned) add(ORIENTATION_TAG, SHORT, 1, (to) => head.writeUInt16LE(orientation, to))
  for (const [tag, value] of texts) {
    add(tag, ASCII, value.length, (to) => {
      // Up to four bytes are inside the entry.
      if (value.length <= 4) value.copy(head, to)
      else {
        head.writeUInt32LE(head.length + values.reduce((sum, { length }) => sum + length, 0), to)
        values.push(value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]))
      }
    })
  }
  return Buffer.concat([head, ...values])
}
