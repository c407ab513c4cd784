import { createHash } from 'node:crypto'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { cleanHandle, handlePath, isHandle } from '@plinth/contract/people/handles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findByHandle } from '../../core/users/handle-queries.ts'
import { nameOf } from '../../core/users/person-view.ts'
import type { Context } from '../../deps.ts'
import { notFound, orNotFound } from '../../http/errors.ts'
import { shorten } from '../../http/shell/page.ts'
import { findFeed, type Entry } from './entry-queries.ts'
import { atomOf, jsonFeedOf, type Feed } from './feed-view.ts'
import { encodePart } from './sitemap-routes.ts'

const FORMATS = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: atomOf },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeedOf },
} as const
type Format = keyof typeof FORMATS

/** As long as a reader or a cache in between may keep a feed. */
const CACHE = 'public, max-age=300'

/** Feeds of a creator, a category and a tag: the newest works and posts, as Atom and as JSON Feed. */
export function registerFeeds({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { replicas, env } = deps

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { feed, format }: { feed: Feed; format: Format },
  ) => {
    const { type, write } = FORMATS[format]
    const text = write(feed, `${feed.base}/feed.${format}`, env.publicUrl)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    void reply.headers({
      'cache-control': CACHE,
      etag,
      'last-modified': feed.updatedAt.toUTCString(),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (isUnchanged(request.headers, etag, feed.updatedAt)) return reply.code(304).send()
    return reply.type(type).send(text)
  }

  for (const format of Object.keys(FORMATS) as Format[]) {
    const options = { schema: { hide: true } }
    app.get<{ Params: { handle: string } }>(
      `/@:handle/feed.${format}`,
      options,
      async (request, reply) => {
        const wanted = request.params.handle
        const clean = cleanHandle(wanted)
        const { id, handle } = orNotFound(
          isHandle(clean) ? await replicas.read((at) => findByHandle(at, clean)) : null,
        )
        if (handle !== wanted) {
          return reply
            .header('cache-control', CACHE)
            .redirect(`${handlePath(handle)}/feed.${format}`, 301)
        }
        const { person, entries } = await replicas.read((at) => findFeed(at, { of: 'person', id }))
        const { bio, ...creator } = orNotFound(person)
        const name = nameOf(creator)
        const page = handlePath(handle)
        return send(request, reply, {
          format,
          feed: {
            title: `${name} on Plinth`,
            description: shorten(bio ?? '') || `Works and posts by ${name}.`,
            page,
            base: page,
            author: { name, page },
            entries,
            updatedAt: newestOf(entries),
          },
        })
      },
    )

    app.get<{ Params: { slug: string } }>(
      `/explore/:slug/feed.${format}`,
      options,
      async (request, reply) => {
        const category = orNotFound(CATEGORIES.find(({ slug }) => slug === request.params.slug))
        const { entries } = await replicas.read((at) =>
          findFeed(at, { of: 'category', id: category.id }),
        )
        const feed = {
          title: `${category.name} on Plinth`,
          description: `New works and posts in ${category.name}.`,
          page: `/explore?category=${category.slug}`,
          base: `/explore/${category.slug}`,
          author: null,
          entries,
          updatedAt: newestOf(entries),
        }
        return send(request, reply, { format, feed })
      },
    )

    app.get<{ Params: { tag: string } }>(
      `/explore/tag/:tag/feed.${format}`,
      options,
      async (request, reply) => {
        if (request.params.tag.includes('\0')) throw notFound()
        const { entries, tag } = await replicas.read((at) =>
          findFeed(at, { of: 'tag', tag: request.params.tag }),
        )
        // Otherwise every word would have a feed.
        if (entries.length === 0 || tag === null) throw notFound()
        const page = `/explore/tag/${encodePart(tag)}`
        const feed = {
          title: `#${tag} on Plinth`,
          description: `New works and posts with the tag ${tag}.`,
          page,
          base: page,
          author: null,
          entries,
          updatedAt: newestOf(entries),
        }
        return send(request, reply, { format, feed })
      },
    )
  }
}

/** A feed without entries has not changed since the beginning. */
const newestOf = (entries: readonly Entry[]): Date =>
  new Date(Math.max(0, ...entries.map(({ updatedAt }) => Date.parse(updatedAt))))

/** Whether the reader has this already (RFC 9110, 13.2.2): the tag decides, and the time only without one. */
function isUnchanged(headers: FastifyRequest['headers'], etag: string, updatedAt: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags
      .split(',')
      .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && since >= Math.floor(updatedAt.getTime() / 1_000) * 1_000
}
