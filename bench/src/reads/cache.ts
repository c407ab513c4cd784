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
import { startCache, type Cache } from './caches.ts'
import { timeTakedowns } from './takedowns.ts'
import { visit } from './visits.ts'

const PEOPLE = 20
const WORKERS = 32
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
 * server itself gives this caller, however the cache mixes them up. Then visitors look around, which says how much the
 * cache answers, and works are taken down, which says how soon it forgets them.
 */
export async function benchCache({ env, requests, minutes, print }: BenchInput): Promise<void> {
  if (env.cache === null) throw new Error('Run this through: npm run bench -- cache')
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
    const files = (
      await client.query<{ path: string }>(
        `select '/media/' || r.media_id || '/' || r.name as path
         from portfolio_items i join media_renditions r on r.media_id = i.media_id
         where i.is_listed and r.name = '640.webp' order by i.id limit 20`,
      )
    ).rows.map((row) => row.path)
    const [admin] = await idsOf('select id from users where is_admin and not is_gone limit 1')
    if (files.length === 0 || admin === undefined) throw new Error('There is no demo world.')
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
    const paths = pathsOf({ people, works, posts, files })
    const expected = await readExpected(env.url, callers, paths)
    const cache = await startCache(env.url, env.cache)
    try {
      const { sent, hits, notModified, wrong } = await walk(cache, {
        requests,
        callers,
        paths,
        expected,
      })
      const mixed = [
        ['cache', 'requests', 'from the cache', 'not modified', "another's or wrong"],
        [cache.name, ...[sent, hits, notModified, wrong.length].map(String)],
      ]
      print(`\n${PEOPLE} people and visitors, ${paths.length} addresses\n\n${formatTable(mixed)}\n`)
      if (wrong.length > 0) throw new Error(`${cache.name}: ${wrong.slice(0, 5).join('\n')}`)
      if (hits === 0) throw new Error(`${cache.name} kept nothing.`)
      await visit(cache, { client, minutes, print })
      const adminSession = await openSession(env.databaseUrl, admin)
      sessions.push(adminSession)
      await timeTakedowns(cache, { env, client, cookie: adminSession.cookie, print })
    } finally {
      await cache.stop()
    }
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

function pathsOf(ids: Record<'people' | 'works' | 'posts' | 'files', string[]>): string[] {
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
    '/',
    '/explore',
    ...ids.works.map((id) => `/portfolio/${id}`),
    ...ids.posts.map((id) => `/post/${id}`),
    ...ids.files.slice(0, 5),
  ]
}

const isFile = (path: string) => path.startsWith('/media/')
const isPage = (path: string) => !path.startsWith('/api/') && !isFile(path)
/** Pages and files do not know tokens, and an ended session sees what visitors see. */
const statusAt = (caller: Caller, path: string) => (path.startsWith('/api/') ? caller.status : 200)

/** The data that a page starts with. */
const bootOf = (html: string): string =>
  /<script type="application\/json" id="boot">([^]*?)<\/script>/.exec(html)?.[1] ?? ''

/** The ids and flags in an answer, without the counts, which change by themselves. */
function flagsOf(path: string, body: string): string {
  if (isFile(path)) return String(body.length)
  const found: string[] = []
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) {
      const { id, isLiked, isSaved, isFollowing } = value as Record<string, unknown>
      if (isLiked !== undefined || isSaved !== undefined || isFollowing !== undefined)
        found.push(`${String(id)} ${String(isLiked)} ${String(isSaved)} ${String(isFollowing)}`)
      Object.values(value).forEach(collect)
    }
  }
  collect(JSON.parse(isPage(path) ? bootOf(body) : body))
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
      if (answer.status !== statusAt(caller, path))
        throw new Error(`${path} answered ${answer.status}.`)
      if (answer.status === 200) expected.set(keyOf(caller, path), flagsOf(path, body))
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
  if (status === 304)
    return (isVisitor || isFile(path)) && known !== undefined ? null : 'not modified'
  if (status !== statusAt(caller, path)) return `status ${status}`
  if (status !== 200) return null
  if (isFile(path))
    return flagsOf(path, body) === expected.get(keyOf(caller, path)) ? null : 'other'
  const wanted = isVisitor ? 'public, ' : 'private, no-store'
  if (!headers.get('cache-control')?.startsWith(wanted)) return 'another cache-control'
  if (!isVisitor && headers.get('etag') !== null) return 'an ETag'
  if (isVisitor && FLAG.test(body)) return 'flags for a visitor'
  // Both are drawn up for each person anew.
  const differs = path === endpointUrl(listForYou) || path === '/'
  if (differs && !isVisitor) return null
  return flagsOf(path, body) === expected.get(keyOf(caller, path)) ? null : 'other flags'
}
