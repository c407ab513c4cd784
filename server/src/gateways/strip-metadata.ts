import type { ImageType } from '@plinth/contract/media.ts'
import { stripAvif } from './strip-metadata-avif.ts'
import { stripGif } from './strip-metadata-gif.ts'
import { stripJpeg } from './strip-metadata-jpeg.ts'
import { stripPng } from './strip-metadata-png.ts'
import { stripWebp } from './strip-metadata-webp.ts'

const strippers: Record<ImageType, (file: Buffer) => Buffer> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/gif': stripGif,
  'image/avif': stripAvif,
}

/**
 * The same picture without what a camera or a program wrote about place, device and person, and without
 * anything behind its end. Pixels, colour profile, orientation and animation stay byte for byte.
 * Throws RangeError when the file ends too soon or contradicts itself. May write into `file`.
 */
export const stripMetadata = (file: Uint8Array, type: ImageType): Uint8Array =>
  strippers[type](Buffer.from(file.buffer, file.byteOffset, file.byteLength))
