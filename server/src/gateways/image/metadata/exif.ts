import type { TakenOut } from '@plinth/contract/media/media.ts'
import { openTiff, readDirectory, type Entry, type Tiff } from './ifd.ts'

type Note = (what: TakenOut) => void

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
const MEANING_OF = new Map(MEANINGS.flatMap(([what, tags]) => tags.map((tag) => [tag, what])))

/** Notes what EXIF contains. Its second directory describes a thumbnail. */
export function findInExif(bytes: Buffer, note: Note): void {
  const tiff = openTiff(bytes)
  if (tiff === null) return
  const next = findInDirectory(tiff, tiff.long(4), note)
  if (next !== 0 && readDirectory(tiff, next).entries.length > 0) note('preview')
}

/**
 * Notes what a directory and the EXIF and GPS directories below it contain. Returns the offset of the next directory.
 */
export function findInDirectory(tiff: Tiff, at: number, note: Note): number {
  const { entries, next } = readDirectory(tiff, at)
  for (const entry of entries) {
    noteMeaning(tiff, entry, note)
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
  if (what !== undefined && hasContent(tiff, entry)) note(what)
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

/** Builds the smallest EXIF that holds only an orientation. */
export function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(ORIENTATION_TAG, 10)
  tiff.writeUInt16LE(SHORT, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
