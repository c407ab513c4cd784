import { createHash, randomBytes } from 'node:crypto'
import { LIVE_PATH, LiveEvent, watchPosts } from '@plinth/contract/notifications/live.ts'
import type { FastifyReply } from 'fastify'
import type { Context } from '../deps.ts'
import { AppError, notFound } from '../http/errors.ts'
import { tokenHashOf } from '../http/viewer.ts'

const SCHEMA = {
  summary: 'Server-sent events for the caller: each `data` is a LiveEvent.',
  response: {
    200: { description: 'A stream.', content: { 'text/event-stream': { schema: LiveEvent } } },
  },
}

export function registerLive({ app, mount, deps, cookies, findViewer }: Context): void {
  const { live } = deps

  app.get(
    LIVE_PATH,
    { exposeHeadRoute: false, config: { rateLimit: false }, schema: SCHEMA },
    async (request, reply) => {
      const tokenHash = tokenHashOf(request, cookies)
      const viewer = tokenHash === null ? null : await findViewer(tokenHash)
      if (tokenHash === null || viewer === null)
        throw new AppError('auth.required', 'Sign in to do this.')
      const id = newConnectionId(tokenHash)
      startStream(reply)
      await live
        .open({ id, userId: viewer.id, isAdmin: viewer.isAdmin, tokenHash }, reply.raw)
        .catch((error: unknown) => {
          // Nothing but the headers is out: the browser comes back by itself.
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

  // Before the server waits for open connections to end, which streams do not by themselves.
  app.addHook('preClose', async () => live.endStreams())
}

/** Takes the connection away from everything that would gather, squeeze or time out its answer. */
function startStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // So that nothing is left open when the stream has ended.
    connection: 'close',
  })
  reply.raw.flushHeaders()
}

/**
 * Names a stream so that every process can tell whose it is: its second half needs the session's hash, which the
 * caller's cookie brings along and nobody else can.
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
