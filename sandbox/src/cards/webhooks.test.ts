import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import {
  createWorld,
  paidCharge,
  startCardsProcess,
  startReceiver,
  types,
  type Receiver,
  type World,
} from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))
const receivers: Receiver[] = []

afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
})

async function listen(
  world: World,
  events: Stripe.WebhookEndpointCreateParams['enabled_events'] = ['*'],
): Promise<Receiver & { secret: string }> {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const { url } = receiver
  const { secret } = await world.stripe.webhookEndpoints.create({ url, enabled_events: events })
  return { ...receiver, secret: secret ?? '' }
}

const PAID = ['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']

test('sends signed events in order, which the SDK accepts', async () => {
  const world = createWorld(cards)
  const receiver = await listen(world)
  await paidCharge(world, 60_000, { metadata: { project: 'p1' } })
  await expect.poll(() => types(receiver)).toEqual(PAID)
  const { stripe } = world
  for (const { headers, body } of receiver.received) {
    const header = String(headers['stripe-signature'])
    const event = stripe.webhooks.constructEvent(body, header, receiver.secret)
    expect(event.api_version).toBe('2026-10-28.endive')
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ type: event.type })
    expect(() => stripe.webhooks.constructEvent(body, header, 'whsec_other')).toThrow('signature')
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, receiver.secret)).toThrow()
  }
  const last = receiver.received[2]?.event.data.object
  expect(last).toMatchObject({ object: 'checkout.session', metadata: { project: 'p1' } })
  await expect
    .poll(async () => (await stripe.events.list({ limit: 1 })).data[0]?.pending_webhooks)
    .toBe(0)
  const listed = await stripe.webhookEndpoints.list()
  expect(listed.data).toMatchObject([{ url: receiver.url, status: 'enabled' }])
  expect(JSON.stringify(listed)).not.toContain(receiver.secret)
})

test('sends an event again when the receiver refuses it', async () => {
  const world = createWorld(cards)
  const receiver = await listen(world, ['checkout.session.completed'])
  receiver.answers.push(500, 503)
  await paidCharge(world, 5_000)
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3)
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1)
  await expect
    .poll(async () => (await world.control<{ deliveries: unknown[] }>('deliveries')).deliveries)
    .toMatchObject([{ attempts: 3, outcome: 'delivered', waits: false }])
})

test('gives up after three days', async () => {
  const world = createWorld(cards)
  const receiver = await listen(world, ['checkout.session.completed'])
  receiver.answers.push(...Array.from({ length: 50 }, () => 500))
  await paidCharge(world, 5_000)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  await world.control('clock', { seconds: 3 * 86_400 + 60 })
  await expect
    .poll(async () => (await world.control<{ deliveries: unknown[] }>('deliveries')).deliveries)
    .toMatchObject([{ outcome: 'given up: status 500', waits: false }])
  const before = receiver.received.length
  expect(await world.control('events/resend', { type: 'checkout.session.completed' })).toEqual({
    events: 1,
    deliveries: 1,
  })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
})

test('sends events twice, out of order or not at all, on demand', async () => {
  const world = createWorld(cards)
  const receiver = await listen(world)
  await world.control('delivery', { duplicate: true, shuffle: true })
  await paidCharge(world, 5_000)
  await expect.poll(() => receiver.received.length, { timeout: 5_000 }).toBe(6)
  expect(types(receiver).sort()).toEqual([...PAID, ...PAID].sort())

  await world.control('delivery', { drop: ['charge.succeeded'] })
  await paidCharge(world, 5_000)
  await expect.poll(() => receiver.received.length).toBe(8)
  expect(types(receiver).slice(6)).toEqual(PAID.slice(1))

  await world.control('delivery', { drop: 'all' })
  const charge = await paidCharge(world, 5_000)
  const { deliveries } = await world.control<{ deliveries: { outcome: string | null }[] }>(
    'deliveries',
  )
  expect(deliveries.slice(-3).map(({ outcome }) => outcome)).toEqual([
    'dropped',
    'dropped',
    'dropped',
  ])
  // Events that were never sent can still be read.
  const missed = await world.stripe.events.list({ type: 'charge.succeeded', limit: 1 })
  expect(missed.data[0]?.data.object).toMatchObject({ id: charge.id })
  await world.control('delivery', {})
  await world.control('events/resend', { id: missed.data[0]?.id })
  await expect.poll(() => receiver.received.length).toBe(9)
})

test('delays events on demand', async () => {
  const world = createWorld(cards)
  const receiver = await listen(world, ['checkout.session.completed'])
  await world.control('delivery', { delayMs: 60_000 })
  await paidCharge(world, 5_000)
  const { deliveries } = await world.control<{ deliveries: unknown[] }>('deliveries')
  expect(deliveries).toMatchObject([{ attempts: 0, waits: true }])
  await world.control('clock', { seconds: 61 })
  await expect.poll(() => receiver.received.length).toBe(1)
})

test('sends outstanding events after the process was killed', async () => {
  const own = await startCardsProcess(await emptyDatabase())
  const world = createWorld(own)
  const receiver = await listen(world, ['checkout.session.completed'])
  await world.control('delivery', { delayMs: 600_000 })
  const charge = await paidCharge(world, 5_000)
  expect(await own.stop('SIGKILL')).toBeNull()
  expect(receiver.received).toEqual([])
  const after = await startCardsProcess(own.databaseUrl)
  const again = createWorld(after, world.key)
  await again.control('clock', { seconds: 601 })
  await expect
    .poll(() => types(receiver), { timeout: 8_000 })
    .toEqual(['checkout.session.completed'])
  expect(await again.stripe.charges.retrieve(charge.id)).toEqual(charge)
  expect(await again.control('check')).toMatchObject({ ok: true, charges: 5_000 })
  await after.stop()
})

test('uses the configured webhook for worlds without their own', async () => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const own = await startCardsProcess(await emptyDatabase(), {
    STRIPE_WEBHOOK_URL: receiver.url,
    STRIPE_WEBHOOK_SECRET: 'whsec_settings',
  })
  const world = createWorld(own)
  await paidCharge(world, 5_000)
  await expect.poll(() => types(receiver)).toEqual(PAID)
  const [first] = receiver.received
  const header = String(first?.headers['stripe-signature'])
  world.stripe.webhooks.constructEvent(first?.body ?? '', header, 'whsec_settings')
  await own.stop()
})
