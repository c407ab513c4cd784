// Prints the SQL statements of the most frequent reads and example parameters as JSON, for bench/.
import { ANALYTICS_PERIODS } from '@plinth/contract/analytics/analytics.ts'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { createPool } from '../src/db/pool.ts'
import type { DB } from '../src/db/schema.ts'
import { analyticsStatement } from '../src/features/analytics/analytics-queries.ts'
import { viewStatement } from '../src/features/portfolios/portfolio-item-queries.ts'
import { shownItem } from '../src/features/portfolios/portfolio-sql.ts'
import { worksStatement } from '../src/features/portfolios/portfolio-list-queries.ts'
import { feedStatement } from '../src/features/posts/for-you/feed-queries.ts'
import {
  listPageStatement,
  popularStatement,
} from '../src/features/posts/for-you/for-you-list-queries.ts'
import {
  candidatesStatement,
  tasteStatement,
} from '../src/features/posts/for-you/for-you-queries.ts'
import { postViewStatement } from '../src/features/posts/post-item-queries.ts'
import {
  exploreStatement,
  likedOrSavedPostsStatement,
  tagPostsStatement,
} from '../src/features/posts/post-list-queries.ts'
import { tagStatement } from '../src/features/posts/tag-queries.ts'
import { facetsStatement } from '../src/features/search/facet-queries.ts'
import {
  everythingStatement,
  peopleFoundStatement,
  postsFoundStatement,
} from '../src/features/search/search-queries.ts'
import { suggestionsStatement } from '../src/features/search/suggestion-queries.ts'
import { cursorAfter } from '../src/http/paging.ts'
import { databaseUrlFromEnv } from './env.ts'

/** Placeholders that mark where a value belongs. */
const TOKEN = Buffer.from('token')
const TERM = 'a term'
const EXAMPLES = 64

const pool = createPool({ url: databaseUrlFromEnv(), size: 1, namedStatements: false })
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
const who = { tokenHash: TOKEN }
const page = { limit: 20, after: null }

interface Compilable {
  compile: (db: Kysely<DB>) => { sql: string; parameters: readonly unknown[] }
}

function statement(builder: Compilable) {
  const compiled = builder.compile(db)
  return {
    sql: compiled.sql,
    params: compiled.parameters.map((value) => (value === TOKEN ? null : value)),
    tokenAt: compiled.parameters.indexOf(TOKEN),
  }
}

const samples = await sampleWorks(EXAMPLES)
const search = statement(worksStatement(who, { ...page, order: 'relevant', search: TERM }))
const dump = {
  list: statement(worksStatement(who, { ...page, order: 'newest' })),
  listDeep: samples.map((sample) => {
    const after = { order: 'newest' as const, ...sample }
    return {
      ...statement(worksStatement(who, { order: 'newest', limit: 20, after })),
      cursor: cursorAfter(after.order, [after.key, after.id]),
    }
  }),
  search: { ...search, termAt: search.params.indexOf(TERM) },
  item: samples.map(({ id }) => ({ ...statement(viewStatement(who, id)), id })),
  posts: await dumpPosts(),
  analytics: dumpAnalytics(),
  parts: await dumpSearch(),
}
/** Each list of posts as the server reads it, with its viewer and its path. */
async function dumpPosts() {
  const viewers = await sampleViewers()
  const { member, eager, tag, postId } = viewers
  const after = null
  const input = { limit: 20, after }
  const rows: [
    name: string,
    viewer: 'member' | 'eager' | null,
    path: string,
    builder: Compilable,
  ][] = [
    ['for you, popular', null, '/api/posts?limit=20', popularStatement(input)],
    [
      'for you, kept list',
      'member',
      '/api/posts?limit=20',
      listPageStatement(who, { position: 0, limit: 20, fresh: true }),
    ],
    [
      'followed, 10 follows',
      'member',
      '/api/posts/feed',
      feedStatement({ viewerId: member }, input),
    ],
    [
      'followed, 2,000 follows',
      'eager',
      '/api/posts/feed',
      feedStatement({ viewerId: eager }, input),
    ],
    [
      'explore, popular',
      null,
      '/api/posts/explore',
      exploreStatement({ ...input, order: 'popular' }),
    ],
    [
      'explore, newest in a category',
      'member',
      '/api/posts/explore?categoryId=2&sort=newest',
      exploreStatement({ ...input, order: 'newest', categoryId: 2 }),
    ],
    ['liked', 'member', '/api/posts/liked', likedOrSavedPostsStatement(who, 'liked', input)],
    ['saved', 'member', '/api/posts/saved', likedOrSavedPostsStatement(who, 'saved', input)],
    [
      'by tag',
      'member',
      `/api/posts/tag/${encodeURIComponent(tag)}`,
      tagPostsStatement(who, tag, input),
    ],
    ['tag', 'member', `/api/tags/${encodeURIComponent(tag)}`, tagStatement(who, tag)],
    ['one post', 'member', `/api/posts/${postId}`, postViewStatement(who, postId)],
  ]
  return {
    viewers: { member, eager },
    crowd: viewers.crowd,
    reads: rows.map(([name, viewer, address, builder]) => ({
      name,
      viewer,
      path: address,
      ...statement(builder),
    })),
    making: [
      { name: 'making a list: taste', ...statement(tasteStatement(member)) },
      {
        name: 'making a list: candidates',
        ...statement(candidatesStatement(member, { tags: [tag], categories: [1, 2] })),
      },
    ],
  }
}

/** Each part of search as the server reads it, with the queries of its calls. */
async function dumpSearch() {
  const { rows } = await sql<{ people: number; places: string[] }>`
    select (select count(*)::integer from people_docs) as people, array(
      select label from facet_counts where facet like 'at %' order by md5(facet) limit 16) as places`.execute(
    db,
  )
  const { people = 0, places = [] } = rows[0] ?? {}
  const narrow = places.map((place, at) => ({ place, minPrice: at * 25, maxPrice: at * 25 + 500 }))
  const wide = [
    { minPrice: 100, maxPrice: 400 },
    { origin: 'hand' },
    {},
    { categoryId: 2, minPrice: 50 },
  ]
  const filters = [...narrow, ...wide]
  const input = { exact: false, search: TERM, ...page }
  const works = { ...page, search: TERM, order: 'relevant' as const }
  const withTerm = (builder: RawBuilder<unknown>, query: object = {}) => {
    const made = statement(builder)
    return [
      {
        query,
        statement: {
          ...made,
          termsAt: made.params.flatMap((value, at) => (value === TERM ? [at] : [])),
        },
      },
    ]
  }
  const byFilters = (build: (query: (typeof filters)[number]) => RawBuilder<unknown>) =>
    filters.flatMap((query) => withTerm(build(query), query))
  const common = { minPrice: 100, maxPrice: 900 }
  return {
    people,
    reads: [
      { name: 'works', queries: withTerm(worksStatement(who, works)) },
      {
        name: 'works, filtered',
        queries: withTerm(worksStatement(who, { ...works, ...common }), common),
      },
      { name: 'people', queries: withTerm(peopleFoundStatement(who, input)) },
      {
        name: 'posts',
        queries: withTerm(postsFoundStatement(who, { ...input, categoryId: undefined })),
      },
      {
        name: 'all parts',
        queries: withTerm(everythingStatement(who, { search: TERM }, shownItem)),
      },
      { name: 'suggestions', queries: withTerm(suggestionsStatement(who, TERM)) },
      {
        name: 'list by place and price',
        queries: byFilters((query) => worksStatement(who, { ...page, ...query, order: 'newest' })),
      },
      { name: 'facets, with words', queries: withTerm(facetsStatement(who, { search: TERM })) },
      {
        name: 'facets by place and price',
        queries: byFilters((query) => facetsStatement(who, query)),
      },
    ],
  }
}

/** In a time zone that is offset by a quarter of an hour. */
function dumpAnalytics() {
  const creatorId = '01900005-0000-7000-8000-000000000000'
  const tz = 'Asia/Kathmandu'
  return {
    creatorId,
    reads: ANALYTICS_PERIODS.map((period) => ({
      period,
      tz,
      ...statement(analyticsStatement({ creatorId, period, tz, now: new Date() })),
    })),
  }
}

process.stdout.write(`${JSON.stringify(dump)}\n`)
await db.destroy()

/** Samples works from the whole wall, with their sort key: the publication time in microseconds. */
async function sampleWorks(count: number): Promise<{ id: string; key: number }[]> {
  const { rows } = await sql<{ id: string; key: number }>`
    select id, key::float8 as key from (
      select id, (extract(epoch from created_at) * 1000000)::bigint as key,
        row_number() over (order by created_at desc, id desc) as place, count(*) over () as works
      from portfolio_items where is_listed) t
    where place % greatest(1, works / ${count}::int) = 0
    order by md5(id::text) limit ${count}::int`.execute(db)
  return rows
}

interface SampleViewers {
  /** Follows a few people. */
  member: string
  /** Follows more people than anybody else. */
  eager: string
  /** People whose For You is made for the first time. */
  crowd: string[]
  /** A frequent tag. */
  tag: string
  postId: string
}

/** Picks the people who read posts, and what they read. */
async function sampleViewers(): Promise<SampleViewers> {
  const { rows } = await sql<SampleViewers>`
    select
      (select id from users where following_count between 5 and 30 order by md5(id::text) limit 1) as member,
      (select id from users order by following_count desc, id limit 1) as eager,
      array(select id::text from users where following_count > 0 order by md5('crowd' || id) limit 50) as crowd,
      (select tag from (select tag from post_tags limit 10000) t
        group by tag order by count(*) desc, tag limit 1) as tag,
      (select id from posts where is_visible order by md5(id::text) limit 1) as "postId"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('There is nobody to read posts.')
  return row
}
