// Prints the SQL statements of search and analytics and example parameters as JSON, for bench/.
import { ANALYTICS_PERIODS } from '@plinth/contract/analytics/analytics.ts'
import { Kysely, PostgresDialect, type CompiledQuery, sql } from 'kysely'
import { createPool } from '../src/db/pool.ts'
import type { DB } from '../src/db/schema.ts'
import { analyticsStatement } from '../src/features/analytics/analytics-queries.ts'
import { shownItem } from '../src/features/portfolios/portfolio-sql.ts'
import { worksStatement } from '../src/features/portfolios/portfolio-list-queries.ts'
import { facetsStatement } from '../src/features/search/facet-queries.ts'
import {
  everythingStatement,
  peopleFoundStatement,
  postsFoundStatement,
} from '../src/features/search/search-queries.ts'
import { suggestionsStatement } from '../src/features/search/suggestion-queries.ts'
import { databaseUrlFromEnv } from './env.ts'

/** Placeholders that mark where a value belongs. */
const TOKEN = Buffer.from('token')
const TERM = 'a term'

const pool = createPool({ url: databaseUrlFromEnv(), size: 1, namedStatements: false })
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
const who = { tokenHash: TOKEN }
const page = { limit: 20, after: null }

/** A statement as its list builds it, with values. */
interface Compilable {
  compile: (to: typeof db) => CompiledQuery
}

function statement(builder: Compilable) {
  const compiled = builder.compile(db)
  return {
    sql: compiled.sql,
    params: compiled.parameters.map((value) => (value === TOKEN ? null : value)),
    tokenAt: compiled.parameters.indexOf(TOKEN),
  }
}

const dump = { analytics: dumpAnalytics(), parts: await dumpSearch() }

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
  const withTerm = (builder: Compilable, query: object = {}) => {
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
  const byFilters = (build: (query: (typeof filters)[number]) => Compilable) =>
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
