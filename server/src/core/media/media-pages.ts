import type { PageDefinition, PageData } from '../../http/shell/page.ts'
import { renditionUrl, srcsetOf } from '@plinth/contract/http/urls.ts'
import type { Picture } from '@plinth/contract/media/media.ts'

/** The public page of upload limits. */
export const mediaPages: PageDefinition[] = [
  {
    path: '/limits',
    load: ({ viewer }) =>
      Promise.resolve({
        title: 'All limits',
        description:
          'Which files you can upload to Plinth, how large they can be, what we keep and what we remove.',
        screen: 'limits',
        prerender: viewer === null,
        boot: [],
      }),
  },
]

/** About as wide as link previews are shown. */
const PREVIEW_WIDTH = 1_280

/** The widest of these widths that a link preview uses. */
export const previewWidth = (widths: readonly number[]): number | undefined =>
  widths.findLast((width) => width <= PREVIEW_WIDTH)

/** The picture for a link preview; undefined while there is no rendition. */
export function previewImage(picture: Picture, title: string): PageData['image'] {
  const width = previewWidth(picture.renditions)
  if (width === undefined) return undefined
  return {
    path: renditionUrl(picture.id, width, 'webp', picture.signature),
    width,
    height: Math.round((picture.height * width) / picture.width),
    alt: picture.alt || title,
  }
}

export function preloadOf(picture: Picture, sizes: string): NonNullable<PageData['preload']> {
  if (picture.renditions.length === 0) return []
  // Animated pictures are shown as WebP.
  const format = picture.isAnimated ? 'webp' : 'avif'
  return [{ srcset: srcsetOf(picture, format), sizes, type: `image/${format}` }]
}
