import sharp from 'sharp'
import { sniffImageType } from '../image/image-type.ts'

/** What a text may contain, and PDFs can show once it is a JPEG. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
const MAX_PIXELS = 40_000_000
/** Pages are shown no larger. */
const SIDE = 1_000
/** Pictures in documents are shown by 96 dots to the inch, and paper has 72 points. */
const POINTS_OF_PIXEL = 0.75

/** A picture inside a text as a JPEG, with its size on paper in points. Returns null if it can't be shown. */
export async function pictureOnPaper(
  read: () => Promise<Buffer> | undefined,
): Promise<{ jpeg: Buffer; width: number; height: number } | null> {
  try {
    const bytes = await read()
    const type = bytes === undefined ? null : sniffImageType(bytes)
    if (bytes === undefined || type === null || !SHOWN.has(type)) return null
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
    const { width, height } = await sharp(bytes, options).metadata()
    const jpeg = await sharp(bytes, options)
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer()
    return { jpeg, width: width * POINTS_OF_PIXEL, height: height * POINTS_OF_PIXEL }
  } catch {
    // A picture that is damaged, or outside of the document. The text is shown all the same.
    return null
  }
}
