import type { ImageType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { collectFindings, type Findings } from './findings.ts'
import { stripAvif } from './avif.ts'
import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripTiff } from './tiff.ts'
import { stripWebp } from './webp.ts'

const strippers: Record<ImageType, (file: Buffer, findings: Findings) => Buffer> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/gif': stripGif,
  'image/avif': stripAvif,
  'image/tiff': stripTiff,
  'image/heic': stripAvif,
}

export interface Stripped {
  file: Buffer
  /** The kinds of metadata that were found and removed. */
  takenOut: TakenOut[]
}

/**
 * Removes what a camera or a program wrote about place, device and person, and everything after the picture's end.
 * Pixels, colour profile, orientation and animation stay byte for byte. Throws RangeError when the file ends too soon
 * or contradicts itself. May write into `file`.
 */
export function stripMetadata(file: Uint8Array, type: ImageType): Stripped {
  const findings = collectFindings()
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return { file: strippers[type](bytes, findings), takenOut: findings.all }
}
