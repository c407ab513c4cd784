import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { atRandom, encodeRequest, inTurn, loadHttp, type Load } from '../load/http.ts'
import type { LimitTask } from './limit-server.ts'
import { PEOPLE, POSTS } from './model.ts'

/** A server process that has almost nothing to do. */
export interface LimitServer {
  pid: number
  origin: string
  /** Replaces the bytes that it serves. */
  serveBytes: (
    bodies: ReadonlyMap<string, string>,
    as?: Pick<LimitTask, 'type' | 'isCompressed'>,
  ) => Promise<void>
  stop: () => void
}

const JSON_AS_IT_IS = { type: 'application/json; charset=utf-8', isCompressed: false }

/** Starts the limits' server. Without a database it serves ready bytes only. */
export async function startLimit(databaseUrl: string | null): Promise<LimitServer> {
  const child = fork(path.join(import.meta.dirname, 'limit-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const tell = async (task: LimitTask): Promise<string> => {
    child.send(task)
    const [origin] = (await once(child, 'message')) as [string]
    return origin
  }
  const origin = await tell({ bodies: {}, ...JSON_AS_IT_IS, databaseUrl })
  return {
    pid: child.pid ?? 0,
    origin,
    serveBytes: async (bodies, as = JSON_AS_IT_IS) => {
      await tell({ bodies: Object.fromEntries(bodies), ...as, databaseUrl })
    },
    stop: () => void child.kill(),
  }
}

/** Measures the most that a server can do which has the answers ready: a bare Fastify with the same bytes. */
export async function loadBare(
  bodies: ReadonlyMap<string, string>,
  paths: readonly string[],
  seconds: number,
): Promise<Load> {
  const limit = await startLimit(null)
  try {
    await limit.serveBytes(bodies)
    const next = inTurn(paths.map((one) => ({ path: one })))
    return await loadHttp({ origin: limit.origin, next, seconds })
  } finally {
    limit.stop()
  }
}

const upTo = (count: number) => 1 + Math.floor(Math.random() * count)

/** Pages of posts, each for a person at random. */
export const feedRequests = (): (() => Buffer) =>
  atRandom(Array.from({ length: PEOPLE }, (_, n) => ({ path: `/feed?viewer=${n + 1}` })))

/** Likes of any post by anybody, drawn anew each time: a second like of the same post writes nothing. */
export const likeRequests = (): (() => Buffer) => () =>
  encodeRequest({ method: 'POST', path: `/like?viewer=${upTo(PEOPLE)}&post=${upTo(POSTS)}` })

/** Likes that all go to one post: another one each second, so that hardly anybody likes the same one twice. */
export const hotLikeRequests = (): (() => Buffer) => () => {
  const post = 1 + (Math.floor(Date.now() / 1_000) % POSTS)
  return encodeRequest({ method: 'POST', path: `/like?viewer=${upTo(PEOPLE)}&post=${post}` })
}
