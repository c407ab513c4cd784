import type { BenchInput } from '../env.ts'
import { feedRequests, likeRequests, type LimitServer } from '../limits/limit.ts'
import { atRandom, fetchBodies, get, type HttpRequest } from '../load/http.ts'
import type { Roots } from '../machine.ts'
import type pg from 'pg'
import { compare, type Result, type Side } from './compare.ts'
import type { LimitName, Row } from './rows.ts'
import { keepLists, type World } from './world.ts'

/** Everything that a row is measured with. */
export interface Stage extends BenchInput {
  world: World
  limit: LimitServer
  roots: Roots
  client: pg.Client
}

export interface RowResult extends Result {
  name: string
  limitName: LimitName
  goal: Row['goal']
}

/** Measures a row of reads beside its limit. */
export async function measureRead(stage: Stage, row: Row): Promise<RowResult> {
  const { env, world, seconds, roots, mostOthers, client } = stage
  const requests = await requestsOf(stage, row)
  if (row.limit === 'bytes') {
    const paths = requests.map(({ path }) => path)
    const bodies = await fetchBodies(env.url, paths, null)
    await stage.limit.serveBytes(bodies, row.isPage ? 'text/html; charset=utf-8' : undefined)
  }
  const result = await compare({
    row: { origin: env.url, next: atRandom(requests) },
    limit: limitSide(stage, row.limit, requests),
    seconds,
    roots,
    mostOthers,
    prepare: () => keepLists(client, world.people),
  })
  return { ...result, name: row.name, limitName: row.limit, goal: row.goal }
}

/** The requests of a row; for a next page, those that follow from the first. */
export async function requestsOf({ env, world }: Stage, row: Row): Promise<HttpRequest[]> {
  const first = row.requests(world)
  if (row.isNext === undefined) return first
  const following: HttpRequest[] = []
  for (const request of first) {
    const { headers, body } = await get(env.url, request.path, request.cookie ?? null)
    await body?.cancel()
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (next === undefined) continue
    const { pathname, search } = new URL(next, env.url)
    following.push({ ...request, path: pathname + search })
  }
  if (following.length === 0) throw new Error(`${row.name}: no first page has a next one.`)
  return following
}

/** What a row is compared with; ready bytes are asked for by the row's own paths. */
export function limitSide(
  { limit }: Pick<Stage, 'limit'>,
  name: LimitName,
  requests: readonly HttpRequest[] = [],
): Side {
  const next = {
    statement: feedRequests,
    like: likeRequests,
    bytes: () => atRandom(requests.map(({ path }) => ({ path }))),
  }[name]
  return { origin: limit.origin, next: next() }
}
