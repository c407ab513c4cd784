import {
  becomeCreator,
  cancelSubscription,
  confirmSubscription,
  getOrCreateSubscription,
  getStatement,
  getSubscription,
  openPortal,
  resumeSubscription,
  type StatementLine,
  type Subscription,
} from '@plinth/contract/money/billing.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type Person } from '../../../test/app.ts'
import { paidApp, CARD } from '../../../test/money/cards.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { balanceOf } from '../../core/money/ledger-queries.ts'
import { createSubscriptionSync } from './subscription-events.ts'

const t = paidApp()
beforeAll(async () => {
  // The worker that makes notifications empties `notices`.
  await sql`create table told (id bigint generated always as identity, user_id uuid, event text)`.execute(
    t.deps.db,
  )
  await sql`
    create function note() returns trigger language plpgsql as $$
    begin
      insert into told (user_id, event) values (new.billed_id, new.billing_event);
      return new;
    end $$`.execute(t.deps.db)
  await sql`create trigger note after insert on notices for each row execute function note()`.execute(
    t.deps.db,
  )
})

const become = async (as: Person, headers = {}) => {
  const { status, body } = await t.call(becomeCreator, { as, headers })
  expect(status).toBe(200)
  return body as { subscriptionUrl: string; message?: string }
}
const view = async (as: Person): Promise<Subscription> => {
  const { status, body } = await t.call(getSubscription, { as })
  expect(status).toBe(200)
  return body
}
const isCreator = async (as: Person): Promise<boolean> =>
  (await t.call(getViewer, { as })).body.isCreator

/** A person who has just subscribed. */
async function subscriber(name: string, card: string = CARD.good): Promise<Person> {
  const person = await t.person(name)
  const { subscriptionUrl } = await become(person)
  await t.cards.pay(subscriptionUrl, card)
  await t.cards.deliverWebhooks()
  expect(await view(person)).toMatchObject({ state: 'active' })
  return person
}

const bookedFor = async (person: Person) => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select e.account, sum(e.amount_cents)::int as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join subscriptions s on s.id = t.subscription_id
    where s.user_id = ${person.id}::uuid group by e.account order by e.account`.execute(t.deps.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
const toldOf = async (person: Person) => {
  const { rows } = await sql<{ event: string }>`
    select event from told where user_id = ${person.id}::uuid order by id`.execute(t.deps.db)
  return rows.map(({ event }) => event)
}

describe('every call', () => {
  const calls = [
    getSubscription,
    confirmSubscription,
    becomeCreator,
    getOrCreateSubscription,
    cancelSubscription,
    resumeSubscription,
    openPortal,
  ]
  it.each(calls)('$method $path is for members', async (endpoint) => {
    expect((await t.call(endpoint)).status).toBe(401)
  })
  it.each(calls.filter(({ method }) => method === 'POST'))(
    '$path accepts neither a price nor a currency nor a recipient',
    async (endpoint) => {
      const as = await t.person('Nosy')
      for (const body of [{ price: 0.01 }, { currency: 'eur' }, { userId: as.id }, {}])
        expect((await t.call(endpoint, { as, body })).status).toBe(400)
      expect((await t.call(endpoint, { as, query: { price: 0 } })).status).toBe(400)
    },
  )
})

describe('subscribing', () => {
  it('makes one subscription out of ten concurrent calls', async () => {
    const person = await t.person('Tess')
    const answers = await Promise.all(Array.from({ length: 10 }, () => become(person)))
    expect(new Set(answers.map(({ subscriptionUrl }) => subscriptionUrl)).size).toBe(1)
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => t.call(getOrCreateSubscription, { as: person })),
    )
    expect(new Set(ids.map(({ body }) => body.subscriptionId)).size).toBe(1)
    const { rows } = await sql`
      select id from subscriptions where user_id = ${person.id}::uuid`.execute(t.deps.db)
    expect(rows).toEqual([{ id: ids[0]?.body.subscriptionId }])
    const { customer_id: customer } = await t.deps.db
      .selectFrom('provider_customers')
      .select('customer_id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect((await t.cards.read(`checkout/sessions?customer=${customer}`)).data).toHaveLength(1)
  })

  it('gives rights to whoever paid, and none to whoever only returns', async () => {
    const person = await t.person('Una')
    expect(await view(person)).toEqual({
      state: 'none',
      price: 5.99,
      isGranted: false,
      removed: null,
      periodEnd: null,
      endsAtPeriodEnd: false,
      rightsUntil: null,
      card: null,
    })
    const { subscriptionUrl } = await become(person)
    // As if somebody opened the success page by hand.
    expect((await t.call(confirmSubscription, { as: person })).body.state).toBe('incomplete')
    expect(await isCreator(person)).toBe(false)
    expect(await t.cards.pay(subscriptionUrl, CARD.declined)).toMatchObject({ state: 'declined' })
    expect((await t.call(confirmSubscription, { as: person })).body.state).toBe('incomplete')
    await t.cards.pay(subscriptionUrl)
    expect(await isCreator(person)).toBe(false)
    const { body } = await t.call(confirmSubscription, { as: person })
    expect(body).toMatchObject({ state: 'active', card: { brand: 'visa', last4: '4242' } })
    expect(new Date(body.periodEnd).getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    expect(await isCreator(person)).toBe(true)
    expect(await become(person)).toEqual({ message: 'Already a creator' })
    expect(await bookedFor(person)).toEqual({ provider: 552, card_fees: 47, revenue: -599 })
    expect(await toldOf(person)).toEqual(['subscription_active'])
  })

  it('books a month once, in whatever order and however often it is reported', async () => {
    const person = await t.person('Vera')
    const { subscriptionUrl } = await become(person)
    await t.cards.pay(subscriptionUrl)
    await t.cards.deliverWebhooks({ copies: 2, reverse: true })
    await t.call(confirmSubscription, { as: person })
    expect(await view(person)).toMatchObject({ state: 'active' })
    expect(await bookedFor(person)).toEqual({ provider: 552, card_fees: 47, revenue: -599 })
    expect(await toldOf(person)).toEqual(['subscription_active'])
  })

  it('books a month that is reported while the subscription is being recorded', async () => {
    const person = await t.person('Vito')
    await t.cards.pay((await become(person)).subscriptionUrl)
    const told = await t.cards.events()
    const paid = told.findLast(({ type }) => type === 'invoice.paid')
    if (paid === undefined) throw new Error('Nothing was paid.')
    const sync = createSubscriptionSync(t.deps)
    const { payments } = t.deps
    const ask = payments.getSubscription
    // The first to ask found no row by the provider's id, and is answered once there is one.
    const slow = vi.spyOn(payments, 'getSubscription').mockImplementationOnce(async (id) => {
      await sync.subscription(id)
      return ask(id)
    })
    await sync.invoice(paid.data.object.id)
    slow.mockRestore()
    expect(await bookedFor(person)).toEqual({ provider: 552, card_fees: 47, revenue: -599 })
  })

  it('replaces an expired checkout, and lets nobody pay the old one', async () => {
    const person = await t.person('Wade')
    const first = await become(person)
    t.clock.advance({ hours: 24 })
    const second = await become(person)
    expect(second.subscriptionUrl).not.toBe(first.subscriptionUrl)
    expect(await t.cards.pay(first.subscriptionUrl)).toMatchObject({ state: 'over' })
    await t.cards.pay(second.subscriptionUrl)
    await t.cards.deliverWebhooks()
    expect(await isCreator(person)).toBe(true)
  })

  it('notices that the old checkout was paid instead of opening a second one', async () => {
    const person = await t.person('Xena')
    const { subscriptionUrl } = await become(person)
    await t.cards.pay(subscriptionUrl)
    t.clock.advance({ hours: 24 })
    expect(await become(person)).toEqual({ message: 'Already a creator' })
    expect(await isCreator(person)).toBe(true)
  })

  it('repeats its answer to a repeated key', async () => {
    const person = await t.person('Yoko')
    const headers = { 'idempotency-key': 'press-1' }
    const first = await t.call(becomeCreator, { as: person, headers })
    const again = await t.call(becomeCreator, { as: person, headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('reports that there is no card provider', async () => {
    const off = await startTestApp()
    const as = await off.person('Zoe')
    const { status, body } = await off.call(becomeCreator, { as })
    expect(status).toBe(503)
    expect(body.message).toMatch(/switched off/)
    expect((await off.call(getSubscription, { as })).body.state).toBe('incomplete')
    await off.close()
  })

  it('reports that the provider does not answer', async () => {
    const person = await t.person('Abe')
    const path = '/v1/checkout/sessions'
    await t.cards.control('fail-next', { method: 'POST', path, mode: 'error-500', times: 3 })
    expect((await t.call(becomeCreator, { as: person })).status).toBe(503)
    expect((await become(person)).subscriptionUrl).toMatch(/^http/)
  })
})

describe('a subscription', () => {
  it('is renewed each month', async () => {
    const person = await subscriber('Bea')
    const before = await view(person)
    await t.cards.advance({ days: 31 })
    await t.cards.deliverWebhooks()
    const after = await view(person)
    expect(after.state).toBe('active')
    expect(Date.parse(after.periodEnd ?? '')).toBeGreaterThan(Date.parse(before.periodEnd ?? ''))
    expect(await bookedFor(person)).toEqual({ provider: 1_104, card_fees: 94, revenue: -1_198 })
    expect(await toldOf(person)).toEqual(['subscription_active'])
  })

  it('ends with its period when it is cancelled, unless that is taken back', async () => {
    const person = await subscriber('Cleo')
    const answer = await t.call(cancelSubscription, { as: person })
    expect(answer).toMatchObject({ status: 200, body: { state: 'active', endsAtPeriodEnd: true } })
    // Cancelling twice is the same as once.
    const twice = await Promise.all([1, 2].map(() => t.call(cancelSubscription, { as: person })))
    for (const { status } of twice) expect(status).toBe(200)
    expect((await t.call(resumeSubscription, { as: person })).body.endsAtPeriodEnd).toBe(false)
    expect((await t.call(cancelSubscription, { as: person })).body.endsAtPeriodEnd).toBe(true)
    expect(await isCreator(person)).toBe(true)
    await t.cards.advance({ days: 32 })
    await t.cards.deliverWebhooks()
    expect(await view(person)).toMatchObject({ state: 'canceled' })
    expect(await isCreator(person)).toBe(false)
    expect(await toldOf(person)).toEqual(['subscription_active', 'subscription_ended'])
    expect((await t.call(cancelSubscription, { as: person })).status).toBe(409)
    // It can be started again.
    await t.cards.pay((await become(person)).subscriptionUrl)
    await t.cards.deliverWebhooks()
    expect(await isCreator(person)).toBe(true)
  })

  it('keeps the rights for seven days when a renewal fails', async () => {
    const person = await subscriber('Dara', CARD.failsLater)
    await t.cards.advance({ days: 32 })
    await t.cards.deliverWebhooks()
    const failed = await view(person)
    expect(failed.state).toBe('past_due')
    const until = Date.parse(failed.rightsUntil ?? '') - t.deps.now().getTime()
    expect(until / 86_400_000).toBeCloseTo(7, 1)
    expect(await isCreator(person)).toBe(true)
    t.clock.advance({ days: 6, hours: 23 })
    await t.runJob('billing.lapse')
    await t.call(confirmSubscription, { as: person })
    expect(await isCreator(person)).toBe(true)
    t.clock.advance({ hours: 2 })
    await t.runJob('billing.lapse')
    expect(await isCreator(person)).toBe(false)
    const told = ['subscription_active', 'subscription_past_due', 'subscription_ended']
    expect(await toldOf(person)).toEqual(told)
    // This takes another card, not another subscription.
    expect((await become(person)).subscriptionUrl).toMatch(/portal/)
    await t.cards.advance({ days: 16 })
    await t.cards.deliverWebhooks()
    expect((await view(person)).state).toBe('canceled')
    expect(await toldOf(person)).toEqual(told)
  })

  it('continues with another card, and the rights return', async () => {
    const person = await subscriber('Dov', CARD.failsLater)
    await t.cards.advance({ days: 32 })
    await t.cards.deliverWebhooks()
    t.clock.advance({ days: 8 })
    await t.runJob('billing.lapse')
    expect(await isCreator(person)).toBe(false)
    const { customer_id: customer, provider_id: subscription } = await t.deps.db
      .selectFrom('provider_customers')
      .innerJoin('subscriptions', 'subscriptions.user_id', 'provider_customers.user_id')
      .select(['customer_id', 'provider_id'])
      .where('provider_customers.user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const { id } = await t.cards.post('payment_methods/pm_card_visa/attach', { customer })
    await t.cards.post(`subscriptions/${subscription}`, { default_payment_method: id })
    await t.cards.advance({ days: 4 })
    await t.cards.deliverWebhooks()
    expect(await view(person)).toMatchObject({
      state: 'active',
      rightsUntil: null,
      card: { brand: 'visa', last4: '4242' },
    })
    expect(await isCreator(person)).toBe(true)
    expect((await toldOf(person)).at(-1)).toBe('subscription_active')
  })

  it('takes no rights from a creator whom an admin made one', async () => {
    const person = await subscriber('Elsa')
    await sql`update users set creator_granted = true where id = ${person.id}::uuid`.execute(
      t.deps.db,
    )
    await t.call(cancelSubscription, { as: person })
    await t.cards.advance({ days: 32 })
    await t.cards.deliverWebhooks()
    expect(await view(person)).toMatchObject({ state: 'canceled', isGranted: true })
    expect(await isCreator(person)).toBe(true)
    expect((await become(person)).subscriptionUrl).toMatch(/^http/)
  })

  it('has a page at the provider, where there is one', async () => {
    const person = await subscriber('Fay')
    const { status, body } = await t.call(openPortal, { as: person })
    expect(status).toBe(200)
    expect(body.url).toMatch(/portal/)
    const nobody = await t.person('Gus')
    expect((await t.call(openPortal, { as: nobody })).status).toBe(409)
    expect((await t.call(cancelSubscription, { as: nobody })).status).toBe(409)
    expect((await t.call(resumeSubscription, { as: nobody })).status).toBe(409)
  })

  it('is pushed to whoever is online when it changes', async () => {
    const person = await t.person('Jo')
    const reader = await readLive(await listen(t), person)
    await reader.next('hello')
    await t.cards.pay((await become(person)).subscriptionUrl)
    await t.call(confirmSubscription, { as: person })
    expect(await reader.next('billing')).toEqual({ type: 'billing' })
    reader.close()
  })

  it('is in the ledger and in the statement when it is refunded or disputed', async () => {
    const person = await subscriber('Kay')
    const lines = async () => {
      const { body } = await t.call(getStatement, { as: person })
      return (body as StatementLine[])
        .map(({ kind, direction, amount }) => `${kind} ${direction} ${amount}`)
        .toSorted()
    }
    const chargeOf = async () =>
      (await t.cards.read('charges?limit=1')).data.map(({ id }) => id)[0] ?? ''
    const { id: refund } = await t.cards.post('refunds', {
      charge: await chargeOf(),
      amount: '100',
    })
    await t.cards.deliverWebhooks({ copies: 2 })
    expect(await lines()).toEqual(['refund in 1', 'subscription out 5.99'])
    await t.cards.control(`refunds/${refund}/fail`)
    await t.cards.deliverWebhooks({ reverse: true })
    const before = ['refund in 1', 'refund_returned out 1', 'subscription out 5.99']
    expect(await lines()).toEqual(before)
    const { id: won } = await t.cards.control('disputes/open', { charge: await chargeOf() })
    await t.cards.control('disputes/win', { dispute: won })
    await t.cards.deliverWebhooks({ copies: 2, reverse: true })
    expect(await lines()).toEqual(['chargeback in 5.99', 'chargeback_returned out 5.99', ...before])
    const other = await subscriber('Lou')
    const { id: lost } = await t.cards.control('disputes/open', { charge: await chargeOf() })
    await t.cards.control('disputes/lose', { dispute: lost })
    await t.cards.deliverWebhooks()
    // The month and the bank's fee are lost.
    expect(await bookedFor(other)).toEqual({
      card_fees: 47,
      chargebacks: 0,
      losses: 2_099,
      provider: -1_547,
      revenue: -599,
    })
  })

  it('cannot be cancelled or confirmed by another person', async () => {
    const [one, other] = [await subscriber('Hana'), await t.person('Ines')]
    expect((await t.call(cancelSubscription, { as: other })).status).toBe(409)
    expect((await t.call(confirmSubscription, { as: other })).body.state).toBe('none')
    expect(await view(one)).toMatchObject({ state: 'active', endsAtPeriodEnd: false })
  })
})

it('the ledger agrees with the provider in the end', async () => {
  await t.cards.deliverWebhooks()
  expect(await balanceOf(t.deps.db, 'provider')).toBe(await t.deps.payments.getBalance())
})
