import { createHash, randomBytes } from 'node:crypto'
import { LIVE_PATH, LiveEvent, watchPosts } from '@plinth/contract/notifications/live.ts'
import type { FastifyReply } from 'fastify'
import type { Context } from '../deps.ts'
import { sessionEnded } from '../http/admission.ts'
import { notFound } from '../http/errors.ts'
import { tokenHashOf, viewerOf } from '../http/viewer.ts'

const SCHEMA = {
  summary: 'Server-sent events for the caller: each `data` is a LiveEvent.',
  response: {
    200: { description: 'A stream.', content: { 'text/event-stream': { schema: LiveEvent } } },
  },
}

export function registerLive({ app, mount, deps, cookies }: Context): void {
  const { live } = deps

  const { config, onRequest } = mount.guard({ access: 'member' })
  app.get(
    LIVE_PATH,
    {
      exposeHeadRoute: false,
      onRequest,
      config: { ...config, rateLimit: false, isUntraced: true },
      schema: SCHEMA,
    },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const tokenHash = tokenHashOf(request, cookies)
      // Tokens are refused by then.
      if (tokenHash === null) throw sessionEnded(cookies)
      const id = newConnectionId(tokenHash)
      startStream(reply)
      await live.open({ id, userId: viewer.id, tokenHash }, reply.raw).catch((error: unknown) => {
        // Only the headers were sent, so the browser reconnects by itself.
        request.log.warn({ err: error }, 'live stream not opened')
        reply.raw.destroy()
      })
    },
  )

  mount(watchPosts, async ({ params, body, request }) => {
    const tokenHash = tokenHashOf(request, cookies)
    if (tokenHash === null || !isOwnConnection(params.id, tokenHash)) throw notFound()
    await live.watch(params.id, [...new Set(body.posts.map((id) => id.toLowerCase()))])
    return null
  })

  // Streams never end by themselves, and closing the server waits for open connections.
  app.addHook('preClose', async () => live.endStreams())
}

/** Takes the response out of Fastify, so that nothing buffers, compresses or times it out. */
function startStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // Closes the connection when the stream ends.
    connection: 'close',
  })
  reply.raw.flushHeaders()
}

/**
 * Makes the id of a stream. Its second half is derived from the session's hash, so that every process can check that a
 * caller owns the stream.
 */
function newConnectionId(tokenHash: Buffer): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${proof(random, tokenHash)}`
}

function isOwnConnection(id: string, tokenHash: Buffer): boolean {
  const [random = '', ...rest] = id.split('.')
  return rest.join('.') === proof(random, tokenHash)
}

const proof = (random: string, tokenHash: Buffer) =>
  createHash('sha256').update(random).update(tokenHash).digest('base64url')
