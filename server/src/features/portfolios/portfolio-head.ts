import type { MediaKind } from '@plinth/contract/media/media.ts'
import type { PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'

/** What schema.org calls a work by what its file is. */
const TYPES: Record<MediaKind, string> = {
  image: 'VisualArtwork',
  video: 'VideoObject',
  audio: 'AudioObject',
  pdf: 'DigitalDocument',
  document: 'DigitalDocument',
}

interface Addresses {
  publicUrl: string
  /** Path of the picture that stands for the work. */
  image: string | undefined
}

/** https://schema.org/VisualArtwork, or what else the work is. */
export function workJsonLd(work: PortfolioView, creatorName: string, addresses: Addresses): object {
  const { publicUrl, image } = addresses
  const imageUrl = image && new URL(image, publicUrl).href
  return {
    '@context': 'https://schema.org',
    '@type': TYPES[work.fileType],
    name: work.title,
    ...(work.description ? { description: work.description } : {}),
    ...(imageUrl === undefined ? {} : { image: imageUrl }),
    ...(work.isSensitive ? {} : mediaOf(work, publicUrl, imageUrl)),
    creator: { '@type': 'Person', name: creatorName },
    dateCreated: work.createdAt,
    ...(work.fileType === 'image'
      ? { artform: work.category.name }
      : { genre: work.category.name }),
    ...(work.tags.length > 0 ? { keywords: work.tags.join(', ') } : {}),
    ...(work.startingPrice === null
      ? {}
      : { offers: { '@type': 'Offer', price: work.startingPrice, priceCurrency: 'USD' } }),
  }
}

/** Where the film, the sound or the document itself is. */
function mediaOf(work: PortfolioView, publicUrl: string, thumbnailUrl: string | undefined): object {
  const { video, audio, document } = work
  const href = (path: string) => new URL(path, publicUrl).href
  if (document !== null) {
    const { url, contentType, bytes } = document
    return {
      encoding: {
        '@type': 'MediaObject',
        contentUrl: href(url),
        encodingFormat: contentType,
        contentSize: `${bytes} B`,
      },
    }
  }
  const played = video ?? audio
  if (played === null || played.url === null) return {}
  return {
    contentUrl: href(played.url),
    encodingFormat: played.contentType,
    duration: `PT${(played.durationMs / 1_000).toFixed(1)}S`,
    uploadDate: work.createdAt,
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl }),
  }
}
