import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { duringTests } from '../../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../../server/test/sandbox.ts'
import { createWorld, pay, startCardsProcess, type World } from '../../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

const DAY = 86_400
const days = ({ control }: World, count: number) => control('clock', { seconds: count * DAY })

async function subscribe(world: World, card?: string): Promise<Stripe.Subscription> {
  const { stripe } = world
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month' },
    product_data: { name: 'Creator plan' },
  })
  const customer = await stripe.customers.create({ email: 'tomas@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    customer: customer.id,
    subscription_data: { metadata: { user: 'u1' } },
    success_url: 'http://localhost:9/subscribed',
  })
  await pay(world, session.id, card)
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
  return paid.subscription as Stripe.Subscription
}

const eventTypes = async ({ stripe }: World, skip = 0) =>
  (await stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type)
    .reverse()
    .slice(skip)

const invoices = async ({ stripe }: World, subscription: string) =>
  (await stripe.invoices.list({ subscription })).data

test('starts a subscription with its first invoice paid', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const subscription = await subscribe(world)
  expect(subscription).toMatchObject({ status: 'active', metadata: { user: 'u1' } })
  const [item] = subscription.items.data
  const length = (item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)
  expect(length / DAY).toBeGreaterThanOrEqual(28)
  expect(length / DAY).toBeLessThanOrEqual(31)
  const [listed] = await invoices(world, subscription.id)
  const invoice = await stripe.invoices.retrieve(listed?.id ?? '', {
    expand: ['payments.data.payment.payment_intent'],
  })
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 1_200,
    parent: { subscription_details: { subscription: subscription.id } },
    payments: { data: [{ payment: { payment_intent: { status: 'succeeded', amount: 1_200 } } }] },
  })
  expect(await eventTypes(world)).toEqual([
    'invoice.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'customer.subscription.created',
    'checkout.session.completed',
  ])
})

test('renews each month, even when the clock jumps a quarter ahead', async () => {
  const world = createWorld(cards)
  const subscription = await subscribe(world)
  await days(world, 32)
  expect((await invoices(world, subscription.id)).map(({ billing_reason: why }) => why)).toEqual([
    'subscription_cycle',
    'subscription_create',
  ])
  await days(world, 92)
  const found = await invoices(world, subscription.id)
  expect(found.length).toBe(5)
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['paid']))
  for (const [index, invoice] of found.slice(0, -1).entries())
    expect(invoice.period_start).toBe(found[index + 1]?.period_end)
  expect(await world.control('check')).toMatchObject({ ok: true, charges: 6_000 })
  const after = await world.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice'],
  })
  expect((after.latest_invoice as Stripe.Invoice).id).toBe(found[0]?.id)
})

test('cancels at the end of the period, resumes, and cancels for good', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const { id } = await subscribe(world)
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: ending.items.data[0]?.current_period_end,
  })
  const going = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await days(world, 32)
  const ended = await stripe.subscriptions.retrieve(id)
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect(ended.ended_at).toBe(ending.cancel_at)
  expect(await invoices(world, id)).toHaveLength(1)
  expect((await eventTypes(world)).at(-1)).toBe('customer.subscription.deleted')
  const customer = ended.customer as string
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('cancels at once', async () => {
  const world = createWorld(cards)
  const { id } = await subscribe(world)
  expect(await world.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
  await days(world, 40)
  expect(await invoices(world, id)).toHaveLength(1)
})

test('retries a failing card three times, then ends the subscription', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const { id } = await subscribe(world, '4000000000000341')
  const before = (await eventTypes(world)).length
  const period = (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0
  const { now } = await world.control<{ now: number }>('clock')
  await world.control('clock', { seconds: period - now + 60 })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  const [open] = await invoices(world, id)
  expect(open).toMatchObject({
    status: 'open',
    attempt_count: 1,
    amount_remaining: 1_200,
    next_payment_attempt: period + 3 * DAY,
  })
  expect(await eventTypes(world, before)).toEqual([
    'invoice.created',
    'invoice.finalized',
    'charge.failed',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  for (const [wait, tries] of [
    [3, 2],
    [5, 3],
  ] as const) {
    await days(world, wait)
    expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(tries)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  }
  await days(world, 7)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(4)
})

test('recovers an overdue subscription with another card', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const { id, customer } = await subscribe(world, '4000000000000341')
  await days(world, 32)
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer as string })
  await stripe.subscriptions.update(id, { default_payment_method: card.id })
  await days(world, 3)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect(new Set((await invoices(world, id)).map(({ status }) => status))).toEqual(
    new Set(['paid']),
  )
})

test('makes a renewal overdue when the bank asks for approval', async () => {
  const world = createWorld(cards)
  const { id } = await subscribe(world, '4000002500003155')
  await days(world, 32)
  expect((await world.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  const [failed] = (await world.stripe.events.list({ type: 'payment_intent.payment_failed' })).data
  expect(failed?.data.object).toMatchObject({
    last_payment_error: { code: 'authentication_required' },
  })
})

test('starts no subscription with a declined card', async () => {
  const world = createWorld(cards)
  const subscription = await subscribe(world, '4000000000000002')
  expect(subscription).toBeNull()
  expect((await world.stripe.subscriptions.list()).data).toEqual([])
  expect(await eventTypes(world)).toEqual([])
})
