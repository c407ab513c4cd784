import { renditionUrl } from '@plinth/contract/http/urls.ts'
import { Integer, Object as ObjectOf, Optional, String as Text, type Static } from 'typebox'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { isId } from '../../http/paging.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { reservationHeaders } from '../../http/reservation.ts'
import { escapeXml } from '../../http/xml.ts'
import { EMBED_POLICY, embedHtml, missingEmbedHtml } from './embed-view.ts'
import { findEmbeddable, type Entry } from './entry-queries.ts'
import { authorOf } from './feed-view.ts'

const Query = ObjectOf({
  url: Text({ maxLength: 2_000 }),
  format: Optional(Text()),
  maxwidth: Optional(Integer({ minimum: 1, maximum: 100_000 })),
  maxheight: Optional(Integer({ minimum: 1, maximum: 100_000 })),
})
type Query = Static<typeof Query>

/** How long whoever embeds something may keep the answer, in seconds. */
const CACHE_S = 3_600

const KINDS = { portfolio: 'work', post: 'post' } as const

/** oEmbed (https://oembed.com) and the page that it puts on other sites. */
export function registerEmbeds({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { replicas, env } = deps
  const { publicUrl } = env

  app.get<{ Querystring: Query }>(
    '/oembed',
    { schema: { hide: true, querystring: Query } },
    async ({ query }, reply) => {
      const { format = 'json' } = query
      if (format !== 'json' && format !== 'xml') {
        // The status that oEmbed asks for.
        throw new AppError('input.invalid', 'Use json or xml as the format.', {
          status: 501,
          fields: { format: 'Use json or xml as the format.' },
        })
      }
      const { kind, id } = orNotFound(subjectOf(query.url, publicUrl))
      const entry = orNotFound(await replicas.read((at) => findEmbeddable(at, kind, id)))
      const answer = oembedOf(entry, query, publicUrl)
      void reply.headers({
        'cache-control': `public, max-age=${CACHE_S}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return format === 'json'
        ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
        : reply.type('text/xml; charset=utf-8').send(xmlOf(answer))
    },
  )

  for (const [part, kind] of Object.entries(KINDS)) {
    app.get<{ Params: { id: string } }>(
      `/embed/${part}/:id`,
      { schema: { hide: true } },
      async ({ params }, reply) => {
        const id = params.id.toLowerCase()
        const entry = isId(id) ? await replicas.read((at) => findEmbeddable(at, kind, id)) : null
        // Helmet forbids frames by a header of its own.
        reply.removeHeader('x-frame-options')
        return reply
          .code(entry === null ? 404 : 200)
          .type('text/html; charset=utf-8')
          .headers({
            'cache-control': entry === null ? 'no-store' : 'public, max-age=300',
            'content-security-policy': EMBED_POLICY,
            'cross-origin-resource-policy': 'cross-origin',
            // Without it, isolated sites (`require-corp`) cannot frame the page.
            'cross-origin-embedder-policy': 'require-corp',
            ...(entry === null ? {} : reservationHeaders(entry.isReserved, publicUrl)),
          })
          .send(entry === null ? missingEmbedHtml(publicUrl) : embedHtml(entry, publicUrl))
      },
    )
  }
}

/** What the address of a page of ours shows; null for every other address. */
function subjectOf(address: string, publicUrl: string): { kind: Entry['kind']; id: string } | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(publicUrl).origin) return null
  const [, part, id = ''] = /^\/(?:embed\/)?(portfolio|post)\/([^/]+)$/.exec(pathname) ?? []
  const kind = part === 'portfolio' ? 'work' : 'post'
  return part !== undefined && isId(id.toLowerCase()) ? { kind, id: id.toLowerCase() } : null
}

type Oembed = Record<string, string | number>

interface Size {
  width: number
  height: number
}

/** The height of the line under the picture in an embedded page, in pixels. */
const CAPTION = 52
const SMALLEST_FRAME = 160

/** A picture as a photo; a film as a video and everything else as rich, both with a frame of our own page. */
function oembedOf(entry: Entry, { maxwidth, maxheight }: Query, publicUrl: string): Oembed {
  const { kind, id, title, picture, fileKind } = entry
  const most = { width: maxwidth ?? Infinity, height: maxheight ?? Infinity }
  const author = authorOf(entry)
  const sizes = picture.renditions.map((width) => ({
    width,
    height: Math.round((picture.height * width) / picture.width),
  }))
  const urlOf = ({ width }: Size) => publicUrl + renditionUrl(picture.id, width, 'webp')
  const fits = ({ width, height }: Size) => width <= most.width && height <= most.height
  const photo = sizes.findLast(fits)
  const thumbnail = sizes.findLast((size) => fits(size) && size.width <= 640)
  const common = {
    version: '1.0',
    title,
    author_name: author.name,
    author_url: publicUrl + author.page,
    provider_name: 'Plinth',
    provider_url: `${publicUrl}/`,
    cache_age: CACHE_S,
    ...(thumbnail === undefined
      ? {}
      : {
          thumbnail_url: urlOf(thumbnail),
          thumbnail_width: thumbnail.width,
          thumbnail_height: thumbnail.height,
        }),
  }
  if (fileKind === 'image') {
    // No picture of ours is that small.
    if (photo === undefined) return { type: 'link', ...common }
    return { type: 'photo', ...common, url: urlOf(photo), width: photo.width, height: photo.height }
  }
  const { width, height } = frameOf(picture, most)
  const src = `${publicUrl}/embed/${kind === 'work' ? 'portfolio' : 'post'}/${id}`
  return {
    type: fileKind === 'video' ? 'video' : 'rich',
    ...common,
    html: `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" title="${escapeHtml(`${title} by ${author.name}`)}" style="border:0" loading="lazy" allowfullscreen></iframe>`,
    width,
    height,
  }
}

/** A frame for a picture of this shape and the line under it, as large as is allowed. */
function frameOf(picture: Size, most: Size): Size {
  const width = Math.min(640, most.width)
  const wanted = Math.round((picture.height * width) / picture.width) + CAPTION
  return { width, height: Math.min(Math.max(wanted, SMALLEST_FRAME), most.height) }
}

const xmlOf = (answer: Oembed): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(answer)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join('')}</oembed>\n`
