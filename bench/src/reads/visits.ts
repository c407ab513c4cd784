import { setTimeout as sleep } from 'node:timers/promises'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { listExplorePosts } from '@plinth/contract/posts/posts.ts'
import { formatTable } from '../figures.ts'
import type { Cache } from './caches.ts'

/** As many as a busy site has in a few minutes of its best hour: 72,000 visits an hour. */
const SECONDS = 90
const PER_SECOND = 20
const PICTURES = 4

interface Site {
  works: readonly string[]
  posts: readonly string[]
  files: readonly string[]
}

/** The first of a list is asked for most: as much more often than the n-th as n. */
function popular<T>(list: readonly T[]): T {
  const weights = list.map((_, at) => 1 / (at + 1))
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex((weight) => (left -= weight) <= 0)
  return list[Math.max(at, 0)] as T
}

/** One page that a visitor opens, what its scripts then ask for, and its pictures. */
function pathsOf({ works, posts, files }: Site): string[] {
  const page = popular([
    '/',
    ...works.map((id) => `/portfolio/${id}`),
    '/explore',
    ...posts.map((id) => `/post/${id}`),
  ])
  const list = popular([endpointUrl(listPortfolios), endpointUrl(listExplorePosts)])
  return [page, list, ...Array.from({ length: PICTURES }, () => popular(files))]
}

const kindOf = (path: string) =>
  path.startsWith('/media/') ? 'files' : path.startsWith('/api/') ? 'lists' : 'pages'

/** Lets visitors look around and prints how much the cache answered by itself. */
export async function visit(
  cache: Cache,
  { print, ...site }: Site & { print: (text: string) => void },
): Promise<void> {
  const tallies = new Map(
    (['pages', 'lists', 'files'] as const).map((kind) => [kind, { sent: 0, hits: 0 }]),
  )
  const open = async () => {
    for (const path of pathsOf(site)) {
      const answer = await fetch(cache.url + path)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
      const tally = tallies.get(kindOf(path))
      if (tally === undefined) continue
      tally.sent += 1
      if (cache.isHit(answer.headers)) tally.hits += 1
    }
  }
  const visits: Promise<void>[] = []
  for (let at = 0; at < SECONDS * PER_SECOND; at += 1) {
    visits.push(open())
    await sleep(1_000 / PER_SECOND)
  }
  await Promise.all(visits)
  const rows = [...tallies].map(([kind, { sent, hits }]) => [
    kind,
    String(sent),
    `${((100 * hits) / sent).toFixed(1)} %`,
  ])
  print(
    `\n${cache.name}: ${PER_SECOND} visitors a second for ${SECONDS} s\n\n${formatTable([['what', 'requests', 'from the cache'], ...rows])}\n`,
  )
}
