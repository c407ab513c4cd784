// Runs as its own process: the most that Fastify and pg can do on this machine with little to do. It serves ready bytes,
// and a page of posts and a like of a small model of Plinth with one statement each, without a session or any checks.
import { brotliCompressSync, constants } from 'node:zlib'
import Fastify from 'fastify'
import pg from 'pg'
import { FEED_SQL, LIKE_SQL } from './model.ts'

/** What the server serves. The answer is its address, sent again whenever the bodies are replaced. */
export interface LimitTask {
  /** Bodies by path. */
  bodies: Record<string, string>
  type: string
  /** Serves the bodies as browsers get them. */
  isCompressed: boolean
  /** The limits' database; null: ready bytes only. */
  databaseUrl: string | null
}

/** As many connections as the product has. */
const POOL_SIZE = 10

let bodies = new Map<string, Buffer>()
let headers: Record<string, string> = {}
let address: string | null = null

const text = { type: 'string' }
const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const texts = { type: 'array', items: text }
const object = (properties: object) => ({ type: 'object', properties })

const PAGE = {
  type: 'array',
  items: object({
    id: integer,
    type: text,
    title: text,
    description: text,
    categoryId: integer,
    category: object({ name: text }),
    tags: texts,
    location: text,
    mood: text,
    mediaUrls: texts,
    thumbnailUrl: text,
    price: integer,
    isPublic: flag,
    isApproved: flag,
    isFeatured: flag,
    createdAt: { type: 'string', format: 'date-time' },
    creator: object({
      id: integer,
      firstName: text,
      lastName: text,
      profileImageUrl: text,
      isCreator: flag,
    }),
    likeCount: integer,
    commentCount: integer,
    shareCount: integer,
    viewCount: integer,
    isLiked: flag,
    isSaved: flag,
  }),
}

type Row = Record<string, unknown>

const postOf = ({
  categoryName,
  creatorId,
  firstName,
  lastName,
  profileImageUrl,
  isCreator,
  ...rest
}: Row): Row => ({
  ...rest,
  category: { name: categoryName },
  creator: { id: creatorId, firstName, lastName, profileImageUrl, isCreator },
})

/** As the product compresses what it keeps. */
const compressed = (body: string): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })

async function serve(databaseUrl: string | null): Promise<string> {
  const app = Fastify()
  app.get('/*', (request, reply) => {
    void reply.headers(headers).send(bodies.get(request.url))
  })
  if (databaseUrl !== null) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
    app.get<{ Querystring: { viewer: string } }>(
      '/feed',
      { schema: { response: { 200: PAGE } } },
      async ({ query }) => {
        const values = [Number(query.viewer)]
        return (await pool.query<Row>({ name: 'feed', text: FEED_SQL, values })).rows.map(postOf)
      },
    )
    app.post<{ Querystring: { viewer: string; post: string } }>('/like', async ({ query }) => {
      const values = [Number(query.viewer), Number(query.post)]
      const { rows } = await pool.query<Row>({ name: 'like', text: LIKE_SQL, values })
      return { liked: true, likeCount: rows[0]?.like_count ?? null }
    })
  }
  return app.listen({ host: '127.0.0.1', port: 0 })
}

// A bench that was interrupted must not leave it behind.
process.on('disconnect', () => process.exit())
process.on('message', (task: LimitTask) => {
  void (async () => {
    const bytesOf = task.isCompressed ? compressed : (body: string) => Buffer.from(body)
    bodies = new Map(Object.entries(task.bodies).map(([path, body]) => [path, bytesOf(body)]))
    headers = {
      'content-type': task.type,
      ...(task.isCompressed ? { 'content-encoding': 'br' } : {}),
    }
    address ??= await serve(task.databaseUrl)
    process.send?.(address)
  })()
})
