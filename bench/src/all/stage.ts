import pg from 'pg'
import type { BenchInput } from '../env.ts'
import {
  feedRequests,
  hotLikeRequests,
  likeRequests,
  startLimit,
  type LimitServer,
} from '../limits/limit.ts'
import { makeModel } from '../limits/model.ts'
import {
  atRandom,
  encodeRequest,
  fetchBodies,
  get,
  inTurn,
  type HttpRequest,
} from '../load/http.ts'
import { rootsOf, type Roots } from '../machine.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { compare, type Result, type Side } from './compare.ts'
import type { LimitName, Row } from './rows.ts'
import {
  forgetLists,
  keepLists,
  makePictures,
  makeWorld,
  type Picture,
  type World,
} from './world.ts'
import type { Write } from './writes.ts'

/** Everything that rows are measured with. */
export interface Stage extends BenchInput {
  world: World
  roots: Roots
  client: pg.Client
}

/** With the limits beside it. */
export interface LimitedStage extends Stage {
  limit: LimitServer
}

export interface RowResult extends Result {
  name: string
  limitName: LimitName
  goal: Row['goal']
}

/** More posts than any machine that this runs on creates in a second. */
const MOST_POSTS_A_SECOND = 4_000

/** Prepares what rows are measured with, and ends it afterwards. */
export async function withStage(
  input: BenchInput,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { env, print } = input
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  print('Preparing people, and what they read …')
  try {
    const roots = await rootsOf(env.databaseUrl)
    const world = await makeWorld(client)
    // Everybody's For You is made once and then kept.
    for (const { cookie } of world.people)
      await (await get(env.url, '/api/posts?limit=20', cookie)).text()
    await keepLists(client, world.people)
    await client.query('checkpoint')
    await work({ ...input, world, roots, client })
  } finally {
    await client.end()
  }
}

/** Starts the limits' server beside what `withStage` prepares. */
export async function withLimits(
  input: BenchInput,
  work: (stage: LimitedStage) => Promise<void>,
): Promise<void> {
  input.print('Preparing the limits …')
  const limit = await startLimit(await makeModel(input.env.databaseUrl))
  try {
    await withStage(input, (stage) => work({ ...stage, limit }))
  } finally {
    limit.stop()
  }
}

/** Measures a row beside its limit, as soon as background work is done. */
export async function measureRow(stage: LimitedStage, row: Row | Write): Promise<RowResult> {
  const { env, seconds, roots, mostOthers, print } = stage
  await waitUntilQuiet(env.databaseUrl, roots, print)
  const result = await compare({
    row: await sideOf(stage, row),
    limit: await limitOf(stage, row),
    seconds,
    roots,
    mostOthers,
  })
  return { ...result, name: row.name, limitName: row.limit, goal: row.goal }
}

/**
 * Measures the rows that were asked for, also after one has failed, for example because the server was too busy. Returns
 * the failures.
 */
export async function measureEach<R extends { name: string }>(
  rows: readonly R[],
  { only, print }: BenchInput,
  measure: (row: R) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = []
  for (const row of rows.filter(({ name }) => only.test(name))) {
    try {
      await measure(row)
    } catch (error) {
      failures.push(`${row.name}: ${(error as Error).message}`)
      print(failures.at(-1) ?? '')
    }
  }
  return failures
}

export function throwIfAny(failures: readonly string[]): void {
  if (failures.length > 0) throw new Error(`Rows without figures:\n${failures.join('\n')}`)
}

/** The product's side of a row. */
export async function sideOf(stage: Stage, row: Row | Write): Promise<Side> {
  const { env, world, client } = stage
  if ('requests' in row) {
    return {
      origin: env.url,
      next: (row.isFirstVisit ? inTurn : atRandom)(await requestsOf(stage, row)),
      prepare: () =>
        row.isFirstVisit ? forgetLists(client, world) : keepLists(client, world.people),
    }
  }
  const pictures: Picture[] = []
  const takePicture = (): Picture => {
    const picture = pictures.pop()
    if (picture === undefined) throw new Error('There are no pictures left to post.')
    return picture
  }
  return {
    origin: env.url,
    next: () =>
      encodeRequest({ method: 'POST', origin: env.publicUrl, ...row.draw(world, takePicture) }),
    prepare: async (seconds) => {
      const missing = row.usesPictures ? seconds * MOST_POSTS_A_SECOND - pictures.length : 0
      if (missing > 0) pictures.push(...(await makePictures(client, world.creators, missing)))
    },
  }
}

/** The requests of a row of reads; for a next page, those that follow from the first. */
export async function requestsOf({ env, world }: Stage, row: Row): Promise<HttpRequest[]> {
  const first = row.requests(world)
  if (row.isNext === undefined) return first
  const following: HttpRequest[] = []
  for (const request of first) {
    const answer = await get(env.url, request.path, request.cookie ?? null)
    await answer.text()
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    if (next === undefined) continue
    const { pathname, search } = new URL(next, env.url)
    following.push({ ...request, path: pathname + search })
  }
  if (following.length === 0) throw new Error(`${row.name}: no first page has a next one.`)
  return following
}

/** The limit's side of a row. Ready bytes are those that the product answers visitors for the row's own paths. */
export async function limitOf(stage: LimitedStage, row: Row | Write): Promise<Side> {
  const { env, limit, world } = stage
  const { origin } = limit
  if (row.limit === 'statement') return { origin, next: feedRequests() }
  if (row.limit === 'hot like') return { origin, next: hotLikeRequests() }
  if (row.limit === 'like' || !('requests' in row)) return { origin, next: likeRequests() }
  const paths = row.requests(world).map(({ path }) => path)
  const as = row.isPage ? { type: 'text/html; charset=utf-8', isCompressed: true } : undefined
  await limit.serveBytes(await fetchBodies(env.url, paths, null), as)
  return { origin, next: atRandom(paths.map((path) => ({ path }))) }
}
