import {
  ANALYTICS_PERIODS,
  getAnalytics,
  type Analytics,
} from '@plinth/contract/analytics/analytics.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { ABSOLUTE_HEADINGS, measureAbsolute } from '../all/absolute.ts'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import { formatTable } from '../figures.ts'
import { atRandom, get } from '../load/http.ts'
import { HEADINGS, measure, ROUNDS, writePlans } from '../load/measure.ts'
import type { BenchInput } from '../env.ts'
import { rootsOf } from '../machine.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { openSession } from '../session.ts'
import { readSqlFile } from '../load/sql.ts'
import pg from 'pg'

/** A creator's views in a year, spread evenly over quarters of an hour, sources and works. */
const VIEWS = 10_000_000
const WORKS = 200
const DAYS = 365
const SLOTS = DAYS * 96
const SOURCES = 7
/** Answers a second that are wanted, by days. */
const WANTED = new Map<number, number>([
  [30, 300],
  [365, 150],
])
/** Views that a minute of a busy day leaves to be added to the tallies. */
const DUE = 5_000

/** The days on which a period can begin, and the days before: only those are read by quarters of an hour. */
const EDGES = [6, 7, 29, 30, 89, 90, 364, 365]

const worldSql = (creatorId: string): string[] => [
  `insert into users (id, first_name, last_name, email, creator_granted)
   values ('${creatorId}', 'Looked', 'At', 'looked-at@bench.example', true)`,
  `insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
   select gen_random_uuid(), '${creatorId}', 1 + row_number() over () % 6, 'Work ' || row_number() over (), media_id,
     true, to_tsvector('plinth', 'work')
   from portfolio_items where is_listed order by created_at desc limit ${WORKS}`,
  `insert into creator_tallies (creator_id, grain, slot, views, likes, saves, messages, earnings_cents)
   select '${creatorId}', 'quarter', slot_of(now()) - n * interval '15 minutes', ${Math.ceil(VIEWS / SLOTS)}, 12, 3,
     (n % 8 = 0)::int, case when n % 96 = 0 then 46000 else 0 end
   from generate_series(0, ${SLOTS}) n`,
  `insert into creator_tallies (creator_id, grain, slot, views, likes, saves, messages, earnings_cents)
   select creator_id, 'hour', tally_begin('hour', slot), sum(views), sum(likes), sum(saves), sum(messages),
     sum(earnings_cents)
   from creator_tallies where creator_id = '${creatorId}' group by 1, 3`,
  `insert into source_tallies (creator_id, grain, slot, source, views, messages, deposits, completions)
   select '${creatorId}', 'quarter', slot_of(now()) - n * interval '15 minutes', source, ${Math.ceil(VIEWS / SLOTS / SOURCES)},
     1, 0, 0
   from generate_series(0, ${SLOTS}) n, unnest(enum_range(null::view_source)) source`,
  `insert into source_tallies (creator_id, grain, slot, source, views, messages)
   select creator_id, 'hour', tally_begin('hour', slot), source, sum(views), sum(messages)
   from source_tallies where creator_id = '${creatorId}' group by 1, 3, 4`,
  `insert into source_tallies (creator_id, grain, slot, source, views, messages, deposits, completions)
   select creator_id, 'day', tally_begin('day', slot), source, sum(views), sum(messages), 1, 1
   from source_tallies where creator_id = '${creatorId}' and grain = 'quarter' group by 1, 3, 4`,
  `insert into source_tallies (creator_id, grain, slot, source, views, messages, deposits, completions)
   select creator_id, 'month', tally_begin('month', slot), source, sum(views), sum(messages), sum(deposits),
     sum(completions)
   from source_tallies where creator_id = '${creatorId}' and grain = 'day' group by 1, 3, 4`,
  `insert into work_tallies (creator_id, grain, slot, item_id, views, likes, messages)
   select i.creator_id, 'day', tally_begin('day', now()) - n * interval '1 day', i.id, ${Math.ceil(VIEWS / DAYS / WORKS)}, 6, 1
   from portfolio_items i, generate_series(0, ${DAYS}) n where i.creator_id = '${creatorId}'`,
  `insert into work_tallies (creator_id, grain, slot, item_id, views, likes, messages)
   select creator_id, 'month', tally_begin('month', slot), item_id, sum(views), sum(likes), sum(messages)
   from work_tallies where creator_id = '${creatorId}' group by 1, 3, 4`,
  `insert into work_tallies (creator_id, grain, slot, item_id, views, likes, messages)
   select i.creator_id, 'quarter', tally_begin('day', now()) - n * interval '1 day' + q * interval '15 minutes', i.id,
     2, 1, 0
   from portfolio_items i, unnest(array[${EDGES.join(',')}]) n, generate_series(0, 95) q
   where i.creator_id = '${creatorId}'`,
  `insert into work_tallies (creator_id, grain, slot, item_id, views, likes, messages)
   select creator_id, 'hour', tally_begin('hour', slot), item_id, sum(views), sum(likes), sum(messages)
   from work_tallies where creator_id = '${creatorId}' and grain = 'quarter' group by 1, 3, 4`,
  `insert into tallies_due (creator_id, slot, item_id, source, views)
   select '${creatorId}', slot_of(now()), i.id, 'wall', 1
   from (select id, row_number() over () as at from portfolio_items where creator_id = '${creatorId}') i
   join generate_series(0, ${DUE - 1}) n on n % ${WORKS} + 1 = i.at`,
]

/** Measures the analytics of a creator with very many views, in a time zone that is offset by a quarter of an hour. */
export async function benchAnalytics(input: BenchInput): Promise<void> {
  const { env, seconds, mostOthers, print } = input
  const { creatorId, reads } = (await readSqlFile(env.sqlFile)).analytics
  print('Inserting a creator with many views …')
  await makeCreator(env.databaseUrl, creatorId)
  const session = await openSession(env.databaseUrl, creatorId)
  try {
    const roots = await rootsOf(env.databaseUrl)
    const rows = [HEADINGS]
    const wanted = [ABSOLUTE_HEADINGS]
    for (const period of ANALYTICS_PERIODS) {
      const name = `${period} days`
      const read = reads.find((one) => one.period === period)
      if (read === undefined) throw new Error(`${name} is not among the SQL statements.`)
      const path = endpointUrl(getAnalytics, { query: { period, tz: read.tz } })
      const { totalViews } = (await (await get(env.url, path, session.cookie)).json()) as Analytics
      print(`Measuring ${name}: ${totalViews} views …`)
      const perSecond = WANTED.get(period)
      if (perSecond !== undefined) {
        await waitUntilQuiet(env.databaseUrl, roots, print)
        const next = atRandom([{ path, cookie: session.cookie }])
        const load = { origin: env.url, next, seconds }
        wanted.push(
          await measureAbsolute({ name, goal: { perSecond }, load }, { roots, mostOthers }),
        )
      }
      const scenario = { name, paths: [path], statements: [read] }
      rows.push([name, ...(await measure(env, scenario, session, seconds))])
    }
    print(
      `\nA creator with ${VIEWS} views of ${WORKS} works in a year, 32 connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}\n`,
    )
    const about = `${await describeRun(env.databaseUrl)} A creator with ${VIEWS} views of ${WORKS} works in a year, 32 connections, ${seconds} s for each row.`
    print(`${about}\n\n${formatTable(wanted)}\n`)
    if (input.isWhole) await writeSection('analytics', `${about}\n\n${markdownTable(wanted)}`)
    const plans = reads.map((read) => [`${read.period} days`, read] as const)
    print(`Plans: ${await writePlans(env, 'analytics', plans)}`)
  } finally {
    await session.end()
  }
}

/** Inserts the creator, replacing the one of an earlier run: the days are counted from today. */
async function makeCreator(databaseUrl: string, creatorId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('delete from users where id = $1', [creatorId])
    await client.query('delete from tallies_due')
    for (const statement of worldSql(creatorId)) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
