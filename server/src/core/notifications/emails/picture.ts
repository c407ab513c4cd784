import { renditionUrl } from '@plinth/contract/http/urls.ts'
import type { StoredPicture } from './picture-sql.ts'
import type { EmailPicture } from './template/email.ts'

/**
 * The address of a rendition in an email: the smallest that is at least so wide, or else the widest. Always WebP,
 * which every current email program shows; AVIF is not.
 */
export function pictureFor(
  picture: StoredPicture | null,
  { publicUrl, width, title }: { publicUrl: string; width: number; title: string },
): EmailPicture | null {
  if (picture === null) return null
  const chosen = picture.widths.find((one) => one >= width) ?? picture.widths.at(-1)
  if (chosen === undefined) return null
  return {
    url: `${publicUrl}${renditionUrl(picture.id, chosen, 'webp')}`,
    width: picture.width,
    height: picture.height,
    alt: picture.alt || title || 'The work',
  }
}
