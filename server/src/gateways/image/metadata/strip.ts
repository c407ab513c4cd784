import type { ImageType } from '@plinth/contract/media/file-types.ts'
import type { Stays, TakenOut } from '@plinth/contract/media/media.ts'
import { mayKeepCredentials } from './credentials.ts'
import { collectFindings, type Findings } from './findings.ts'
import { hasRights, saidIn, type Rights } from './rights.ts'
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
  /** What of that the stripped file still says. */
  stays: Stays[]
}

/**
 * Removes what a camera or a program wrote about place, device and person, and everything after the picture's end. What
 * names author, copyright, credit and licence stays if it is wanted; so do Content Credentials if nothing else has to go.
 * Pixels, colour profile, orientation and animation stay byte for byte. Throws RangeError when the file ends too soon or
 * contradicts itself. May write into `file`.
 */
export function stripMetadata(
  file: Uint8Array,
  type: ImageType,
  { keepsName = false } = {},
): Stripped {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const uploaded = keepsName && bytes.includes(CREDENTIALS) ? Buffer.from(bytes) : null
  const findings = collectFindings({ keepsRights: keepsName })
  const stripped = strippers[type](bytes, findings)
  const { rights, left, credentialParts } = findings
  const isSigned = uploaded !== null && mayKeepCredentials(uploaded, stripped, credentialParts)
  if (!isSigned && credentialParts.length > 0) findings.note('history')
  return {
    file: isSigned ? uploaded : stripped,
    takenOut: findings.all,
    rights: keepsName && hasRights(rights) ? rights : null,
    stays: [...saidIn(left), ...(isSigned ? ['credentials' as const] : [])],
  }
}

/** In the label of every file's Content Credentials. */
const CREDENTIALS = 'c2pa'
