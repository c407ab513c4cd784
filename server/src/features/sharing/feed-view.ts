import { renditionUrl } from '@plinth/contract/http/urls.ts'
import { handlePath } from '@plinth/contract/people/handles.ts'
import { nameOf } from '../../core/users/person-view.ts'
import { previewImage } from '../../core/media/media-pages.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { escapeXml } from '../../http/xml.ts'
import type { Entry } from './entry-queries.ts'

/** A feed before it is written in one of the two formats. Addresses are paths. */
export interface Feed {
  title: string
  description: string
  /** The page that the feed is of. */
  page: string
  /** The feed's own address, without `/feed.atom`. */
  base: string
  /** Who made all of it; null if several did. */
  author: { name: string; page: string } | null
  entries: readonly Entry[]
  /** When something in it changed last. */
  updatedAt: Date
}

/** The path of a work's or post's page. */
export const entryPath = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string =>
  kind === 'work' ? `/portfolio/${id}` : `/post/${id}`

/** The picture of an entry that other programs show; undefined for what is shown only after asking. */
const entryImage = (entry: Entry): ReturnType<typeof previewImage> =>
  entry.isSensitive ? undefined : previewImage(entry.picture, entry.title)

export const authorOf = ({ creator }: Pick<Entry, 'creator'>): { name: string; page: string } => ({
  name: nameOf(creator),
  page: creator.handle === null ? `/creator/${creator.id}` : handlePath(creator.handle),
})

const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The entry as HTML: its picture, and its description by paragraphs. */
function htmlOf(entry: Entry, href: (path: string) => string): string {
  const image = entryImage(entry)
  const lines = paragraphs(entry.description).map(
    (text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
  )
  if (entry.isSensitive) lines.push('<p>Its picture is sensitive. You can see it on Plinth.</p>')
  if (image === undefined) return lines.join('')
  const { path, width, height, alt } = image
  return [
    `<p><a href="${escapeHtml(href(entryPath(entry)))}"><img src="${escapeHtml(href(path))}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"></a></p>`,
    ...lines,
  ].join('')
}

/** As Atom (RFC 4287), with thumbnails by Media RSS. */
export function atomOf(feed: Feed, self: string, publicUrl: string): string {
  const href = (path: string) => publicUrl + path
  const tag = (name: string, text: string, attributes = '') =>
    `<${name}${attributes}>${escapeXml(text)}</${name}>`
  const link = (rel: string, type: string, path: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(href(path))}"/>`
  const person = ({ name, page }: { name: string; page: string }) =>
    `<author>${tag('name', name)}${tag('uri', href(page))}</author>`
  const entryXml = (entry: Entry): string => {
    const page = entryPath(entry)
    const image = entryImage(entry)
    return [
      '<entry>',
      tag('id', href(page)),
      tag('title', entry.title),
      link('alternate', 'text/html', page),
      tag('published', new Date(entry.createdAt).toISOString()),
      tag('updated', new Date(entry.updatedAt).toISOString()),
      person(authorOf(entry)),
      ...[...(entry.category === null ? [] : [entry.category]), ...entry.tags].map(
        (term) => `<category term="${escapeXml(term)}"/>`,
      ),
      tag('content', htmlOf(entry, href), ' type="html"'),
      ...(image === undefined
        ? []
        : [
            link('enclosure', 'image/webp', image.path),
            `<media:thumbnail url="${escapeXml(href(image.path))}" width="${image.width}" height="${image.height}"/>`,
          ]),
      '</entry>\n',
    ].join('')
  }
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">\n',
    tag('id', href(feed.page)),
    tag('title', feed.title),
    tag('subtitle', feed.description),
    tag('updated', feed.updatedAt.toISOString()),
    link('self', 'application/atom+xml', self),
    link('alternate', 'text/html', feed.page),
    tag('icon', href('/favicon.ico')),
    feed.author === null ? '' : person(feed.author),
    '\n',
    ...feed.entries.map(entryXml),
    '</feed>\n',
  ].join('')
}

/** As JSON Feed 1.1. */
export function jsonFeedOf(feed: Feed, self: string, publicUrl: string): string {
  const href = (path: string) => publicUrl + path
  const person = ({ name, page }: { name: string; page: string }) => ({ name, url: href(page) })
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: href(feed.page),
    feed_url: href(self),
    favicon: href('/favicon.ico'),
    language: 'en',
    ...(feed.author === null ? {} : { authors: [person(feed.author)] }),
    items: feed.entries.map((entry) => {
      const page = entryPath(entry)
      const image = entryImage(entry)
      const [widest] = entry.isSensitive ? [] : entry.picture.renditions.slice(-1)
      return {
        id: href(page),
        url: href(page),
        title: entry.title,
        content_html: htmlOf(entry, href),
        ...(image === undefined ? {} : { image: href(image.path) }),
        date_published: new Date(entry.createdAt).toISOString(),
        date_modified: new Date(entry.updatedAt).toISOString(),
        authors: [person(authorOf(entry))],
        tags: [...(entry.category === null ? [] : [entry.category]), ...entry.tags],
        ...(widest === undefined
          ? {}
          : {
              attachments: [
                {
                  url: href(renditionUrl(entry.picture.id, widest, 'webp')),
                  mime_type: 'image/webp',
                },
              ],
            }),
      }
    }),
  })
}
