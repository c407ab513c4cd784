import { openTiff, readDirectory } from './tiff-directory.ts'

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/** How a picture is turned (1–8) by the TIFF structure inside EXIF; 1 when that says nothing usable. */
export function readOrientation(exif: Buffer): number {
  try {
    const tiff = openTiff(exif)
    if (tiff === null) return 1
    const { entries } = readDirectory(tiff, tiff.long(4))
    const entry = entries.find(({ tag }) => tag === ORIENTATION_TAG)
    const value = entry === undefined ? 1 : tiff.short(entry.start)
    return value >= 1 && value <= 8 ? value : 1
  } catch (error) {
    // Points outside itself: then it says nothing.
    if (!(error instanceof RangeError)) throw error
    return 1
  }
}

/** The smallest EXIF that holds an orientation and nothing else. */
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
