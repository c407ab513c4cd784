import { renditionUrl, type Picture } from '@plinth/contract/media.ts'
import type { PortfolioView } from '@plinth/contract/portfolios.ts'
import type { PageData } from '../../http/pages.ts'

/** Link previews are shown about this wide. */
const PREVIEW_WIDTH = 1_280
const MAX_DESCRIPTION = 200

/** The first sentences of a text, cut at a word. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_DESCRIPTION) return line
  return `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}

/** The picture for a link preview; none while no rendition is made. */
export function previewImage(picture: Picture, title: string): PageData['image'] {
  const width = picture.renditions.findLast((one) => one <= PREVIEW_WIDTH)
  if (width === undefined) return undefined
  return {
    path: renditionUrl(picture.id, width, 'webp'),
    width,
    height: Math.round((picture.height * width) / picture.width),
    alt: picture.alt || title,
  }
}

export function preloadOf(picture: Picture, sizes: string): NonNullable<PageData['preload']> {
  if (picture.renditions.length === 0) return []
  const srcset = picture.renditions
    .map((width) => `${renditionUrl(picture.id, width, 'avif')} ${width}w`)
    .join(', ')
  return [{ srcset, sizes, type: 'image/avif' }]
}

/** https://schema.org/VisualArtwork */
export function artworkJsonLd(
  work: PortfolioView,
  creatorName: string,
  imageUrl: string | undefined,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'VisualArtwork',
    name: work.title,
    ...(work.description ? { description: work.description } : {}),
    ...(imageUrl === undefined ? {} : { image: imageUrl }),
    creator: { '@type': 'Person', name: creatorName },
    dateCreated: work.createdAt,
    artform: work.category.name,
    ...(work.tags.length > 0 ? { keywords: work.tags.join(', ') } : {}),
    ...(work.startingPrice === null
      ? {}
      : { offers: { '@type': 'Offer', price: work.startingPrice, priceCurrency: 'USD' } }),
  }
}
