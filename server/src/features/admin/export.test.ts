import { MONEY_FILE, USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let admin: Person
beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
})

const get = (url: string, as: Person = admin) => t.request({ method: 'GET', url, as })
const linesOf = ({ body }: { body: unknown }) => String(body).trim().split('\r\n')

describe('all accounts as a file', () => {
  it('have each account once, over several parts, and no formulas', async () => {
    await sql`insert into users (id, first_name, last_name, email)
      select gen_random_uuid(), '=1+' || i, 'Test', 'many' || i || '@example.com'
      from generate_series(1, 2500) i`.execute(t.deps.db)
    const answer = await get(USERS_FILE)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('plinth-users.csv')
    const lines = linesOf(answer)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from users where deleted_at is null`.execute(t.deps.db)
    expect(lines).toHaveLength(1 + (rows[0]?.count ?? 0))
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.some((line) => line.includes(",'=1+7 Test,"))).toBe(true)
    expect(lines.every((line) => !line.includes(',=1+'))).toBe(true)
  })

  it('leave a note in the audit log, and are for owners alone', async () => {
    await get(USERS_FILE)
    const log = await t.call(listAudit, { as: admin, query: { action: 'users.export' } })
    expect((log.body as AuditEntry[])[0]).toMatchObject({
      actor: { id: admin.id },
      after: { file: 'plinth-users.csv' },
    })
    const finance = await t.person('Fin', { role: 'finance' })
    expect((await get(USERS_FILE, finance)).status).toBe(403)
    expect((await get(MONEY_FILE, finance)).status).toBe(200)
  })
})

it('the books as a file have every entry in dollars', async () => {
  const [transaction, owner] = [newId(), newId()]
  await t.deps.db.transaction().execute(async (trx) => {
    await sql`insert into ledger_transactions (id, kind, cause_id)
      values (${transaction}, 'charge', 'ch_1')`.execute(trx)
    await sql`insert into ledger_entries (transaction_id, position, account, owner_id, amount_cents)
      values (${transaction}, 1, 'provider', null, 12345),
        (${transaction}, 2, 'escrow', ${owner}, -12345)`.execute(trx)
  })
  const lines = linesOf(await get(MONEY_FILE)).filter((line) => line.startsWith(transaction))
  expect(lines.map((line) => line.split(',').filter((_, at) => at !== 2))).toEqual([
    [transaction, '1', 'charge', 'provider', '', '123.45', '', '', 'ch_1'],
    [transaction, '2', 'charge', 'escrow', owner, "'-123.45", '', '', 'ch_1'],
  ])
})
