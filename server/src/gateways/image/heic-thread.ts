/**
 * A thread of the imaging worker process. libheif blocks its thread, and the process must go on watching its limits.
 * The thread's memory is freed when it ends.
 */
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

const HEADER_BYTES = 8
const ENTRY_BYTES = 12
const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const OPAQUE = 255

type Tag = [tag: number, type: number, count: number, value: number]

interface Pixels {
  width: number
  height: number
  /** RGBA with 8 bits each. */
  data: Uint8Array | Uint8ClampedArray
}

/**
 * Builds an uncompressed TIFF from pixels and their colour profile. sharp could only attach a profile by converting the
 * pixels to it.
 */
function buildTiff(pixels: Pixels, icc: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const { width, height, data } = pixels
  const samples = isOpaque(data) ? 3 : 4
  const pixelBytes = width * height * samples
  // Header, pixels, bits per sample, profile, directory. The last begins at an even offset.
  const depthsAt = HEADER_BYTES + pixelBytes + (pixelBytes % 2)
  const iccAt = depthsAt + 2 * samples
  const iccBytes = icc?.length ?? 0
  const directoryAt = iccAt + iccBytes + (iccBytes % 2)
  const tags: Tag[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, samples, depthsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, HEADER_BYTES],
    [277, SHORT, 1, samples],
    [278, LONG, 1, height],
    [279, LONG, 1, pixelBytes],
    [284, SHORT, 1, 1],
  ]
  // The fourth sample is alpha, not premultiplied.
  if (samples === 4) tags.push([338, SHORT, 1, 2])
  if (icc !== null) tags.push([34_675, UNDEFINED, iccBytes, iccAt])

  const tiff = Buffer.from(new ArrayBuffer(directoryAt + 2 + tags.length * ENTRY_BYTES + 4))
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(directoryAt, 4)
  copyPixels(data, samples, tiff.subarray(HEADER_BYTES))
  for (let index = 0; index < samples; index += 1) tiff.writeUInt16LE(8, depthsAt + 2 * index)
  if (icc !== null) tiff.set(icc, iccAt)
  writeDirectory(tiff.subarray(directoryAt), tags)
  return tiff
}

function isOpaque(data: Pixels['data']): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== OPAQUE) return false
  return true
}

function copyPixels(data: Pixels['data'], samples: number, to: Buffer): void {
  if (samples === 4) return to.set(data)
  for (let from = 0, at = 0; from < data.length; from += 4, at += 3) {
    to[at] = data[from] ?? 0
    to[at + 1] = data[from + 1] ?? 0
    to[at + 2] = data[from + 2] ?? 0
  }
}

function writeDirectory(to: Buffer, tags: Tag[]): void {
  to.writeUInt16LE(tags.length, 0)
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 2 + index * ENTRY_BYTES
    to.writeUInt16LE(tag, at)
    to.writeUInt16LE(type, at + 2)
    to.writeUInt32LE(count, at + 4)
    // In little-endian files, a single short reads the same as a long.
    to.writeUInt32LE(value, at + 8)
  }
}

export interface HeicTask {
  heic: Uint8Array
  icc: Uint8Array | null
}

/** The decoder requires a common brand in front, but Nokia and other makers write their own. */
const COMMON_BRAND = 'heic'

const { heic, icc } = workerData as HeicTask
const buffer = Buffer.from(heic.buffer, heic.byteOffset, heic.byteLength)
buffer.write(COMMON_BRAND, 8, 'latin1')
const tiff = buildTiff(await decode({ buffer }), icc)
parentPort?.postMessage(tiff, [tiff.buffer])
