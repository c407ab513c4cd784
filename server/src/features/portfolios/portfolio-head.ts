import type { PortfolioView } from '@plinth/contract/portfolios.ts'

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
