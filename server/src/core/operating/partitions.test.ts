import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { beginProject } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { listPartitioned } from '../../db/partitions.ts'
import { checkAudit } from '../audit/audit-check-queries.ts'
import { keepPartitions } from './partition-jobs.ts'

const t = testApp({ JOBS: 'off' })
const keep = (viewsKeptMonths = 0) => keepPartitions({ db: t.deps.db, viewsKeptMonths })
const rowsOf = async <T>(statement: RawBuilder<T>) => (await statement.execute(t.deps.db)).rows

let maker: Person
let fan: Person
let post: string
beforeAll(async () => {
  ;[maker, fan] = [await t.person('Marit'), await t.person('Dana')]
  post = await makePost(t.deps, maker)
})

/** The first day of the month this many months from now, in UTC. */
function monthAt(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
    .toISOString()
    .slice(0, 10)
}
const nameAt = (table: string, months: number) =>
  `${table}_${monthAt(months).slice(0, 7).replace('-', '_')}`

/** Gives a table a year of months in the place of the one partition for the past, as it has after a year. */
async function age(table: 'post_views' | 'notices'): Promise<void> {
  await sql`drop table ${sql.table(`${table}_past`)}`.execute(t.deps.db)
  for (let months = -12; months <= 3; months += 1) await make(table, monthAt(months))
}

const partsOf = async (table: string) =>
  (
    await rowsOf(sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${table}::regclass order by 1`)
  ).map(({ name }) => name)

/** The partition that a table divided by years needs next, and the day it begins. */
async function nextOf(table: string): Promise<{ part: string; from: string }> {
  const last = (await partsOf(table)).findLast((part) => /\d$/.test(part)) ?? ''
  const [year, month] = last.slice(-7).split('_')
  const next = `${Number(year) + 1}_${month}`
  return { part: `${table}_${next}`, from: `${next.replace('_', '-')}-01` }
}
const make = (table: string, from: string) =>
  sql`select make_partition(${table}::regclass, ${from}::date)`.execute(t.deps.db)

const partOf = async (table: string, id: string) =>
  (
    await rowsOf(sql<{ part: string }>`
      select tableoid::regclass::text as part from ${sql.table(table)} where id = ${id}::uuid`)
  ).map(({ part }) => part)

describe('the partitions of the next months', () => {
  it('are made for all tables, and once', async () => {
    await keep()
    const tables = await listPartitioned(t.deps.db)
    expect(tables.map(({ name }) => name)).toEqual([
      'audit_log',
      'notices',
      'portfolio_views',
      'post_views',
      'project_events',
    ])
    for (const { name, monthsAhead } of tables) {
      const isByYear = ['audit_log', 'project_events'].includes(name)
      expect(monthsAhead, name).toBeGreaterThanOrEqual(3)
      expect(monthsAhead, name).toBeLessThan(isByYear ? 15 : 4)
    }
    const last = nameAt('post_views', 3)
    await sql`drop table ${sql.table(last)}`.execute(t.deps.db)
    expect(await listPartitioned(t.deps.db)).toContainEqual({ name: 'post_views', monthsAhead: 2 })
    await Promise.all([keep(), keep()])
    expect(await listPartitioned(t.deps.db)).toEqual(tables)
    expect(await partsOf('post_views')).toContain(last)
  })

  it('take what the default partition took of them, with whatever refers to it', async () => {
    const { part, from } = await nextOf('project_events')
    const project = await beginProject(t, { client: fan, creator: maker })
    const [row] = await rowsOf(sql<{ id: string }>`
      insert into project_events (id, project_id, kind, by_role)
      values (first_id_at(${from}::timestamp at time zone 'utc'), ${project}::uuid, 'requested', 'client')
      returning id`)
    const id = row?.id ?? ''
    await sql`insert into notifications (id, user_id, kind, project_id, project_event_id)
      values (gen_random_uuid(), ${maker.id}::uuid, 'project', ${project}::uuid, ${id}::uuid)`.execute(
      t.deps.db,
    )
    expect(await partOf('project_events', id)).toEqual(['project_events_default'])
    await make('project_events', from)
    expect(await partOf('project_events', id)).toEqual([part])
    await expect(
      sql`delete from project_events where id = ${id}::uuid`.execute(t.deps.db),
    ).rejects.toThrow(/foreign key/)
    // The job checks what refers to the moved rows.
    await keep()
    expect(
      await rowsOf(sql`select from pg_constraint where not convalidated and conparentid = 0`),
    ).toEqual([])
  })

  it('take entries of the audit log without a gap in its chain', async () => {
    const { part, from } = await nextOf('audit_log')
    const log = (id: ReturnType<typeof sql>) =>
      rowsOf(sql<{ id: string }>`
        insert into audit_log (id, action, subject_kind, subject_id)
        values (${id}, 'user.suspend', 'user', ${fan.id}::uuid) returning id`)
    const [late] = await log(sql`first_id_at(${from}::timestamp at time zone 'utc')`)
    await log(sql`first_id_at(now())`)
    const before = await checkAudit(t.deps.db, null)
    await make('audit_log', from)
    expect(await partOf('audit_log', late?.id ?? '')).toEqual([part])
    expect(await checkAudit(t.deps.db, before.head)).toEqual(before)
    expect(before).toMatchObject({ entries: 2, broken: [] })
    for (const name of ['audit_log', ...(await partsOf('audit_log'))])
      await expect(sql`delete from ${sql.table(name)}`.execute(t.deps.db), name).rejects.toThrow(
        'only ever added to',
      )
  })
})

describe('past months', () => {
  it('of views are dropped once they are older than views are kept, and counters stay', async () => {
    await age('post_views')
    await sql`insert into post_views (post_id, day, viewer_id)
      select ${post}::uuid, ${monthAt(0)}::date - m * interval '1 month', ${fan.id}::uuid
      from generate_series(0, 12) m`.execute(t.deps.db)
    await sql`update posts set view_count = 13 where id = ${post}::uuid`.execute(t.deps.db)
    await keep(0)
    expect(await rowsOf(sql`select from post_views`)).toHaveLength(13)
    await keep(4)
    expect(
      await rowsOf(sql`select min(day)::text as first, count(*)::int as views from post_views`),
    ).toEqual([{ first: monthAt(-4), views: 5 }])
    expect(await partsOf('post_views')).toEqual(
      [-4, -3, -2, -1, 0, 1, 2, 3]
        .map((at) => nameAt('post_views', at))
        .concat('post_views_default'),
    )
    expect(await rowsOf(sql`select view_count from posts where id = ${post}::uuid`)).toEqual([
      { view_count: 13 },
    ])
  })

  it('of views are kept while they share a partition with later ones', async () => {
    await keep(4)
    expect(await partsOf('portfolio_views')).toContain('portfolio_views_past')
  })

  it('of the outbox are dropped when they are empty, and none with a row', async () => {
    await age('notices')
    await sql`insert into notices (kind, actor_id, post_id, created_at)
      values ('like', ${fan.id}::uuid, ${post}::uuid, ${monthAt(-2)}::date)`.execute(t.deps.db)
    await keep()
    expect(await partsOf('notices')).toEqual(
      [-2, 0, 1, 2, 3].map((at) => nameAt('notices', at)).concat('notices_default'),
    )
    expect(await rowsOf(sql`select from notices`)).toHaveLength(1)
  })
})
