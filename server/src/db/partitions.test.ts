import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { newId } from './id.ts'
import { migrate } from './migrate.ts'

/** The last migration before tables are divided. */
const LAST = '0049'
const DIVIDED = ['post_views', 'portfolio_views', 'notices', 'project_events', 'audit_log']

const admin = inject('adminUrl')
const name = `plinth_test_partitions_${process.pid}`
const url = new URL(admin)
url.pathname = `/${name}`
let client: pg.Client

const run = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query<T>(text, values)).rows
async function once(text: string): Promise<void> {
  const other = new pg.Client({ connectionString: admin })
  await other.connect()
  try {
    await other.query(text)
  } finally {
    await other.end()
  }
}

beforeEach(async () => {
  await once(`create database "${name}"`)
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await run('create table migrations (name text primary key, applied_at timestamptz default now())')
  const folder = path.join(import.meta.dirname, 'migrations')
  const files = (await readdir(folder)).filter((file) => file < `${LAST}~`).sort()
  for (const file of files) {
    await run(await readFile(path.join(folder, file), 'utf8'))
    await run('insert into migrations (name) values ($1)', [file])
  }
})
afterEach(async () => {
  await client.end()
  await once(`drop database "${name}" with (force)`)
})

const [maker, buyer, fan] = [newId(), newId(), newId()]
const [work, post, project, event] = [newId(), newId(), newId(), newId()]

/** A row in each of the tables that are divided, and what they refer to. */
async function live(): Promise<void> {
  await run(`insert into users (id, first_name, last_name)
    values ('${maker}', 'Marit', 'Solheim'), ('${buyer}', 'Dana', 'Okoye'), ('${fan}', 'Mei', 'Zhao')`)
  // Files and documents for the search are of no interest here.
  await run('set session_replication_role = replica')
  await run(`insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    values ('${work}', '${maker}', 1, 'Moon jar', '${newId()}', true, '')`)
  await run(`insert into posts (id, creator_id, type, title, is_ready)
    values ('${post}', '${maker}', 'image', 'Moon jar', true)`)
  await run(`insert into projects (id, client_id, creator_id, title, subject, description, status)
    values ('${project}', '${buyer}', '${maker}', 'A jar', 'A jar', 'White.', 'requested')`)
  await run('set session_replication_role = origin')
  await run(
    `insert into post_views (post_id, day, viewer_id) values ('${post}', current_date, '${fan}')`,
  )
  await run(
    `insert into portfolio_views (item_id, day, viewer_id) values ('${work}', '2020-02-29', '${fan}')`,
  )
  await run(`insert into project_events (id, project_id, kind, by_role)
    values ('${event}', '${project}', 'requested', 'client')`)
  await run(`insert into notifications (id, user_id, kind, project_id, project_event_id)
    values ('${newId()}', '${maker}', 'project', '${project}', '${event}')`)
  await run(`insert into notices (kind, actor_id, post_id) values ('like', '${fan}', '${post}')`)
  await run(
    `insert into notices (kind, actor_id, project_event_id) values ('project', '${buyer}', '${event}')`,
  )
  for (const note of ['One', 'Two']) await log(note)
}

const log = (note: string, id = newId()) =>
  run(
    `insert into audit_log (id, actor_id, action, subject_kind, subject_id, after)
      values ($1, $2, 'user.suspend', 'user', $3, $4)`,
    [id, maker, fan, JSON.stringify({ note })],
  )

const files = (suffix: string) =>
  run(`select relname, pg_relation_filenode(oid)::int as file from pg_class
    where relname in (${DIVIDED.map((table) => `'${table}${suffix}'`).join(', ')}) order by 1`)
const contents = async () => {
  const rows: Record<string, unknown> = {}
  for (const table of DIVIDED)
    // Later migrations add the columns.
    rows[table] = await run(
      `select to_jsonb(t) - '{actor_role,board_id,guest_id,mark_id,room_id}'::text[] as row from ${table} t order by to_jsonb(t)::text`,
    )
  return rows
}

it('keeps every row where it was when tables are divided', async () => {
  await live()
  const [before, kept] = [await files(''), await contents()]
  await migrate(url.href)
  expect(await contents()).toEqual(kept)
  expect(await files('_past')).toEqual(
    before.map((one) => ({ ...one, relname: `${(one as { relname: string }).relname}_past` })),
  )
  // Whatever is bound to a table and not to its name would go on with the past alone.
  expect(
    await run(
      `select d.classid::regclass::text as what, d.objid from pg_depend d
      where d.refobjid in (select inhrelid from pg_inherits where inhparent = any ($1::regclass[]))
        and d.classid in ('pg_proc'::regclass, 'pg_rewrite'::regclass)`,
      [DIVIDED],
    ),
  ).toEqual([])
})

it('keeps what the tables guarantee', async () => {
  await live()
  await migrate(url.href)
  // Numbers of the outbox go on, and rows of it refer to events.
  expect(
    await run(
      `insert into notices (kind, actor_id, post_id) values ('like', '${fan}', '${post}') returning id::text`,
    ),
  ).toEqual([{ id: '3' }])
  await expect(
    run(`insert into notices (kind, project_event_id) values ('project', '${newId()}')`),
  ).rejects.toThrow('notices_project_event_id_fkey')
  await expect(run(`delete from project_events where id = '${event}'`)).rejects.toThrow(
    /violates foreign key constraint/,
  )
  await expect(
    run(
      `insert into project_events (id, project_id, kind, by_role) values ('${event}', '${project}', 'x', 'client')`,
    ),
  ).rejects.toThrow(/duplicate key/)
  // Each view once, and it counts once.
  const views = `insert into post_views (post_id, day, viewer_id)
    values ('${post}', current_date, '${fan}'), ('${post}', current_date + 70, '${fan}') on conflict do nothing`
  await run('delete from tallies_due')
  await run(views)
  await run(views)
  expect(await run('select sum(views)::int as views from tallies_due')).toEqual([{ views: 1 }])
  // What somebody looked at and liked goes with their account.
  await run(`delete from users where id = '${fan}'`)
  expect(await run('select from post_views union all select from portfolio_views')).toEqual([])
  expect(await run('select kind from notices')).toEqual([{ kind: 'project' }])
  expect(await run('select from pg_constraint where not convalidated and conparentid = 0')).toEqual(
    [],
  )
})

it('keeps the audit log a chain that refuses changes in every partition', async () => {
  await live()
  await migrate(url.href)
  await log('Three')
  // The id of a time for which there is no partition.
  await log('Four', '0fffffff-ffff-7fff-bfff-ffffffffffff')
  await log('Five')
  const chain = await run(`select place::int, after ->> 'note' as note,
      hash = audit_hash(a, lag(hash) over (order by place)) as holds from audit_log a order by place`)
  expect(chain).toEqual(
    ['One', 'Two', 'Three', 'Four', 'Five'].map((note, at) => ({
      place: at + 1,
      note,
      holds: true,
    })),
  )
  const parts = await run<{ relid: string }>(
    `select relid::regclass::text as relid from pg_partition_tree('audit_log')`,
  )
  expect(parts.length).toBeGreaterThan(3)
  for (const replicating of ['origin', 'replica']) {
    await run(`set session_replication_role = ${replicating}`)
    for (const { relid } of parts)
      for (const change of [`delete from ${relid}`, `truncate ${relid}`])
        await expect(run(change), change).rejects.toThrow('only ever added to')
    for (const change of [
      `update audit_log set action = 'x'`,
      `update audit_log_past set action = 'x'`,
    ])
      await expect(run(change), change).rejects.toThrow('only ever added to')
  }
  await run('set session_replication_role = origin')
  await run('begin isolation level repeatable read')
  await log('Six')
  await expect(run('commit')).rejects.toThrow('read committed')
})

it('takes a row whose id is later than the bound', async () => {
  await live()
  const late = '0fffffff-ffff-7fff-bfff-ffffffffffff'
  await run(`insert into project_events (id, project_id, kind, by_role)
    values ('${late}', '${project}', 'accepted', 'creator')`)
  await run(`insert into notices (kind, project_event_id) values ('project', '${late}')`)
  await migrate(url.href)
  expect(
    await run(`select tableoid::regclass::text as part from project_events order by id`),
  ).toEqual([{ part: 'project_events_past' }, { part: 'project_events_default' }])
  expect(await run('select from pg_constraint where not convalidated and conparentid = 0')).toEqual(
    [],
  )
})

it('locks tables for writing only while they are divided', async () => {
  await live()
  // Somebody who writes holds on to every table but for the third step.
  const other = new pg.Client({ connectionString: url.href })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into post_views (post_id, day, viewer_id) values ('${post}', '2020-01-01', '${fan}')`,
    )
    await expect(migrate(url.href)).rejects.toThrow(/0050_bounds.sql failed: .*lock timeout/)
    await other.query('rollback')
    await migrate(url.href)
    // Making a partition does not wait for writers.
    await other.query('begin')
    await other.query(
      `insert into post_views (post_id, day, viewer_id) values ('${post}', '2020-01-01', '${fan}')`,
    )
    await run(`set lock_timeout = '2s'`)
    await run(`begin`)
    await run(`select make_partitions('post_views', 4)`)
    const locks = await run<{ mode: string }>(`select mode from pg_locks
      where pid = pg_backend_pid() and relation = 'post_views'::regclass and granted`)
    expect(locks.map(({ mode }) => mode)).not.toContain('AccessExclusiveLock')
    await run('commit')
  } finally {
    await other.end()
  }
})
