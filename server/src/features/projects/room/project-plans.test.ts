import { PROJECT_BOXES } from '@plinth/contract/projects/project-calls.ts'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { idAt, writePeople, writePictures } from '../../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { showables } from '../../../showables.ts'
import { disputesStatement } from '../disputes/dispute-queries.ts'
import { dueStatement, remindableStatement } from '../project-lock-queries.ts'
import { listStatement, roomStatement, type ListInput } from './project-read-queries.ts'

const PROJECTS = 100_000
/** The number that belongs to one person, half on each side. */
const OWN = 4_000

const t = testApp({ JOBS: 'off' })
const reader = newId()
const room = newId()
beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 400, reader)
  await sql`
    create temporary table hires on commit drop as
    select case when i = 1 then ${room}::uuid else gen_random_uuid() end as id, i,
      case when i <= ${OWN} and i % 2 = 1 then ${reader}::uuid else u.ids[1 + i % 200] end as client,
      case when i <= ${OWN} and i % 2 = 0 then ${reader}::uuid else u.ids[201 + i % 200] end as creator,
      (array['requested', 'deposit_paid', 'accepted', 'delivered', 'approved', 'disputed', 'completed',
        'completed', 'completed', 'declined', 'resolved'])[1 + i % 11] as status,
      now() - i * interval '10 minutes' as at
    from generate_series(1, ${PROJECTS}::int) i,
      (select array_agg(id) as ids from users where id <> ${reader}::uuid) u`.execute(trx)
  await sql`
    insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents,
      shared_at, due_at, created_at, updated_at)
    select id, client, creator, 'Title', 'Subject', 'Words', status, 100000, at,
      case when status in ('requested', 'deposit_paid', 'delivered', 'approved', 'disputed')
        then now() + (i % 10000) * interval '1 minute' end, at, at
    from hires`.execute(trx)
  await sql`
    insert into project_offers (id, project_id, kind, by_role, state, price_cents, deliver_by, answered_at)
    select gen_random_uuid(), id, 'terms', 'client', 'accepted', 100000, now(), now() from hires`.execute(
    trx,
  )
  await sql`
    insert into project_events (id, project_id, kind, by_role)
    select ${idAt(sql`at`)}, id, 'offered', 'client' from hires`.execute(trx)
  await sql`
    insert into project_deliveries (id, project_id, number, note)
    select gen_random_uuid(), id, 1, 'Note' from hires`.execute(trx)
  await sql`
    insert into project_showings (project_id, asked_at, answer, answered_at)
    select id, at, 'now', at from hires`.execute(trx)
  await sql`
    insert into project_disputes (project_id, opened_by, from_status, opened_at, ruled_at,
      to_client_cents, to_creator_cents, reason)
    select id, 'client', 'accepted', at, case when status = 'resolved' then at end,
      case when status = 'resolved' then 1 end, case when status = 'resolved' then 1 end, 'So.'
    from hires where status in ('disputed', 'resolved')`.execute(trx)
  await sql`
    insert into payments (id, purpose, project_id, payer_id, amount_cents, state, charge_id, paid_at)
    select gen_random_uuid(), 'deposit', id, client, 50000, 'paid', 'ch_' || i, at from hires`.execute(
    trx,
  )
  await sql`
    with booked as (
      insert into ledger_transactions (id, kind, cause_id, project_id)
      select gen_random_uuid(), 'charge', 'ch_' || i, id from hires returning id, project_id)
    insert into ledger_entries (transaction_id, position, account, owner_id, amount_cents)
    select b.id, e.position, e.account, case e.account when 'escrow' then b.project_id end, e.cents
    from booked b cross join lateral (
      values (0, 'provider', 50000), (1, 'escrow', -50000)) e (position, account, cents)`.execute(
    trx,
  )
  await fill(trx)
}

/** Rows that belong to projects, enough that no table is read completely. */
async function fill(trx: Database): Promise<void> {
  await sql`
    insert into project_milestones (project_id, position, title)
    select id, 0, 'Step' from hires where i % 8 = 1`.execute(trx)
  await writePictures(trx, 2_000)
  await sql`
    insert into portfolio_items (id, creator_id, category_id, media_id, title, is_listed, doc)
    select gen_random_uuid(), owner_id, 1, id, 'Jar', true, ''::tsvector from media`.execute(trx)
  await sql`
    with work as materialized (select id, media_id, row_number() over () as n from portfolio_items),
    shown as (
      insert into project_references (project_id, place, portfolio_id, note, is_against)
      select hires.id, 1, work.id, 'Words', false from hires join work on work.n = 1 + hires.i % 2000
      where hires.i % 8 = 1)
    insert into project_media (project_id, position, media_id)
    select hires.id, 0, work.media_id from hires join work on work.n = 1 + hires.i % 2000
    where hires.i % 8 = 1`.execute(trx)
  await sql`
    insert into project_statements (project_id, by_role, text, asks_cents)
    select id, 'client', 'Words', 1 from hires where status = 'disputed'`.execute(trx)
  await sql`
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes,
      preview_state, delivery_id, position)
    select gen_random_uuid(), d.project_id, ${reader}::uuid, 'other', 'a', 'a/b', 1, 'none', d.id, 0
    from project_deliveries d join hires h on h.id = d.project_id where h.i % 8 = 1`.execute(trx)
  await sql`
    insert into refunds (id, payment_id, amount_cents, state)
    select gen_random_uuid(), id, 1, 'succeeded' from payments where charge_id like 'ch_%1'`.execute(
    trx,
  )
  await sql`
    insert into transfers (id, payment_id, user_id, amount_cents, state)
    select gen_random_uuid(), id, payer_id, 1, 'sent' from payments where charge_id like 'ch_%1'`.execute(
    trx,
  )
  await sql`
    insert into reviews (id, project_id, author_id, subject_id, author_role, rating, text)
    select gen_random_uuid(), id, client, creator, 'client', 5, 'Words' from hires
    where status = 'completed' and i % 4 = 1`.execute(trx)
  await sql`
    insert into blocks (blocker_id, blocked_id)
    select a.id, b.id from users a, users b
    where a.id <> b.id and a.id <> ${reader}::uuid and b.id <> ${reader}::uuid
    limit 20000`.execute(trx)
}

const farDown = { micros: (Date.now() - 1_500 * 10 * 60_000) * 1_000, id: newId() }
const list = (more: Partial<ListInput>) => () =>
  listStatement({ userId: reader, box: null, limit: 20, after: null, ...more })
const disputes = (box: 'open' | 'ruled', after: typeof farDown | null) => () =>
  disputesStatement({ adminId: reader, box, limit: 20, after })

const readRoom = () => roomStatement({ id: room, viewerId: reader, isAdmin: false }, showables)

/**
 * Rows that a page may read: those of either side, those skipped for their status, and everything that belongs to them.
 */
const PAGE = 130
const NEVER =
  /Seq Scan (project|portfolio|media|payments|ledger|refunds|transfers|delivery|users|reviews|blocks)/

describe(`among ${PROJECTS} projects, ${OWN} of them one person's`, () => {
  it.each<[string, () => RawBuilder<unknown>, number]>([
    ['all', list({}), PAGE],
    ['all, far down', list({ after: farDown }), PAGE],
    ...PROJECT_BOXES.map(({ value }): [string, () => RawBuilder<unknown>, number] => [
      `the box ${value}`,
      list({ box: value, after: farDown }),
      PAGE,
    ]),
    ['a room', readRoom, 30],
    ['open disputes', disputes('open', null), 10_000],
    ['ruled disputes', disputes('ruled', farDown), PAGE],
    ['what is due', () => dueStatement(new Date(Date.now() + 600_000)), 600],
    ['what is to be told again', () => remindableStatement(new Date()), 60_000],
  ])('are read from an index: %s', async (_, statement, most) => {
    await expectRead(t.deps, statement(), { never: NEVER, most })
  })

  it('finds all rows', async () => {
    const { json } = await onlyRow(t.deps.db, list({ box: 'open' })())
    expect(JSON.parse(json)).toHaveLength(20)
    const found = await onlyRow(t.deps.db, readRoom())
    expect(JSON.parse(found.json)).toMatchObject([
      { id: room, money: { held: 500 }, files: [{}], references: [{ note: 'Words' }] },
    ])
  })
})
