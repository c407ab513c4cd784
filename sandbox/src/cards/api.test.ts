import { expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import {
  createWorld,
  paidCharge,
  pay,
  paymentSession,
  startCardsProcess,
} from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

test('creates, reads, updates and lists customers, products and prices', async () => {
  const { stripe, checked } = createWorld(cards)
  const customer = await stripe.customers.create({
    email: 'dana@example.com',
    metadata: { user: 'u1', gone: 'x' },
  })
  expect(customer).toMatchObject({ email: 'dana@example.com', metadata: { user: 'u1' } })
  const changed = await stripe.customers.update(customer.id, {
    name: 'Dana',
    metadata: { gone: '' },
  })
  expect(changed).toMatchObject({ name: 'Dana', email: 'dana@example.com' })
  expect(changed.metadata).toEqual({ user: 'u1' })
  expect(await stripe.customers.retrieve(customer.id)).toEqual(changed)
  const other = await stripe.customers.create({})
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([other.id, customer.id])
  expect((await stripe.customers.list({ email: 'dana@example.com' })).data).toHaveLength(1)

  const product = await stripe.products.create({
    name: 'Creator plan',
    images: ['http://x/y.webp'],
  })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month' },
    lookup_key: 'creator',
  })
  expect(price).toMatchObject({ type: 'recurring', recurring: { interval: 'month' } })
  const found = await stripe.prices.list({ lookup_keys: ['creator'], expand: ['data.product'] })
  expect(found.data[0]?.product).toMatchObject({ name: 'Creator plan' })
  expect((await stripe.prices.list({ type: 'one_time' })).data).toEqual([])
  expect(await stripe.products.retrieve(product.id)).toEqual(product)
  expect((await stripe.products.list()).data).toEqual([product])
  expect(await stripe.prices.retrieve(price.id)).toEqual(price)
  expect([...checked].sort()).toEqual([
    'customer',
    'params.customer.create',
    'params.price.create',
    'params.product.create',
    'price',
    'product',
  ])
})

test('pages lists in both directions and filters them by time', async () => {
  const { stripe, control } = createWorld(cards)
  for (let count = 0; count < 3; count++) await stripe.customers.create({ name: `old ${count}` })
  const { now } = await control<{ now: number }>('clock', { seconds: 3_600 })
  for (let count = 0; count < 2; count++) await stripe.customers.create({ name: `new ${count}` })
  const first = await stripe.customers.list({ limit: 2 })
  expect(first.has_more).toBe(true)
  const last = first.data.at(-1)?.id ?? ''
  const second = await stripe.customers.list({ limit: 3, starting_after: last })
  expect(second.data.map(({ name }) => name)).toEqual(['old 2', 'old 1', 'old 0'])
  expect(second.has_more).toBe(false)
  const back = await stripe.customers.list({ limit: 2, ending_before: second.data[1]?.id ?? '' })
  expect(back.data.map(({ name }) => name)).toEqual(['new 0', 'old 2'])
  const recent = await stripe.customers.list({ created: { gte: now } })
  expect(recent.data.map(({ name }) => name)).toEqual(['new 1', 'new 0'])
  const names: (string | null | undefined)[] = []
  for await (const { name } of stripe.customers.list({ limit: 2 })) names.push(name)
  expect(names).toHaveLength(5)
})

test('takes a deposit: session, payment, charge, fee and expanded objects', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const session = await paymentSession(world, 60_000, {
    client_reference_id: 'project-1',
    metadata: { project: 'p1' },
    customer_email: 'dana@example.com',
    payment_intent_data: {
      transfer_group: 'project-1',
      metadata: { project: 'p1' },
      description: 'Deposit for a project',
    },
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 60_000 })
  expect(session.url).toBe(`${cards.url}/cards/checkout/${session.id}`)
  expect(await pay(world, session.id)).toMatchObject({ state: 'complete' })
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'dana@example.com' },
    line_items: { data: [{ description: 'Deposit', amount_total: 60_000 }] },
    payment_intent: {
      status: 'succeeded',
      amount_received: 60_000,
      metadata: { project: 'p1' },
      latest_charge: {
        transfer_group: 'project-1',
        description: 'Deposit for a project',
        balance_transaction: { amount: 60_000, fee: 1_770, net: 58_230 },
      },
    },
  })
  const charges = await stripe.charges.list({ transfer_group: 'project-1' })
  expect(charges.data).toHaveLength(1)
  const intent = charges.data[0]?.payment_intent as string
  expect((await stripe.charges.list({ payment_intent: intent })).data).toEqual(charges.data)
  expect((await stripe.checkout.sessions.list({ payment_intent: intent })).data[0]?.id).toBe(
    session.id,
  )
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1)
})

test('expires a session on request and by itself', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const session = await paymentSession(world, 5_000)
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
    status: 'expired',
    url: null,
  })
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of expired')
  expect(await pay(world, session.id)).toEqual({ state: 'over' })
  const soon = Math.floor(Date.now() / 1_000) + 31 * 60
  const other = await paymentSession(world, 5_000, { expires_at: soon })
  await control('clock', { seconds: 32 * 60 })
  expect((await stripe.checkout.sessions.retrieve(other.id)).status).toBe('expired')
  expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2)
  await expect(paymentSession(world, 5_000, { expires_at: 1 })).rejects.toThrow('expires_at')
})

test('confirms, holds, captures, cancels and declines payment intents', async () => {
  const { stripe } = createWorld(cards)
  const made = await stripe.paymentIntents.create({ amount: 2_000, currency: 'usd' })
  expect(made.status).toBe('requires_payment_method')
  await expect(stripe.paymentIntents.confirm(made.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const confirmed = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
  expect(confirmed.status).toBe('succeeded')
  const held = await stripe.paymentIntents.create({
    amount: 3_000,
    currency: 'usd',
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 3_000 })
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 2_500 })
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 2_500 })
  const dropped = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' })
  const canceled = await stripe.paymentIntents.cancel(dropped.id, {
    cancellation_reason: 'requested_by_customer',
  })
  expect(canceled.status).toBe('canceled')
  await expect(
    stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa_chargeDeclined',
    }),
  ).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
    statusCode: 402,
  })
  const [failed] = (await stripe.paymentIntents.list({ limit: 1 })).data
  expect(failed).toMatchObject({ status: 'requires_payment_method', amount: 900 })
  expect((await stripe.charges.retrieve(failed?.latest_charge as string)).status).toBe('failed')
  expect((await stripe.paymentIntents.retrieve(made.id)).status).toBe('succeeded')
  expect((await stripe.paymentIntents.update(made.id, { metadata: { a: 'b' } })).metadata).toEqual({
    a: 'b',
  })
})

test('charges a saved card while its owner is away, unless the bank asks', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const customer = (await stripe.customers.create({ email: 'dana@example.com' })).id
  const payment_intent_data = { setup_future_usage: 'off_session' as const }
  const away = async (card: string) => {
    const { payment_method: method } = await paidCharge(
      world,
      500,
      { customer, payment_intent_data },
      card,
    )
    return stripe.paymentIntents.create({
      amount: 2e3,
      currency: 'usd',
      customer,
      confirm: true,
      off_session: true,
      payment_method: method ?? '',
    })
  }
  expect((await away('4242424242424242')).status).toBe('succeeded')
  await expect(away('4000002500003155')).rejects.toMatchObject({ code: 'authentication_required' })
  await expect(away('4000000000000341')).rejects.toMatchObject({ code: 'card_declined' })
  const saved = await stripe.paymentMethods.list({ customer, type: 'card' })
  expect(saved.data.map(({ card }) => card?.last4)).toEqual(['0341', '3155', '4242'])
  expect(await stripe.paymentMethods.retrieve(saved.data[0]?.id ?? '')).toEqual(saved.data[0])
  const intents = await stripe.paymentIntents.list({ customer })
  expect(intents.data).toHaveLength(6)
})

test('answers wrong requests with the same errors as Stripe', async () => {
  const { raw, stripe } = createWorld(cards)
  const unknown = await raw('POST', '/v1/customers', { body: 'emial=a' })
  expect([unknown.status, unknown.body.error?.code, unknown.body.error?.param]).toEqual([
    400,
    'parameter_unknown',
    'emial',
  ])
  const nested = await raw('POST', '/v1/refunds', { body: 'charge=ch_1&amount=1.5' })
  expect(nested.body.error?.code).toBe('parameter_invalid_integer')
  const lacking = await raw('POST', '/v1/transfers', { body: 'amount=100&currency=usd' })
  expect(lacking.body.error).toMatchObject({ code: 'parameter_missing', param: 'destination' })
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  await expect(stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'charge',
  })
  const nowhere = await raw('GET', '/v1/nothing')
  expect([nowhere.status, nowhere.body.error?.type]).toEqual([404, 'invalid_request_error'])
  const live = await raw('GET', '/v1/customers', { headers: { authorization: 'Bearer sk_live_1' } })
  expect([live.status, live.body.error?.message]).toEqual([
    401,
    'This is a sandbox: it takes test keys only, and no real money moves here.',
  ])
  expect((await raw('GET', '/v1/customers', { headers: { authorization: '' } })).status).toBe(401)
  expect(unknown.headers.get('request-id')).toMatch(/^req_/)
  await expect(stripe.customers.list({ expand: ['data.nothing'] })).resolves.toBeDefined()
  const customer = await stripe.customers.create({})
  await expect(stripe.customers.retrieve(customer.id, { expand: ['nothing'] })).rejects.toThrow(
    'cannot be expanded',
  )
})

test('keeps worlds separate', async () => {
  const [mine, theirs] = [createWorld(cards), createWorld(cards)]
  const customer = await mine.stripe.customers.create({ name: 'Mine' })
  await expect(theirs.stripe.customers.retrieve(customer.id)).rejects.toThrow('No such customer')
  expect((await theirs.stripe.customers.list()).data).toEqual([])
  await mine.control('clock', { seconds: 86_400 })
  const [early, late] = await Promise.all([
    theirs.control<{ now: number }>('clock'),
    mine.control<{ now: number }>('clock'),
  ])
  expect(late.now - early.now).toBeGreaterThanOrEqual(86_399)
})
