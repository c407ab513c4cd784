import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { newId } from '../../db/id.ts'
import { balanceOf, book, type LedgerEntry } from './ledger-queries.ts'

const app = testApp()
let alice: Person
beforeAll(async () => {
  alice = await app.person('alice')
})

const write = (causeId: string, entries: readonly LedgerEntry[]) =>
  app.deps.db.transaction().execute((trx) => book(trx, { kind: 'charge', causeId }, entries))
const charge = (owner: string, cents: number): LedgerEntry[] => [
  { account: 'provider', cents: cents - 47 },
  { account: 'card_fees', cents: 47 },
  { account: 'escrow', owner, cents: -cents },
]

test('a transaction is booked once, however often it is reported', async () => {
  const project = newId()
  const told = await Promise.all(
    Array.from({ length: 8 }, () => write('ch_once', charge(project, 600))),
  )
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(app.deps.db, 'escrow', project)).toBe(-600)
})

test('entries that do not add up to zero are refused at commit', async () => {
  await expect(write('ch_odd', charge(newId(), 600).slice(0, 2))).rejects.toMatchObject({
    constraint: 'ledger_balances',
  })
  await expect(
    sql`insert into ledger_transactions (id, kind, cause_id)
      values (${newId()}, 'charge', 'ch_empty')`.execute(app.deps.db),
  ).rejects.toMatchObject({ constraint: 'ledger_balances' })
  const { rows } =
    await sql`select 1 from ledger_transactions where cause_id in ('ch_odd', 'ch_empty')`.execute(
      app.deps.db,
    )
  expect(rows).toHaveLength(0)
})

test('nobody is paid more than they own, even by two concurrent transactions', async () => {
  const project = newId()
  await write('ch_much', charge(project, 600))
  const give = (causeId: string) =>
    app.deps.db.transaction().execute((trx) =>
      book(trx, { kind: 'allocation', causeId }, [
        { account: 'escrow', owner: project, cents: 400 },
        { account: 'payable', owner: alice.id, cents: -400 },
      ]),
    )
  const given = await Promise.allSettled([give('one'), give('two')])
  expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(given.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { constraint: 'ledger_overdrawn' },
  })
  expect(await balanceOf(app.deps.db, 'escrow', project)).toBe(-200)
  expect(await balanceOf(app.deps.db, 'payable', alice.id)).toBe(-400)
})

test.each([
  `update ledger_entries set amount_cents = amount_cents + 1`,
  `delete from ledger_entries`,
  `update ledger_transactions set cause_id = 'other'`,
  `delete from ledger_transactions`,
  `truncate ledger_entries, ledger_transactions`,
])('the ledger refuses: %s', async (statement) => {
  await write(`ch_${statement.slice(0, 12)}${statement.length}`, charge(newId(), 600))
  await expect(sql.raw(statement).execute(app.deps.db)).rejects.toMatchObject({
    constraint: 'ledger_append_only',
  })
})

test('no entry can be added to a committed transaction', async () => {
  await write('ch_closed', charge(newId(), 600))
  await expect(
    sql`insert into ledger_entries (transaction_id, position, account, amount_cents)
      select t.id, p, 'losses', case p when 10 then 5 else -5 end
      from ledger_transactions t, unnest(array[10, 11]) p where t.cause_id = 'ch_closed'`.execute(
      app.deps.db,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_append_only' })
})
