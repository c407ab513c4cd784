import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Block, CaseStudy, Span } from '@plinth/contract/portfolios/studies.ts'
import type { PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { previewImage } from '../../core/media/media-pages.ts'
import { breadcrumbs, imageJsonLd, personJsonLd } from '../../core/users/person-view.ts'
import type { PageData } from '../../http/shell/page.ts'

/** The schema.org type for each kind of file. */
const TYPES: Record<MediaKind, string> = {
  image: 'VisualArtwork',
  video: 'VideoObject',
  audio: 'AudioObject',
  pdf: 'DigitalDocument',
  document: 'DigitalDocument',
}

interface Addresses {
  publicUrl: string
  /** The picture that represents the work; undefined for a sensitive one. */
  image: PageData['image']
}

/** A work's page for search engines: the work as https://schema.org/VisualArtwork or its file's type, and the way to it. */
export function workJsonLd(
  work: PortfolioView,
  study: CaseStudy | null,
  { publicUrl, image }: Addresses,
): object[] {
  const { title, creator, category, origin } = work
  const page = `/portfolio/${work.id}`
  const href = (path: string) => new URL(path, publicUrl).href
  const maker = personJsonLd(creator, publicUrl)
  const media = work.isSensitive ? {} : mediaOf(work, publicUrl, image && href(image.path))
  return [
    {
      '@context': 'https://schema.org',
      // Google takes no film without a thumbnail, and a sensitive one must not show it.
      '@type':
        work.isSensitive && work.fileType === 'video' ? 'CreativeWork' : TYPES[work.fileType],
      name: title,
      url: href(page),
      ...(work.description ? { description: work.description } : {}),
      ...(image === undefined
        ? {}
        : {
            image: imageJsonLd(image, {
              publicUrl,
              page,
              creator,
              // Who wrote a prompt does not own what came out everywhere.
              isOwned: origin?.kind !== 'ai_generated',
            }),
          }),
      ...media,
      ...(study === null ? {} : studyJsonLd(work, study, publicUrl)),
      creator: maker,
      dateCreated: work.createdAt,
      ...(work.fileType === 'image' ? { artform: category.name } : { genre: category.name }),
      ...(work.tags.length > 0 ? { keywords: work.tags.join(', ') } : {}),
      ...(work.startingPrice === null
        ? {}
        : {
            offers: {
              '@type': 'Offer',
              price: work.startingPrice,
              priceCurrency: 'USD',
              url: href(page),
              // The price is for new work, not for this one.
              itemOffered: {
                '@type': 'Service',
                name: `${category.name} by ${maker.name}`,
                provider: maker,
              },
            },
          }),
    },
    breadcrumbs(publicUrl, [
      ['Explore', '/explore'],
      [category.name, `/explore?category=${category.slug}`],
      [title, page],
    ]),
  ]
}

/** What a case study adds: its words, its pictures, and people who agreed to be named. */
function studyJsonLd(
  { id, creator, isSensitive, origin }: PortfolioView,
  { blocks, files, people }: CaseStudy,
  publicUrl: string,
): object {
  const isOwned = origin?.kind !== 'ai_generated'
  const words = blocks.flatMap(linesOf).filter((line) => line !== '')
  const pictures = Object.values(files).flatMap(({ kind, picture }) => {
    const image = kind === 'image' ? previewImage(picture, '') : undefined
    if (image === undefined || isSensitive || picture.isSensitive === true) return []
    const shown = { publicUrl, page: `/portfolio/${id}`, creator, isOwned }
    return [
      {
        ...imageJsonLd(image, shown),
        ...(picture.alt === '' ? {} : { description: picture.alt }),
      },
    ]
  })
  const named = blocks
    .flatMap((block) => (block.type === 'credits' ? block.people : []))
    .flatMap(({ id: line, role }) => {
      const found = people[line]
      if (found?.state !== 'accepted' || found.person.id === creator.id) return []
      const contributor = personJsonLd(found.person, publicUrl)
      return [{ '@type': 'Role', roleName: role, contributor }]
    })
  return {
    ...(words.length === 0 ? {} : { text: words.join('\n\n') }),
    ...(pictures.length === 0 ? {} : { associatedMedia: pictures }),
    ...(named.length === 0 ? {} : { contributor: named }),
  }
}

/** The headings, paragraphs and items of a text, and the words of a quote. */
function linesOf(block: Block): string[] {
  const lineOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')
  if (block.type === 'quote') return [block.text]
  if (block.type !== 'text') return []
  return block.parts.flatMap((part) =>
    part.kind === 'list' ? part.items.map(lineOf) : [lineOf(part.spans)],
  )
}

/** The address of the video, audio or document. */
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
    ...(video === null || !work.isListed ? {} : { embedUrl: href(`/embed/portfolio/${work.id}`) }),
    encodingFormat: played.contentType,
    duration: `PT${(played.durationMs / 1_000).toFixed(1)}S`,
    uploadDate: work.createdAt,
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl }),
  }
}
