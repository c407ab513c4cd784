import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { writePeople, writePictures } from '../../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { dashboardStatement } from './dashboard-queries.ts'
import { homeStatement } from './home-queries.ts'

const ROWS = 100_000
/** Projects of the reader, half on each side; of eleven, seven are under way. */
const OWN = 220
const FOLLOWED = 150

const t = testApp({ JOBS: 'off' })
const reader = newId()
beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 400, reader)
  await writePictures(trx, 20)
  await sql`
    create temporary table people on commit drop as
    select array_agg(id order by id) as ids from users where id <> ${reader}::uuid`.execute(trx)
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, created_at, doc)
    select gen_random_uuid(), case when i % 5000 = 0 then ${reader}::uuid else p.ids[1 + i % 400] end,
      1 + i % 6, 'Work ' || i, m.ids[1 + i % 20], true, now() - i * interval '2 minutes', ''
    from generate_series(1, ${ROWS}::int) i, people p,
      (select array_agg(id) as ids from media) m`.execute(trx)
  await sql`
    insert into portfolio_saves (user_id, item_id, created_at)
    select ${reader}::uuid, id, created_at from portfolio_items limit 20000`.execute(trx)
  await sql`
    insert into follows (follower_id, followed_id)
    select ${reader}::uuid, unnest(ids[1:${FOLLOWED}::int]) from people
    union all select a.id, b.id from users a, users b where a.id > b.id and a.id <> ${reader}::uuid
      and b.id <> ${reader}::uuid`.execute(trx)
  await sql`
    create temporary table hires on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as paid, i,
      case when i <= ${OWN} and i % 2 = 1 then ${reader}::uuid else p.ids[1 + i % 200] end as client,
      case when i <= ${OWN} and i % 2 = 0 then ${reader}::uuid else p.ids[201 + i % 200] end as creator,
      (array['requested', 'deposit_paid', 'accepted', 'delivered', 'approved', 'disputed', 'revision_requested',
        'completed', 'completed', 'declined', 'resolved'])[1 + i % 11] as status,
      now() - i * interval '10 minutes' as at
    from generate_series(1, ${ROWS}::int) i, people p`.execute(trx)
  await sql`
    insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents,
      shared_at, due_at, deliver_by, created_at, updated_at)
    select id, client, creator, 'Title', 'Subject', 'Words', status, 100000, at,
      case when status in ('requested', 'deposit_paid', 'delivered', 'approved', 'disputed')
        then now() + (i % 10000) * interval '1 minute' end, now()::date + i % 30, at, at
    from hires`.execute(trx)
  await sql`
    insert into project_offers (id, project_id, kind, by_role, state, price_cents, deliver_by, answered_at)
    select gen_random_uuid(), id, 'terms', 'client', 'accepted', 100000, now(), now() from hires`.execute(
    trx,
  )
  await sql`
    insert into project_deliveries (id, project_id, number, note)
    select gen_random_uuid(), id, 1, 'Note' from hires`.execute(trx)
  await sql`
    insert into project_milestones (project_id, position, title) select id, 0, 'Step' from hires`.execute(
    trx,
  )
  await sql`
    insert into project_disputes (project_id, opened_by, from_status, opened_at)
    select id, 'client', 'accepted', at from hires where status = 'disputed'`.execute(trx)
  await sql`
    insert into project_statements (project_id, by_role, text, asks_cents)
    select id, 'client', 'Words', 1 from hires where status = 'disputed'`.execute(trx)
  await sql`
    insert into blocks (blocker_id, blocked_id)
    select a.id, b.id from users a, users b
    where a.id <> b.id and a.id <> ${reader}::uuid and b.id <> ${reader}::uuid limit 20000`.execute(
    trx,
  )
  await sql`
    insert into reviews (id, project_id, author_id, subject_id, author_role, rating, text)
    select gen_random_uuid(), id, client, creator, 'client', 5, 'Words' from hires
    where status = 'completed' and i % 4 = 1`.execute(trx)
  await sql`
    insert into payments (id, purpose, project_id, payer_id, amount_cents, state, charge_id, paid_at,
      settled_at, to_client_cents, to_creator_cents)
    select paid, 'deposit', id, client, 50000, 'paid', 'ch_' || i, h.at, s.done, s.none, s.whole
    from hires h left join lateral (select h.at as done, 0 as none, 50000 as whole where status = 'completed') s
      on true`.execute(trx)
  await sql`
    insert into transfers (id, payment_id, user_id, amount_cents, state, created_at)
    select gen_random_uuid(), paid, creator, 48520, 'sent', at from hires where status = 'completed'`.execute(
    trx,
  )
  await sql`
    insert into bank_payouts (id, user_id, amount_cents, state, arrives_on, created_at)
    select 'po_' || i, creator, 48520, case when i % 9 = 0 then 'in_transit' else 'paid' end, at::date, at
    from hires where status = 'completed'`.execute(trx)
  await sql`
    insert into payout_accounts (user_id, account_id, is_ready, payouts_read_at)
    select id, 'acct_' || id, true, now() from users`.execute(trx)
  await sql`
    with booked as (
      insert into ledger_transactions (id, kind, cause_id, project_id, payment_id)
      select gen_random_uuid(), 'charge', 'ch_' || i, id, paid from hires returning id, project_id)
    insert into ledger_entries (transaction_id, position, account, owner_id, amount_cents)
    select b.id, e.position, e.account, case e.account when 'escrow' then b.project_id end, e.cents
    from booked b cross join lateral (
      values (0, 'provider', 50000), (1, 'escrow', -50000)) e (position, account, cents)`.execute(
    trx,
  )
  await talk(trx)
}

/** Conversations, of which the reader has not read one in ten, and views. */
async function talk(trx: Database): Promise<void> {
  await sql`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
    select gen_random_uuid(), least(h.client, h.creator), greatest(h.client, h.creator), 'Subject',
      'subject ' || h.i, h.client from hires h where h.i <= 20000`.execute(trx)
  await sql`
    insert into conversation_members (conversation_id, user_id, other_id, last_message_at, unread_count)
    select c.id, p.one, p.other, now() - (row_number() over ()) * interval '1 minute',
      case when right(c.id::text, 1) in ('0', '1') then 1 else 0 end
    from conversations c
    cross join lateral (values (low_id, high_id), (high_id, low_id)) p (one, other)`.execute(trx)
  await sql`
    insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type,
      read_at, search)
    select gen_random_uuid(), c.conversation_id, c.other_id, c.user_id, 'Subject', 'Words', 'general',
      case when c.unread_count = 0 or j > 1 then now() end, ''
    from conversation_members c cross join generate_series(1, 2) j`.execute(trx)
  await sql`
    insert into creator_tallies (creator_id, grain, slot, views)
    select u.id, 'quarter', slot_of(now() - j * interval '3 hours'), 1 from users u
    cross join generate_series(1, 240) j`.execute(trx)
}

const input = { viewerId: reader, tz: 'Europe/Oslo', now: new Date() }
const NEVER =
  /Seq Scan (project|payments|ledger|refunds|transfers|delivery|reviews|follows|portfolio|conversation|messages|creator_tallies|bank_payouts)/

describe(`among ${ROWS} works and ${ROWS} projects`, () => {
  it('reads a home from indexes', async () => {
    // The people followed, with five works each, are the widest step.
    await expectRead(t.deps, homeStatement(input), { never: NEVER, most: FOLLOWED * 50 })
  })

  it('reads a dashboard from indexes', async () => {
    await expectRead(t.deps, dashboardStatement(input), { never: NEVER, most: 2_000 })
  })

  it('finds all of it', async () => {
    const home = await onlyRow(t.deps.db, homeStatement(input))
    expect([home.projects.length, home.projectCount]).toEqual([100, (OWN * 7) / 11])
    expect([home.saved.length, home.followed.works.length]).toEqual([9, 5])
    const found = await onlyRow(t.deps.db, dashboardStatement(input))
    expect(found.projects).toHaveLength(100)
    expect(found.reviewCount).toBeGreaterThan(10)
    expect(found.conversationCount).toBe(found.conversations.length)
    expect(found.views).toHaveLength(14)
  })
})
