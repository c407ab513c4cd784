import type { Picture } from '@plinth/contract/media/media.ts'
import { renditionUrl } from '@plinth/contract/http/urls.ts'

/** The address of a picture's smallest rendition. */
export function smallPicture({ id, renditions, signature, originalUrl }: Picture): string {
  const [smallest] = renditions
  return smallest === undefined ? originalUrl : renditionUrl(id, smallest, 'webp', signature)
}
