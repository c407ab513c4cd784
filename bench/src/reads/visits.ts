import { setTimeout as sleep } from 'node:timers/promises'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { listExplorePosts } from '@plinth/contract/posts/posts.ts'
import type pg from 'pg'
import { formatTable } from '../figures.ts'
import type { Cache } from './caches.ts'

/** As many as a busy site has in its best hour: 36,000 visits. */
const PER_SECOND = 10
const PICTURES = 4

interface Site {
  works: readonly string[]
  posts: readonly string[]
  files: readonly string[]
}

/** Everything that visitors can open, newest first. */
async function readSite(client: pg.Client): Promise<Site> {
  const textsOf = async (sql: string): Promise<string[]> =>
    (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text)
  return {
    works: await textsOf(
      'select id as text from portfolio_items where is_listed order by created_at desc, id desc',
    ),
    posts: await textsOf(
      'select id as text from posts where is_visible order by created_at desc, id desc',
    ),
    files: await textsOf(
      `select '/media/' || media_id || '/' || name as text
       from media_renditions join (
         select media_id, max(created_at) as shown from portfolio_items where is_listed group by 1
       ) as works using (media_id)
       where name in ('320.webp', '640.webp') order by shown desc, text`,
    ),
  }
}

/** Picks from a list whose first is asked for most: as much more often than the n-th as n. */
function popularOf<T>(list: readonly T[]): () => T {
  let sum = 0
  const sums = list.map((_, at) => (sum += 1 / (at + 1)))
  return () => {
    const drawn = Math.random() * sum
    return list[
      Math.max(
        sums.findIndex((upTo) => upTo >= drawn),
        0,
      )
    ] as T
  }
}

/** One page that a visitor opens, what its scripts then ask for, and its pictures. */
function pathsOf({ works, posts, files }: Site): () => string[] {
  const count = Math.max(works.length, posts.length)
  const page = popularOf([
    '/',
    '/explore',
    ...Array.from({ length: count }, (_, at) => [
      ...works.slice(at, at + 1).map((id) => `/portfolio/${id}`),
      ...posts.slice(at, at + 1).map((id) => `/post/${id}`),
    ]).flat(),
  ])
  const list = popularOf([endpointUrl(listPortfolios), endpointUrl(listExplorePosts)])
  const file = popularOf(files)
  return () => [page(), list(), ...Array.from({ length: PICTURES }, file)]
}

const kindOf = (path: string) =>
  path.startsWith('/media/') ? 'files' : path.startsWith('/api/') ? 'lists' : 'pages'

/** Lets visitors look around and prints how much the cache answered by itself. */
export async function visit(
  cache: Cache,
  { client, minutes, print }: { client: pg.Client; minutes: number; print: (text: string) => void },
): Promise<void> {
  const site = await readSite(client)
  const draw = pathsOf(site)
  const failed: string[] = []
  const tallies = new Map(
    (['pages', 'lists', 'files'] as const).map((kind) => [kind, { sent: 0, hits: 0 }]),
  )
  const open = async () => {
    for (const path of draw()) {
      const tally = tallies.get(kindOf(path))
      if (tally === undefined) continue
      tally.sent += 1
      try {
        const answer = await fetch(cache.url + path)
        await answer.arrayBuffer()
        if (answer.status !== 200) failed.push(`${path} was answered with ${answer.status}.`)
        else if (cache.isHit(answer.headers)) tally.hits += 1
      } catch (error) {
        failed.push(`${path}: ${(error as Error).message}`)
      }
    }
  }
  const visits: Promise<void>[] = []
  const started = performance.now()
  for (let at = 0; at < minutes * 60 * PER_SECOND; at += 1) {
    visits.push(open())
    // Counted from the beginning, so that a slow answer delays nobody who comes later.
    await sleep(Math.max(started + ((at + 1) * 1_000) / PER_SECOND - performance.now(), 0))
  }
  await Promise.all(visits)
  const rows = [...tallies].map(([kind, { sent, hits }]) => [
    kind,
    String(sent),
    `${((100 * hits) / sent).toFixed(1)} %`,
  ])
  print(
    `\n${cache.name}: ${PER_SECOND} visitors a second for ${minutes} minutes, among ${site.works.length} works, ${site.posts.length} posts and ${site.files.length} files\n\n${formatTable([['what', 'requests', 'from the cache'], ...rows])}\n`,
  )
  if (failed.length > 0)
    throw new Error(`${failed.length} requests failed: ${failed.slice(0, 5).join('\n')}`)
}
