import type { ImageType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { collectFindings, type Findings } from './findings.ts'
import { hasRights, type Rights } from './rights.ts'
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
  /** What the file said about whose it is; null if nothing. */
  rights: Rights | null
}

/** In these formats author, copyright and credit can stay in the original. */
const KEEPING = new Set<ImageType>(['image/jpeg', 'image/png', 'image/webp'])

/**
 * Removes what a camera or a program wrote about place, device and person, and everything after the picture's end. What
 * names author, copyright, credit and licence stays if it is wanted and the format has a place for it. Pixels, colour profile, orientation and animation stay byte for byte. Throws RangeError when the file ends too soon
 * or contradicts itself. May write into `file`.
 */
export function stripMetadata(
  file: Uint8Array,
  type: ImageType,
  { keepsName = false } = {},
): Stripped {
  const findings = collectFindings({ keepsRights: keepsName && KEEPING.has(type) })
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const stripped = strippers[type](bytes, findings)
  const { all: takenOut, rights } = findings
  return { file: stripped, takenOut, rights: keepsName && hasRights(rights) ? rights : null }
}
