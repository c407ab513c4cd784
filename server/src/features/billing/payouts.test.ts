import { confirmPayouts, connectPayouts, getPayoutAccount } from '@plinth/contract/money/billing.ts'
import { describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import { startTestApp, type Person } from '../../../test/app.ts'
import { divide, payForProject } from '../../../test/money/projects.ts'

const t = paidApp()

const connect = async (as: Person): Promise<string> => {
  const { status, body } = await t.call(connectPayouts, { as })
  expect(status).toBe(200)
  return body.url
}
const accountOf = async (person: Person): Promise<string> => {
  const row = await t.deps.db
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return row.account_id
}
const payouts = async (as: Person) => (await t.call(getPayoutAccount, { as })).body

it.each([getPayoutAccount, connectPayouts, confirmPayouts])(
  '$method $path is for members and takes no parameters',
  async (endpoint) => {
    expect((await t.call(endpoint)).status).toBe(401)
    const as = await t.person('Mia', { isCreator: true })
    expect((await t.call(endpoint, { as, query: { account: 'acct_1' } })).status).toBe(400)
    if (endpoint.method === 'POST')
      expect((await t.call(endpoint, { as, body: { account: 'acct_1' } })).status).toBe(400)
  },
)

describe('an account for payouts', () => {
  it('is for creators', async () => {
    const as = await t.person('Fan')
    expect(await payouts(as)).toEqual({ state: 'none', waiting: 0, paidOut: 0 })
    expect((await t.call(connectPayouts, { as })).status).toBe(403)
    expect((await t.call(confirmPayouts, { as })).body.state).toBe('none')
  })

  it('is created once, however many calls ask for it at the same time', async () => {
    const maker = await t.person('Nell', { isCreator: true })
    const urls = await Promise.all(Array.from({ length: 10 }, () => connect(maker)))
    const accounts = new Set(urls.map((url) => new URL(url).pathname))
    expect(accounts.size).toBe(1)
    expect(await payouts(maker)).toMatchObject({ state: 'incomplete' })
  })

  it('is ready when the provider says so, not when its form was opened', async () => {
    const maker = await t.person('Ona', { isCreator: true })
    await connect(maker)
    expect((await t.call(confirmPayouts, { as: maker })).body.state).toBe('incomplete')
    await t.cards.control(`accounts/${await accountOf(maker)}/complete`)
    expect((await payouts(maker)).state).toBe('incomplete')
    expect((await t.call(confirmPayouts, { as: maker })).body.state).toBe('ready')
  })

  it('receives what was held for it, once', async () => {
    const [client, maker] = [await t.person('Cem'), await t.person('Pia', { isCreator: true })]
    const project = await payForProject(t, {
      client,
      creator: maker,
      title: 'Poster',
      cents: 60_000,
    })
    await divide(t, project, { creator: maker, toClientCents: 20_000, toCreatorCents: 40_000 })
    const net = (40_000 - project.feeCents) / 100
    expect(await payouts(maker)).toEqual({ state: 'none', waiting: net, paidOut: 0 })
    // A refund to the client is not a payout.
    expect(await payouts(client)).toEqual({ state: 'none', waiting: 0, paidOut: 0 })
    await connect(maker)
    await t.cards.control(`accounts/${await accountOf(maker)}/complete`)
    const onlyAccounts = (await t.cards.events()).filter(({ type }) => type === 'account.updated')
    for (const event of onlyAccounts) expect(await t.cards.deliver(event)).toBe(200)
    for (const { id } of onlyAccounts) await t.runJob('money.event', { id })
    await Promise.all([t.runJob('money.send'), t.runJob('money.send')])
    expect(await payouts(maker)).toEqual({ state: 'ready', waiting: 0, paidOut: net })
    expect((await t.cards.read(`transfers?transfer_group=${project.id}`)).data).toHaveLength(1)
  })

  it('is available only where there is a card provider', async () => {
    const off = await startTestApp()
    const as = await off.person('Quinn', { isCreator: true })
    expect((await off.call(connectPayouts, { as })).status).toBe(503)
    expect((await off.call(getPayoutAccount, { as })).status).toBe(200)
    await off.close()
  })
})

describe('a payout to the bank', () => {
  const stored = async (person: Person) => {
    const rows = await t.deps.db
      .selectFrom('bank_payouts')
      .select(['id', 'amount_cents as cents', 'state', 'arrives_on as arrivesOn'])
      .where('user_id', '=', person.id)
      .execute()
    return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
  }
  /** A creator to whose account this much was transferred. */
  const sent = async (cents: number): Promise<Person> => {
    const [client, maker] = [await t.person('Cem'), await t.person('Una', { isCreator: true })]
    await connect(maker)
    await t.cards.control(`accounts/${await accountOf(maker)}/complete`)
    await t.call(confirmPayouts, { as: maker })
    const order = { client, creator: maker, title: 'Poster', cents }
    const project = await payForProject(t, order)
    await divide(t, project, { creator: maker, toClientCents: 0, toCreatorCents: cents })
    await t.cards.deliverWebhooks()
    return maker
  }

  it('is recorded when it is made, when the bank has it, and when the bank returns it', async () => {
    const maker = await sent(40_000)
    expect(await stored(maker)).toEqual([])
    await t.cards.advance({ days: 1, hours: 9 })
    await t.cards.deliverWebhooks({ copies: 2 })
    const [payout] = await stored(maker)
    expect(payout).toMatchObject({ state: 'in_transit', arrivesOn: expect.anything() })
    expect(payout?.cents).toBe(40_000 - 1_190)
    await t.cards.advance({ days: 5 })
    await t.cards.deliverWebhooks({ reverse: true })
    expect(await stored(maker)).toMatchObject([{ id: payout?.id, state: 'paid' }])
    await t.cards.control(`payouts/${payout?.id}/fail`)
    await t.cards.deliverWebhooks()
    expect(await stored(maker)).toMatchObject([{ id: payout?.id, state: 'failed' }])
  })

  it('is found without webhooks', async () => {
    const maker = await sent(20_000)
    await t.cards.advance({ days: 1, hours: 9 })
    await t.runJob('billing.payouts')
    expect(await stored(maker)).toMatchObject([{ state: 'in_transit' }])
    await t.cards.advance({ days: 5 })
    // The account was read a moment ago.
    await t.runJob('billing.payouts')
    expect(await stored(maker)).toMatchObject([{ state: 'in_transit' }])
    await t.deps.db
      .updateTable('payout_accounts')
      .set({ payouts_read_at: new Date(Date.now() - 86_400_000) })
      .where('user_id', '=', maker.id)
      .execute()
    await t.runJob('billing.payouts')
    expect(await stored(maker)).toMatchObject([{ state: 'paid' }])
  })

  it('of an account that is not known here is ignored', async () => {
    const maker = await sent(10_000)
    const event = {
      id: 'evt_of_another',
      object: 'event',
      type: 'payout.paid',
      created: Math.floor(Date.now() / 1_000),
      account: 'acct_of_another',
      data: { object: { id: 'po_of_another', object: 'payout' } },
    }
    expect(await t.cards.deliver(event)).toBe(200)
    await t.runJob('money.event', { id: event.id })
    expect(await stored(maker)).toEqual([])
  })
})
