const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/** How a picture is turned (1–8) by the TIFF structure inside EXIF; 1 when that says nothing usable. */
export function readOrientation(tiff: Buffer): number {
  try {
    const order = tiff.toString('latin1', 0, 2)
    if (order !== 'II' && order !== 'MM') return 1
    const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = short(directory)
    for (let index = 0; index < count; index += 1) {
      const entry = directory + 2 + index * ENTRY_BYTES
      if (short(entry) !== ORIENTATION_TAG) continue
      const value = short(entry + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    // Points outside itself: then it says nothing.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
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
