import {
  STATEMENT_FILES,
  becomeCreator,
  getStatement,
  type StatementLine,
} from '@plinth/contract/money/billing.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Person } from '../../../test/app.ts'
import { divide, payForProject, type PaidProject } from '../../../test/money/projects.ts'
import { textOf } from '../../../test/media/pdf-text.ts'

const t = paidApp()
let client: Person
let maker: Person
let project: PaidProject
const TITLE = '=cmd|"Poster" für Ωmega'

beforeAll(async () => {
  ;[client, maker] = [await t.person('Cleo'), await t.person('Milo')]
  await t.cards.pay((await t.call(becomeCreator, { as: maker })).body.subscriptionUrl)
  await t.cards.deliverWebhooks()
  const account = await t.deps.payments.createAccount({ userId: maker.id, email: null }, maker.id)
  await t.cards.control(`accounts/${account}/complete`)
  await sql`insert into payout_accounts (user_id, account_id, is_ready)
    values (${maker.id}::uuid, ${account}, true)`.execute(t.deps.db)
  project = await payForProject(t, { client, creator: maker, title: TITLE, cents: 60_000 })
  await divide(t, project, { creator: maker, toClientCents: 15_001, toCreatorCents: 44_999 })
}, 60_000)

const statement = async (as: Person, query = {}): Promise<StatementLine[]> => {
  const { status, body } = await t.call(getStatement, { as, query })
  expect(status).toBe(200)
  return body
}
const short = (lines: StatementLine[]) =>
  lines.map(({ kind, direction, amount }) => `${kind} ${direction} ${amount.toFixed(2)}`)
const today = () => new Date().toISOString().slice(0, 10)
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a statement', () => {
  it('lists every cent for both sides', async () => {
    expect(short(await statement(client))).toEqual(['refund in 150.01', 'deposit out 600.00'])
    // 2.9 % and 30 cents of 600.00.
    expect(short(await statement(maker)).toSorted()).toEqual([
      'card_fee out 17.70',
      'earning in 449.99',
      'payout out 432.29',
      'subscription out 5.99',
    ])
    const [refund, deposit] = await statement(client)
    expect(deposit).toMatchObject({
      title: TITLE,
      projectId: project.id,
      projectNumber: expect.any(Number),
      reference: project.chargeId,
    })
    expect(refund?.reference).toMatch(/^re_/)
    expect((await statement(maker)).at(-1)).toMatchObject({
      kind: 'subscription',
      title: 'Creator subscription',
      projectId: null,
      reference: expect.stringMatching(/^ch_/),
    })
  })

  it('gives each line the card provider’s reference', async () => {
    for (const { reference } of await statement(maker)) expect(reference).toMatch(/^(ch|tr)_/)
  })

  it('adds up to what the ledger says they own', async () => {
    const lines = await statement(maker)
    const sum = lines
      .filter(({ kind }) => kind !== 'subscription')
      .reduce(
        (cents, line) => cents + Math.round(line.amount * 100) * (line.direction === 'in' ? 1 : -1),
        0,
      )
    const { rows } = await sql<{ cents: number }>`
      select -coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
      where account = 'payable' and owner_id = ${maker.id}::uuid`.execute(t.deps.db)
    expect(sum).toBe(rows[0]?.cents)
  })

  it('is paged without missing or repeating a line', async () => {
    const whole = await statement(maker)
    const found: StatementLine[] = []
    for (let url: string | undefined = '/api/statement?limit=1'; url !== undefined;) {
      const { body, headers } = await t.request({ url, as: maker })
      found.push(...(body as StatementLine[]))
      url = /<(.*)>/.exec(String(headers['link'] ?? ''))?.[1]
    }
    expect(found).toEqual(whole)
    expect(new Set(found.map(({ id }) => id)).size).toBe(4)
  })

  it('covers whole days', async () => {
    const day = today()
    expect(await statement(client, { from: day, to: day })).toHaveLength(2)
    expect(await statement(client, { from: dayFromNow(1) })).toEqual([])
    expect(await statement(client, { to: dayFromNow(-1) })).toEqual([])
  })

  it('shows nobody else’s lines', async () => {
    const other = await t.person('Otto')
    expect(await statement(other)).toEqual([])
    expect((await t.request({ url: STATEMENT_FILES.csv, as: other })).body).not.toContain('ch_')
  })

  it.each([
    { from: '2026-02-31' },
    { from: 'yesterday' },
    { from: '2026-03-02', to: '2026-03-01' },
    { userId: 'me' },
  ])('refuses $from $to $userId', async (query) => {
    expect((await t.call(getStatement, { as: client, query })).status).toBe(400)
    const search = new URLSearchParams(query as Record<string, string>)
    for (const path of Object.values(STATEMENT_FILES))
      expect((await t.request({ url: `${path}?${search.toString()}`, as: client })).status).toBe(
        400,
      )
  })

  it('accepts only its own cursor', async () => {
    expect((await t.call(getStatement, { as: client, query: { cursor: 'x' } })).status).toBe(400)
  })

  it('is for members', async () => {
    expect((await t.call(getStatement)).status).toBe(401)
    for (const url of Object.values(STATEMENT_FILES))
      expect((await t.request({ url })).status).toBe(401)
  })
})

describe('its files', () => {
  it('has a table for spreadsheets that runs no formulas', async () => {
    const { status, body, headers } = await t.request({ url: STATEMENT_FILES.csv, as: client })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="plinth-statement.csv"')
    const [head, refund, deposit] = String(body).split('\r\n')
    expect(head).toBe('\ufeffDate (UTC),Payment,For,Project,In (USD),Out (USD),Reference')
    expect(deposit).toContain(`"'=cmd|""Poster"" für Ωmega"`)
    expect(deposit).toMatch(/^\d{4}-.*Z,Deposit,.*,\d+,,600\.00,ch_\w+$/)
    expect(refund).toMatch(/,150\.01,,re_\w+$/)
  })

  it('has a PDF with totals', async () => {
    const day = today()
    const { status, headers, payload } = await pdf(maker, `?from=${day}&to=${day}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="plinth-statement-from-${day}-to-${day}.pdf"`,
    )
    const text = await textOf(payload)
    for (const words of [
      'Statement',
      'Milo Test',
      'für Ωmega',
      'Card fee',
      '449.99',
      'page 1 of 1',
    ])
      expect(text).toContain(words)
    // In, and out: payout, card fee and subscription.
    expect(text).toMatch(/Total 449\.99 455\.98/)
  })

  it('has as many pages as it needs, each with its total', async () => {
    const busy = await t.person('Busy')
    await writeMany(busy, 130)
    const { payload } = await pdf(busy)
    const text = await textOf(payload)
    expect(text).toContain('page 5 of 5')
    expect(text.match(/This page/g)).toHaveLength(5)
    expect(text).toMatch(/Total 0\.00 1,300\.00/)
    const empty = await textOf((await pdf(await t.person('Empty'))).payload)
    expect(empty).toMatch(/Total 0\.00 0\.00/)
  })
})

async function pdf(as: Person, search = '') {
  const response = await t.app.inject({
    url: `${STATEMENT_FILES.pdf}${search}`,
    headers: { cookie: as.cookie },
  })
  return { status: response.statusCode, headers: response.headers, payload: response.rawPayload }
}

/** Inserts paid promotions of ten dollars with their ledger entries. */
async function writeMany(person: Person, count: number): Promise<void> {
  await t.deps.db.transaction().execute(async (trx) => {
    await sql`insert into promotions (id, user_id, state, title)
      select gen_random_uuid(), ${person.id}::uuid, 'waiting', '漢字 ' || i from generate_series(1, ${count}::int) i`.execute(
      trx,
    )
    await sql`
      insert into payments (id, purpose, promotion_id, payer_id, amount_cents, state, charge_id, paid_at)
      select gen_random_uuid(), 'promotion', id, user_id, 1000, 'paid', 'ch_many' || id, now()
      from promotions where user_id = ${person.id}::uuid`.execute(trx)
    await sql`
      insert into ledger_transactions (id, kind, cause_id, payment_id)
      select gen_random_uuid(), 'charge', charge_id, id from payments
      where payer_id = ${person.id}::uuid`.execute(trx)
    await sql`
      insert into ledger_entries (transaction_id, position, account, owner_id, amount_cents)
      select l.id, n, case n when 0 then 'provider' else 'escrow' end,
        case n when 1 then p.promotion_id end, case n when 0 then 1000 else -1000 end
      from ledger_transactions l join payments p on p.id = l.payment_id, generate_series(0, 1) n
      where p.payer_id = ${person.id}::uuid`.execute(trx)
  })
}
