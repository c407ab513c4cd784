import { expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import { createWorld, paidCharge, startCardsProcess, type RawAnswer } from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

const INTENT = 'amount=2000&currency=usd'
const headers = { 'idempotency-key': 'order-1' }

test('repeats the response for the same key and refuses other parameters', async () => {
  const { raw, stripe } = createWorld(cards)
  const first = await raw('POST', '/v1/payment_intents', { headers, body: INTENT })
  const again = await raw('POST', '/v1/payment_intents', { headers, body: INTENT })
  expect(again.body).toEqual(first.body)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  for (const [path, body] of [
    ['/v1/payment_intents', 'amount=2001&currency=usd'],
    ['/v1/customers', ''],
  ] as const) {
    const refused = await raw('POST', path, { headers, body })
    expect([refused.status, refused.body.error?.type]).toEqual([400, 'idempotency_error'])
  }
  await expect(
    stripe.customers.create({ name: 'other' }, { idempotencyKey: 'order-1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('forgets a key after a day of its world and limits it to 255 characters', async () => {
  const { raw, control } = createWorld(cards)
  const send = () => raw('POST', '/v1/customers', { headers, body: 'name=a' })
  const first = await send()
  await control('clock', { seconds: 23 * 3_600 })
  expect((await send()).body.id).toBe(first.body.id)
  await control('clock', { seconds: 3_700 })
  expect((await send()).body.id).not.toBe(first.body.id)
  const long = { 'idempotency-key': 'k'.repeat(256) }
  const refused = await raw('POST', '/v1/customers', { headers: long, body: 'name=a' })
  expect([refused.status, refused.body.error?.type]).toEqual([400, 'idempotency_error'])
  const fits = { 'idempotency-key': 'k'.repeat(255) }
  expect((await raw('POST', '/v1/customers', { headers: fits, body: 'name=a' })).status).toBe(200)
})

test('lets one of twenty simultaneous calls take effect and refuses the others', async () => {
  const { raw, stripe } = createWorld(cards)
  const body = `${INTENT}&confirm=true&payment_method=pm_card_visa`
  const send = () => raw('POST', '/v1/payment_intents', { headers, body })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  const busy = answers.filter(({ status }) => status === 409)
  const done = answers.filter(({ status }) => status === 200)
  expect(busy.length + done.length).toBe(20)
  expect(new Set(done.map((answer: RawAnswer) => answer.body.id)).size).toBe(1)
  for (const refused of busy) expect(refused.body.error?.code).toBe('idempotency_key_in_use')
  expect((await stripe.charges.list()).data).toHaveLength(1)
  const after = await send()
  expect([after.status, after.body.id]).toEqual([200, done[0]?.body.id])
})

test('repeats a response after the process was killed', async () => {
  const own = await startCardsProcess(await emptyDatabase())
  const world = createWorld(own)
  const body = `${INTENT}&confirm=true&payment_method=pm_card_visa`
  const first = await world.raw('POST', '/v1/payment_intents', { headers, body })
  await own.stop('SIGKILL')
  const after = await startCardsProcess(own.databaseUrl)
  const again = createWorld(after, world.key)
  const answer = await again.raw('POST', '/v1/payment_intents', { headers, body })
  expect(answer.body).toEqual(first.body)
  expect(answer.headers.get('idempotent-replayed')).toBe('true')
  expect((await again.stripe.charges.list()).data).toHaveLength(1)
  await after.stop()
})

test('stores the response to a declined card, but not to a misspelt parameter', async () => {
  const { raw, stripe } = createWorld(cards)
  const declined = `${INTENT}&confirm=true&payment_method=pm_card_visa_chargeDeclined`
  const first = await raw('POST', '/v1/payment_intents', { headers, body: declined })
  const again = await raw('POST', '/v1/payment_intents', { headers, body: declined })
  expect([first.status, again.status]).toEqual([402, 402])
  expect(again.body).toEqual(first.body)
  expect((await stripe.charges.list()).data).toHaveLength(1)
  const other = { 'idempotency-key': 'order-2' }
  expect((await raw('POST', '/v1/customers', { headers: other, body: 'nam=a' })).status).toBe(400)
  expect((await raw('POST', '/v1/customers', { headers: other, body: 'name=a' })).status).toBe(200)
})

test('takes effect once despite a lost response, a rate limit and a server error', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 5_000)
  const refund = () =>
    stripe.refunds.create({ charge: charge.id, amount: 100 }, { idempotencyKey: 'r1' })
  const script = (mode: string, times = 1) =>
    control('fail-next', { method: 'POST', path: '/v1/refunds', mode, times })
  await script('error-429')
  await expect(refund()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  await script('error-500')
  await expect(refund()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  expect((await stripe.refunds.list()).data).toEqual([])
  await script('timeout-after-success')
  await expect(refund()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const [made] = (await stripe.refunds.list()).data
  expect((await refund()).id).toBe(made?.id)
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(100)
  await script('error-500', 2)
  const patient = { idempotencyKey: 'r2', maxNetworkRetries: 3 }
  expect((await stripe.refunds.create({ charge: charge.id, amount: 50 }, patient)).amount).toBe(50)
})
