import { getAnalytics } from '@plinth/contract/analytics/analytics.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  likePost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
} from '@plinth/contract/posts/posts.ts'
import pg from 'pg'
import { makePictures, type Person, type World } from '../all/world.ts'
import { WRITES } from '../all/writes.ts'
import { figuresOf, type Figures } from '../figures.ts'
import { openConnection } from '../load/connection.ts'
import { encodeRequest, type HttpRequest } from '../load/http.ts'
import { openSession, type Session } from '../session.ts'
import type { BenchEnv } from '../env.ts'

/** How many people take part. */
const PEOPLE = 20
/** How often each call is made, one after the other. Writes are few, because what they write stays. */
const READ_CALLS = 100
const WRITE_CALLS = 30
/** Calls before those that count: connections open and statements are planned. */
const WARM = 5

/** What calls are made about: of the world of all rows, as much as these calls ask for. */
type Cast = World & { words: readonly string[] }

interface Call {
  name: string
  isWrite?: true
  /** The n-th request. */
  request: (cast: Cast, n: number) => HttpRequest
}

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const read =
  (path: string): Call['request'] =>
  ({ people }, n) => ({ path, cookie: at(people, n).cookie })

const FIRST_VISIT = 'For You, first visit'

const CALLS: readonly Call[] = [
  {
    name: FIRST_VISIT,
    request: read(endpointUrl(listForYou, { query: { limit: 20 } })),
  },
  { name: 'For You', request: read(endpointUrl(listForYou, { query: { limit: 20 } })) },
  { name: 'followed', request: read(endpointUrl(listFollowedPosts, { query: { limit: 20 } })) },
  { name: 'explore', request: read(endpointUrl(listExplorePosts)) },
  {
    name: 'search, one word',
    request: ({ people, words }, n) => ({
      path: endpointUrl(listPortfolios, { query: { search: at(words, n) } }),
      cookie: at(people, n).cookie,
    }),
  },
  {
    name: 'profile',
    request: ({ people, creators }, n) => ({
      path: endpointUrl(getProfile, { params: { id: at(creators, n).id } }),
      cookie: at(people, n).cookie,
    }),
  },
  {
    name: 'notifications',
    request: read(endpointUrl(listNotifications, { query: { limit: 20 } })),
  },
  ...([30, 365] as const).map((period) => ({
    name: `analytics, ${period} days`,
    request: ({ creators }: Cast, n: number) => ({
      path: endpointUrl(getAnalytics, { query: { period, tz: 'Europe/Berlin' } }),
      cookie: at(creators, n).cookie,
    }),
  })),
  {
    name: 'like',
    isWrite: true,
    request: ({ people, posts }, n) => ({
      method: 'POST',
      path: endpointUrl(likePost, { params: { id: at(posts, n) } }),
      cookie: at(people, n).cookie,
      body: '{}',
    }),
  },
]

const DRAWN_WRITES = WRITES.filter(({ name }) => name === 'comment' || name === 'create a post')

/** The names of all calls, in the order in which they are made. */
export const CALL_NAMES: readonly string[] = [
  ...CALLS.map(({ name }) => name),
  ...DRAWN_WRITES.map(({ name }) => name),
]

/** Makes each of the calls a fixed number of times on the quiet server. Returns their figures by name. */
export async function measureCalls(env: BenchEnv): Promise<Map<string, Figures>> {
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  const sessions: Session[] = []
  const open = async (ids: readonly string[]): Promise<Person[]> => {
    const people: Person[] = []
    for (const id of ids) {
      const session = await openSession(env.databaseUrl, id)
      sessions.push(session)
      people.push({ id, cookie: session.cookie })
    }
    return people
  }
  const column = async (sql: string): Promise<string[]> =>
    (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows.map(
      ([value]) => value ?? '',
    )
  try {
    const people = await open(
      await column(
        `select id from users where not is_gone and not is_admin and following_count > 0
         order by md5(id::text) limit ${PEOPLE}`,
      ),
    )
    // Those whose works are looked at most have the most tallies.
    const creators = await open(
      await column(
        `select creator_id from portfolio_items i join users u on u.id = i.creator_id and not u.is_gone
         group by 1 order by sum(view_count) desc limit 10`,
      ),
    )
    const cast: Cast = {
      people,
      creators: creators.map((one) => ({ ...one, handle: '' })),
      posts: await column('select id from posts where is_visible order by md5(id::text) limit 100'),
      words: await column(
        `select word from search_terms where item_count > 0 and length(word) between 5 and 12
         order by md5(word) limit 100`,
      ),
      crowd: [],
      eager: at(people, 0),
      works: [],
      tags: [],
      threads: [],
    }
    const figures = new Map<string, Figures>()
    for (const { name, request, isWrite } of CALLS) {
      const isFirst = name === FIRST_VISIT
      figures.set(
        name,
        await timeCalls(env, {
          count: isWrite ? WRITE_CALLS : READ_CALLS,
          request: (n) => request(cast, n),
          before: async (n) => {
            if (isFirst)
              await client.query('delete from for_you_lists where user_id = $1', [at(people, n).id])
          },
        }),
      )
    }
    const pictures = await makePictures(client, creators, WRITE_CALLS + WARM)
    for (const { name, draw } of DRAWN_WRITES) {
      const request = (n: number): HttpRequest => ({
        method: 'POST',
        ...draw(cast, () => at(pictures, n)),
      })
      figures.set(name, await timeCalls(env, { count: WRITE_CALLS, request }))
    }
    return figures
  } finally {
    for (const session of sessions) await session.end()
    await client.end()
  }
}

async function timeCalls(
  env: BenchEnv,
  {
    count,
    request,
    before,
  }: {
    count: number
    request: (n: number) => HttpRequest
    /** Called before the n-th call, outside of the time it takes. */
    before?: (n: number) => Promise<void>
  },
): Promise<Figures> {
  const connection = await openConnection(new URL(env.url))
  const times: number[] = []
  try {
    for (let n = 0; n < count + WARM; n += 1) {
      await before?.(n)
      const asked = request(n)
      const encoded = encodeRequest({ ...asked, origin: env.publicUrl })
      const begin = performance.now()
      const status = await connection.send(encoded)
      if (status < 200 || status > 299) throw new Error(`${asked.path} answered ${status}.`)
      if (n >= WARM) times.push(performance.now() - begin)
    }
  } finally {
    connection.close()
  }
  return figuresOf(times, times.reduce((sum, one) => sum + one, 0) / 1_000)
}
