import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { getPortfolio, listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import type pg from 'pg'
import type { BenchEnv } from '../env.ts'
import { formatTable } from '../figures.ts'
import type { Cache } from './caches.ts'

const WORKS = 10
/** What is promised. */
const MOST_MS = 2_000
/** Older answers that were on their way could come back until then. */
const WATCHED_MS = 8_000

interface Takedowns {
  env: BenchEnv
  client: pg.Client
  /** An admin's. */
  cookie: string
  print: (text: string) => void
}

/**
 * Takes works down while visitors read them from the cache, and prints after how many milliseconds none of their
 * addresses shows them any more. None may come back.
 */
export async function timeTakedowns(
  cache: Cache,
  { env, client, cookie, print }: Takedowns,
): Promise<void> {
  const { rows: works } = await client.query<{ id: string; file: string }>(
    `select i.id, '/media/' || r.media_id || '/' || r.name as file
     from portfolio_items i join media_renditions r on r.media_id = i.media_id
     where i.is_listed and r.name = '640.webp'
       and (select count(*) from portfolio_items o where o.media_id = i.media_id) = 1
       and not exists (select from post_media p where p.media_id = i.media_id)
     order by i.created_at desc, i.id desc limit ${WORKS}`,
  )
  if (works.length === 0) throw new Error('No work of the demo world has a file of its own.')
  const decide = async (method: 'PUT' | 'DELETE', id: string) => {
    const { path } = method === 'PUT' ? takeDown : putBack
    const answer = await fetch(
      env.url + endpointUrl({ path }, { params: { kind: 'portfolio', id } }),
      {
        method,
        headers: {
          cookie,
          origin: env.publicUrl,
          ...(method === 'PUT' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'PUT' ? { body: '{"reason":"other","note":"Bench."}' } : {}),
      },
    )
    if (!answer.ok)
      throw new Error(`A takedown was answered with ${answer.status}: ${await answer.text()}`)
  }
  /** Whether the cache still shows the work at this address. */
  const isShown = async (path: string, id: string): Promise<boolean> => {
    const answer = await fetch(cache.url + path)
    const body = await answer.text()
    return answer.status === 200 && (path.startsWith('/media/') || body.includes(id))
  }
  const list = endpointUrl(listPortfolios, { query: { limit: 100 } })
  const slowest = new Map<string, number>()
  for (const { id, file } of works) {
    const paths = {
      page: `/portfolio/${id}`,
      answer: endpointUrl(getPortfolio, { params: { id } }),
      list,
      file,
    }
    for (const path of Object.values(paths))
      for (let times = 0; times < 3; times += 1) await isShown(path, id)
    const begin = performance.now()
    await decide('PUT', id)
    const watch = async ([name, path]: [string, string]) => {
      let last = 0
      while (performance.now() - begin < WATCHED_MS) {
        if (await isShown(path, id)) last = performance.now() - begin
        await sleep(20)
      }
      slowest.set(name, Math.max(slowest.get(name) ?? 0, last))
    }
    await Promise.all(Object.entries(paths).map(watch))
    await decide('DELETE', id)
  }
  const rows = [...slowest].map(([name, ms]) => [name, String(Math.round(ms))])
  print(
    `\n${cache.name}: ${works.length} takedowns, milliseconds until the last answer with the work\n\n${formatTable([['where', 'ms'], ...rows])}\n`,
  )
  const late = rows.filter(([, ms]) => Number(ms) > MOST_MS)
  if (late.length > 0) throw new Error(`${cache.name} forgot too late: ${late.join('; ')}.`)
}
