import { reservationTags } from '../reservation.ts'
import { escapeHtml } from './escape.ts'
import type { PageData } from './page.ts'

export function metaTags(data: PageData, publicUrl: string, url: string): string[] {
  if (data.isUnlisted === true || (data.status !== undefined && data.status >= 400))
    return ['<meta name="robots" content="noindex">']
  const canonical = new URL(data.canonical ?? url.split('?')[0] ?? '/', publicUrl).href
  const tags = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    property('og:site_name', 'Plinth'),
    property('og:type', data.type ?? 'website'),
    property('og:title', data.title),
    property('og:url', canonical),
  ]
  if (data.description) {
    tags.push(
      `<meta name="description" content="${escapeHtml(data.description)}">`,
      property('og:description', data.description),
    )
  }
  if (data.image) {
    tags.push(
      property('og:image', new URL(data.image.path, publicUrl).href),
      property('og:image:width', String(data.image.width)),
      property('og:image:height', String(data.image.height)),
      property('og:image:alt', data.image.alt),
      '<meta name="twitter:card" content="summary_large_image">',
    )
  }
  if (data.video) {
    tags.push(
      property('og:video', new URL(data.video.path, publicUrl).href),
      property('og:video:type', data.video.contentType),
      property('og:video:width', String(data.video.width)),
      property('og:video:height', String(data.video.height)),
    )
  }
  tags.push(...alternates(data, canonical))
  if (data.isReserved !== undefined) tags.push(...reservationTags(data.isReserved, publicUrl))
  if (data.audio) {
    tags.push(
      property('og:audio', new URL(data.audio.path, publicUrl).href),
      property('og:audio:type', data.audio.contentType),
    )
  }
  return tags
}

/** The address below which the feeds of a category or a tag are; undefined for every other page. */
function listFeeds({ pathname, searchParams }: URL): string | undefined {
  const category = pathname === '/explore' ? searchParams.get('category') : null
  if (category !== null) return `/explore/${encodeURIComponent(category)}`
  return /^\/explore\/tag\/[^/]+$/.test(pathname) ? pathname : undefined
}

/** What else this page is: feeds of a list or a person, and the description for whoever embeds it. */
function alternates(data: PageData, canonical: string): string[] {
  const url = new URL(canonical)
  const link = (type: string, href: string, title: string) =>
    `<link rel="alternate" type="${type}" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`
  const { origin } = url
  const feeds = data.feedsOf ?? listFeeds(url)
  const oembed = `${origin}/oembed?url=${encodeURIComponent(canonical)}`
  return [
    ...(feeds === undefined
      ? []
      : [
          link('application/atom+xml', `${origin}${feeds}/feed.atom`, `${data.title} (Atom)`),
          link('application/feed+json', `${origin}${feeds}/feed.json`, `${data.title} (JSON Feed)`),
        ]),
    ...(data.isEmbeddable === true
      ? [
          link('application/json+oembed', `${oembed}&format=json`, data.title),
          link('text/xml+oembed', `${oembed}&format=xml`, data.title),
        ]
      : []),
  ]
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`
