import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import {
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { getPost, likePost, listExplorePosts, listForYou } from '@plinth/contract/posts/posts.ts'
import pg from 'pg'
import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { openSession, type Session } from '../session.ts'
import { installedCaches, type Cache } from './caches.ts'

const PEOPLE = 20
const WORKERS = 32
const PORT = 3930
const FLAG = /"(isLiked|isSaved|isFollowing|isBlocked)":true/

/** Somebody who asks: a visitor, a member by cookie or by access token, or a cookie whose session has ended. */
interface Caller {
  name: string
  headers: Record<string, string>
  status: 200 | 401
}

interface Tally {
  sent: number
  hits: number
  notModified: number
  wrong: string[]
}

/**
 * Sends requests of twenty people and of visitors through a real cache. Every answer must have the flags that the
 * server itself gives this caller, however the cache mixes them up.
 */
export async function benchCache({ env, requests, print }: BenchInput): Promise<void> {
  const caches = installedCaches()
  if (caches.length === 0) throw new Error('Install nginx or Varnish first: they are the cache.')
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  const sessions: Session[] = []
  try {
    const idsOf = async (sql: string): Promise<string[]> =>
      (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
    const people = await idsOf(
      `select id from users where not is_gone and not is_admin order by id limit ${PEOPLE}`,
    )
    const works = await idsOf(
      'select id from portfolio_items where is_listed order by created_at desc, id desc limit 10',
    )
    const posts = await idsOf(
      'select id from posts where is_visible order by created_at desc, id desc limit 10',
    )
    for (const id of people) sessions.push(await openSession(env.databaseUrl, id))
    const tokens: string[] = []
    for (const id of people) tokens.push(await makeToken(client, id))
    // Each person likes others, so that no two have the same flags.
    for (const [at, { cookie }] of sessions.entries()) {
      const like = async (endpoint: { path: string }, id: string) => {
        const { status } = await fetch(env.url + endpointUrl(endpoint, { params: { id } }), {
          method: 'POST',
          headers: { cookie, origin: env.publicUrl, 'content-type': 'application/json' },
          body: '{"liked":true}',
        })
        if (status !== 200) throw new Error(`A like was answered with ${status}.`)
      }
      for (const [n, id] of works.entries())
        if (((at + 1) >> (n % 5)) & 1) await like(likePortfolio, id)
      for (const [n, id] of posts.entries()) if (((at + 1) >> (n % 5)) & 1) await like(likePost, id)
    }
    const callers = callersOf(sessions, tokens)
    const paths = pathsOf({ people, works, posts })
    const expected = await readExpected(env.url, callers, paths)
    const rows = [['cache', 'requests', 'from the cache', 'not modified', "another's or wrong"]]
    for (const [at, start] of caches.entries()) {
      const cache = await start(env.url, PORT + at)
      try {
        const { sent, hits, notModified, wrong } = await walk(cache, {
          requests,
          callers,
          paths,
          expected,
        })
        rows.push([cache.name, ...[sent, hits, notModified, wrong.length].map(String)])
        if (wrong.length > 0) throw new Error(`${cache.name}: ${wrong.slice(0, 5).join('\n')}`)
        if (hits === 0) throw new Error(`${cache.name} kept nothing.`)
      } finally {
        await cache.stop()
      }
    }
    print(`\n${PEOPLE} people and visitors, ${paths.length} addresses\n\n${formatTable(rows)}\n`)
  } finally {
    for (const session of sessions) await session.end()
    await client.query(`delete from access_tokens where name = 'bench'`)
    await client.end()
  }
}

async function makeToken(client: pg.Client, userId: string): Promise<string> {
  const text = `plinth_${randomBytes(32).toString('base64url')}`
  await client.query(
    `insert into access_tokens (id, user_id, name, token_hash, scopes)
     values ($1, $2, 'bench', $3, '{works:read,posts:read}')`,
    [randomUUID(), userId, createHash('sha256').update(text).digest()],
  )
  return text
}

/** As many calls of visitors as of members, who differ in how they say who they are. */
function callersOf(sessions: readonly Session[], tokens: readonly string[]): Caller[] {
  const visitors = sessions.map((_, at) => ({
    name: 'a visitor',
    headers: (at % 2 === 0 ? {} : { cookie: `seen=${at % 3}` }) as Record<string, string>,
    status: 200 as const,
  }))
  const members = sessions.map(({ cookie }, at) => ({
    name: `person ${at}`,
    headers: { cookie },
    status: 200 as const,
  }))
  const programs = tokens.map((text, at) => ({
    name: `a program of person ${at}`,
    headers: { authorization: `Bearer ${text}` },
    status: 200 as const,
  }))
  const gone = 'x'.repeat(43)
  const ended = {
    name: 'an ended session',
    headers: { cookie: `plinth=${gone}; __Host-plinth=${gone}` },
    status: 401 as const,
  }
  return [...visitors, ...members, ...programs, ended]
}

function pathsOf(ids: { people: string[]; works: string[]; posts: string[] }): string[] {
  const [person = ''] = ids.people
  return [
    endpointUrl(listCategories),
    endpointUrl(listPortfolios),
    endpointUrl(listPortfolios, { query: { limit: 5 } }),
    endpointUrl(listExplorePosts),
    endpointUrl(listUserPortfolios, { params: { id: person } }),
    endpointUrl(getProfile, { params: { id: person } }),
    ...ids.works.map((id) => endpointUrl(getPortfolio, { params: { id } })),
    ...ids.posts.map((id) => endpointUrl(getPost, { params: { id } })),
    endpointUrl(listForYou),
  ]
}

/** The ids and flags in an answer, without the counts, which change by themselves. */
function flagsOf(body: string): string {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const { id, isLiked, isSaved, isFollowing } = value as Record<string, unknown>
      if (isLiked !== undefined || isSaved !== undefined || isFollowing !== undefined)
        found.push(`${String(id)} ${String(isLiked)} ${String(isSaved)} ${String(isFollowing)}`)
      Object.values(value).forEach(visit)
    }
  }
  visit(JSON.parse(body))
  return found.toSorted().join('\n')
}

const keyOf = (caller: Caller, path: string) => `${caller.name} ${path}`

/** What the server itself answers. For You is drawn up for each person anew, so only visitors' answers are compared. */
async function readExpected(
  url: string,
  callers: readonly Caller[],
  paths: readonly string[],
): Promise<Map<string, string>> {
  const expected = new Map<string, string>()
  for (const caller of callers) {
    for (const path of paths) {
      const answer = await fetch(url + path, { headers: caller.headers })
      const body = await answer.text()
      if (answer.status !== caller.status) throw new Error(`${path} answered ${answer.status}.`)
      if (caller.status === 200) expected.set(keyOf(caller, path), flagsOf(body))
    }
  }
  const differing = new Set(
    callers.map((caller) => expected.get(keyOf(caller, endpointUrl(listPortfolios)))),
  )
  if (differing.size < PEOPLE) throw new Error('The people have the same flags.')
  return expected
}

async function walk(
  cache: Cache,
  {
    requests,
    callers,
    paths,
    expected,
  }: {
    requests: number
    callers: readonly Caller[]
    paths: readonly string[]
    expected: ReadonlyMap<string, string>
  },
): Promise<Tally> {
  const tally: Tally = { sent: 0, hits: 0, notModified: 0, wrong: [] }
  /** The last ETag of each address, which members send, too. */
  const etags = new Map<string, string>()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  const worker = async () => {
    while (tally.sent < requests) {
      tally.sent += 1
      const [caller, path] = [pick(callers), pick(paths)]
      const known = Math.random() < 0.2 ? etags.get(path) : undefined
      const answer = await fetch(cache.url + path, {
        headers: { ...caller.headers, ...(known === undefined ? {} : { 'if-none-match': known }) },
      })
      const body = await answer.text()
      if (cache.isHit(answer.headers)) tally.hits += 1
      const etag = answer.headers.get('etag')
      if (etag !== null) etags.set(path, etag)
      const problem = problemOf(caller, path, { answer, body, known }, expected)
      if (answer.status === 304) tally.notModified += 1
      if (problem !== null) tally.wrong.push(`${caller.name} at ${path}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  return tally
}

function problemOf(
  caller: Caller,
  path: string,
  { answer, body, known }: { answer: Response; body: string; known: string | undefined },
  expected: ReadonlyMap<string, string>,
): string | null {
  const isVisitor = caller.name === 'a visitor'
  const { status, headers } = answer
  if (status === 304) return isVisitor && known !== undefined ? null : 'not modified'
  if (status !== caller.status) return `status ${status}`
  if (status !== 200) return null
  const wanted = isVisitor ? 'public, ' : 'private, no-store'
  if (!headers.get('cache-control')?.startsWith(wanted)) return 'another cache-control'
  if (!isVisitor && headers.get('etag') !== null) return 'an ETag'
  if (isVisitor && FLAG.test(body)) return 'flags for a visitor'
  const isForYou = path === endpointUrl(listForYou)
  if (isForYou && !isVisitor) return null
  return flagsOf(body) === expected.get(keyOf(caller, path)) ? null : 'other flags'
}
