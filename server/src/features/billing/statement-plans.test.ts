import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePeople } from '../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { listStatement, statementStatement, type Period } from './statement-queries.ts'

/** Each has a charge with two entries; half of them also have a division with three. */
const PROJECTS = 30_000
/** A busy person is the client in this many, and the creator in as many. */
const OWN = 300

const t = testApp({ JOBS: 'off' })
const busy = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 400, busy)
  await sql`
    create temporary table hires on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as payment_id, i, now() - i * interval '3 minutes' as at,
      case when i % ${PROJECTS / OWN} = 0 then ${busy}::uuid else p.ids[1 + i % 200] end as client_id,
      case when i % ${PROJECTS / OWN} = 1 then ${busy}::uuid else p.ids[201 + i % 200] end as creator_id
    from generate_series(1, ${PROJECTS}::int) i,
      (select array_agg(id) as ids from users where id <> ${busy}::uuid) p`.execute(trx)
  await sql`
    insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents, shared_at)
    select id, client_id, creator_id, 'Work ' || i, 'Work', '', 'accepted', 2000, at from hires`.execute(
    trx,
  )
  await sql`
    insert into payments (id, purpose, project_id, payer_id, amount_cents, state, charge_id, paid_at)
    select payment_id, 'deposit', id, client_id, 1000, 'paid', 'ch_' || i, at from hires`.execute(
    trx,
  )
  await sql`
    insert into ledger_transactions (id, kind, cause_id, payment_id, project_id, created_at)
    select gen_random_uuid(), k.kind, k.kind || i, payment_id, id, at + k.later
    from hires, (values ('charge', interval '0'), ('allocation', interval '1 minute')) k (kind, later)
    where k.kind = 'charge' or i % 2 = 1`.execute(trx)
  await sql`
    insert into ledger_entries (transaction_id, position, account, owner_id, amount_cents)
    select l.id, e.position, e.account,
      case e.account when 'escrow' then h.id when 'payable' then h.creator_id end, e.cents
    from ledger_transactions l join hires h on h.id = l.project_id
    join (values ('charge', 0, 'provider', 1000), ('charge', 1, 'escrow', -1000), ('allocation', 0, 'escrow', 1000),
      ('allocation', 1, 'payable', -940), ('allocation', 2, 'card_fees', -60)) e (kind, position, account, cents)
      on e.kind = l.kind`.execute(trx)
}

const statement =
  (period: Period, page: Parameters<typeof statementStatement>[2]) => (): RawBuilder<unknown> =>
    statementStatement(busy, period, page)
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

describe(`the statement of one of many, among more than 100,000 entries`, () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['the first page', statement({}, { after: null, limit: 20 })],
    [
      'far down',
      statement(
        {},
        { after: { micros: (Date.now() - 40 * 86_400_000) * 1_000, id: newId() }, limit: 100 },
      ),
    ],
    ['a month', statement({ from: day(40), to: day(10) }, { after: null, limit: 20 })],
    ['all of it', statement({}, null)],
  ])('is read from indexes without touching other people’s rows: %s', async (_, make) => {
    // Their charges, and their earnings with the fee of each.
    await expectRead(t.deps, make(), {
      never: /Seq Scan (ledger|payments|projects)/,
      most: OWN * 3,
    })
  })

  it('contains all of their transactions', async () => {
    const { items } = await listStatement(t.deps.db, busy, { limit: 100, after: null })
    expect(items).toHaveLength(100)
    const { rows } = await statementStatement(busy, {}, null).execute(t.deps.db)
    expect(rows).toHaveLength(OWN * 3)
  })
})
