import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp, CARD, sign } from '../../../test/money/cards.ts'
import { freePort } from '../../../test/sandbox.ts'
import { createPayments } from './create.ts'
import {
  PaymentsOff,
  PaymentsRefused,
  PaymentsUnavailable,
  WebhookError,
  type PaymentsGateway,
} from './payments.ts'

const t = paidApp({ JOBS: 'off' })
let payments: PaymentsGateway
beforeAll(async () => {
  payments = t.deps.payments
})

const customer = () =>
  payments.createCustomer({ userId: randomUUID(), email: 'pat@example.com', name: 'Pat Payer' })

async function openCheckout(cents: number, group: string = randomUUID()) {
  const paymentId = randomUUID()
  const order = {
    paymentId,
    cents,
    title: 'Deposit for a poster',
    description: '',
    picture: null,
    promise: null,
    facts: {},
    customerId: await customer(),
    group,
    successUrl: 'http://localhost:3000/projects/1?checkout=done',
    cancelUrl: 'http://localhost:3000/projects/1?checkout=cancelled',
  }
  return { paymentId, order, checkout: await payments.openCheckout(order, `checkout-${paymentId}`) }
}

async function paidCharge(cents: number, { card = CARD.good, group = randomUUID() } = {}) {
  const { checkout, paymentId } = await openCheckout(cents, group)
  await t.cards.pay(checkout.url, card)
  const { intentId } = await payments.getCheckout(checkout.id)
  const charge = await payments.getCharge(intentId ?? '')
  return { paymentId, group, charge, chargeId: charge.chargeId ?? '' }
}

async function readyAccount(): Promise<string> {
  const userId = randomUUID()
  const id = await payments.createAccount({ userId, email: null }, `account-${userId}`)
  expect(await payments.getAccount(id)).toEqual({ id, isReady: false, bank: null })
  await t.cards.control(`accounts/${id}/complete`)
  expect(await payments.getAccount(id)).toEqual({
    id,
    isReady: true,
    bank: { name: 'STRIPE TEST BANK', last4: expect.stringMatching(/^\d{4}$/) },
  })
  return id
}

describe('a payment', () => {
  it('is opened, paid and read back with its fee', async () => {
    const { checkout, paymentId } = await openCheckout(60_000)
    expect(checkout.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    expect(await payments.getCheckout(checkout.id)).toEqual({
      id: checkout.id,
      state: 'open',
      intentId: null,
      subscriptionId: null,
    })
    await t.cards.pay(checkout.url)
    const paid = await payments.getCheckout(checkout.id)
    expect(paid).toMatchObject({ state: 'complete', intentId: expect.any(String) })
    expect(await payments.getCharge(paid.intentId ?? '')).toEqual({
      intentId: paid.intentId,
      isPaid: true,
      cents: 60_000,
      currency: 'usd',
      paymentId,
      chargeId: expect.any(String),
      feeCents: 1_770,
      paidAt: expect.any(Date),
      disputeId: null,
      card: { brand: 'visa', last4: '4242' },
    })
  })

  it('is not paid by a declined card', async () => {
    const { checkout } = await openCheckout(5_000)
    expect(await t.cards.pay(checkout.url, CARD.declined)).toMatchObject({ state: 'declined' })
    const { state, intentId } = await payments.getCheckout(checkout.id)
    expect(state).toBe('open')
    expect(await payments.getCharge(intentId ?? '')).toMatchObject({
      isPaid: false,
      chargeId: null,
      feeCents: null,
    })
  })

  it('has one checkout per key, and refuses another amount with that key', async () => {
    const { order, checkout, paymentId } = await openCheckout(2_000)
    const key = `checkout-${paymentId}`
    const again = await Promise.all([1, 2, 3].map(() => payments.openCheckout(order, key)))
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([checkout.id]))
    await expect(payments.openCheckout({ ...order, cents: 1_000 }, key)).rejects.toThrow(
      PaymentsRefused,
    )
  })

  it('cannot be paid after its checkout was expired, nor expired after it was paid', async () => {
    const { checkout } = await openCheckout(2_000)
    expect(await payments.expireCheckout(checkout.id)).toBe(true)
    expect(await payments.expireCheckout(checkout.id)).toBe(false)
    expect(await t.cards.pay(checkout.url)).toMatchObject({ state: 'over' })
    const paid = await openCheckout(2_000)
    await t.cards.pay(paid.checkout.url)
    expect(await payments.expireCheckout(paid.checkout.id)).toBe(false)
  })

  it('names the dispute that the bank opened, and its fee', async () => {
    const { charge, chargeId } = await paidCharge(8_000)
    const { id } = (await t.cards.control('disputes/open', { charge: chargeId })) as { id: string }
    expect(await payments.getCharge(charge.intentId)).toMatchObject({ disputeId: id })
    expect(await payments.getDispute(id)).toEqual({
      id,
      chargeId,
      cents: 8_000,
      feeCents: 1_500,
      state: 'open',
    })
    await t.cards.control('disputes/lose', { dispute: id })
    expect(await payments.getDispute(id)).toMatchObject({ state: 'lost' })
  })
})

describe('an outgoing payment', () => {
  it('is refunded once per key, even if the response was lost', async () => {
    const { chargeId } = await paidCharge(10_000)
    const refundId = randomUUID()
    const order = { chargeId, cents: 4_000, refundId }
    await t.cards.control('fail-next', {
      method: 'POST',
      path: '/v1/refunds',
      mode: 'timeout-after-success',
    })
    const refund = await payments.refund(order, `refund-${refundId}`)
    expect(refund).toMatchObject({ refundId, chargeId, cents: 4_000, state: 'succeeded' })
    expect(await payments.refund(order, `refund-${refundId}`)).toEqual(refund)
    expect(await payments.listRefunds(chargeId)).toEqual([refund])
    await expect(
      payments.refund({ ...order, cents: 6_001 }, 'refund-too-much'),
    ).rejects.toBeInstanceOf(PaymentsRefused)
  })

  it('reports a refund as pending, and as failed when the bank returns it', async () => {
    const { chargeId } = await paidCharge(3_000)
    await t.cards.control('fail-next', { method: 'POST', path: '/v1/refunds', mode: 'pending' })
    const order = { chargeId, cents: 3_000, refundId: randomUUID() }
    const refund = await payments.refund(order, order.refundId)
    expect(refund.state).toBe('pending')
    await t.cards.control(`refunds/${refund.id}/fail`)
    expect(await payments.getRefund(refund.id)).toMatchObject({
      state: 'failed',
      failure: 'lost_or_stolen_card',
    })
  })

  it('is only sent to an account that is ready', async () => {
    const { chargeId, group } = await paidCharge(10_000)
    const accountId = await readyAccount()
    const transferId = randomUUID()
    const order = { accountId, chargeId, cents: 9_000, group, transferId }
    const transfer = await payments.transfer(order, `transfer-${transferId}`)
    expect(transfer).toMatchObject({ transferId, chargeId, cents: 9_000, reversedCents: 0 })
    expect(await payments.transfer(order, `transfer-${transferId}`)).toEqual(transfer)
    expect(await payments.getTransfer(transfer.id)).toEqual(transfer)
    expect(await payments.listTransfers(group)).toEqual([transfer])
    const other = await payments.createAccount({ userId: randomUUID(), email: null }, randomUUID())
    await expect(
      payments.transfer({ ...order, accountId: other, cents: 10 }, randomUUID()),
    ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  })

  it('leaves the balance that the provider reports', async () => {
    await paidCharge(2_500)
    const { available, pending } =
      await t.cards.read<Record<string, { amount: number }[]>>('balance')
    const sums = [available ?? [], pending ?? []].flat().map(({ amount }) => amount)
    expect(await payments.getBalance()).toBe(sums.reduce((sum, amount) => sum + amount))
  })
})

describe('an error', () => {
  it('is either temporary or a refusal', async () => {
    await t.cards.control('fail-next', {
      method: 'POST',
      path: '/v1/customers',
      mode: 'error-500',
      times: 4,
    })
    await expect(customer()).rejects.toBeInstanceOf(PaymentsUnavailable)
    // A retry of the SDK hides the fourth failure.
    expect(await customer()).toMatch(/^cus_/)
    await expect(payments.getRefund('re_unknown')).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  it('is temporary for a missing server and for a wrong key', async () => {
    const unreachable = createPayments({
      secretKey: 'sk_test_x',
      webhookSecret: 'whsec_x',
      apiBase: `http://127.0.0.1:${await freePort()}`,
    })
    await expect(unreachable.getBalance()).rejects.toBeInstanceOf(PaymentsUnavailable)
    const { apiBase } = t.deps.env.payments ?? { apiBase: '' }
    const withWrongKey = createPayments({
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_x',
      apiBase,
    })
    await expect(withWrongKey.getBalance()).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  it('is temporary without a configured provider', async () => {
    const off = createPayments(null)
    await expect(off.getBalance()).rejects.toBeInstanceOf(PaymentsOff)
    expect(() => off.readWebhook(Buffer.from('{}'), 't=1,v1=x')).toThrow(WebhookError)
  })
})

describe('a webhook', () => {
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    created: 1_700_000_000,
    data: { object: { id: 'ch_1', object: 'charge' } },
  })
  const now = () => Math.floor(Date.now() / 1_000)

  it('is accepted with a signature over its bytes', () => {
    expect(payments.readWebhook(Buffer.from(event), sign(event))).toEqual({
      id: 'evt_1',
      type: 'charge.refunded',
      objectId: 'ch_1',
      accountId: null,
      createdAt: new Date(1_700_000_000_000),
    })
    // One valid signature of several is enough: while secrets are rotated both are in use.
    const other = sign(event, now(), 'whsec_other').split(',')[1] ?? ''
    expect(payments.readWebhook(Buffer.from(event), `${sign(event)},${other}`).id).toBe('evt_1')
    expect(payments.readWebhook(Buffer.from(event), sign(event, now() - 295)).id).toBe('evt_1')
    expect(payments.readWebhook(Buffer.from(event), sign(event, now() + 295)).id).toBe('evt_1')
  })

  it.each<[string, () => [string, string | undefined]]>([
    ['without a signature', () => [event, undefined]],
    ['with an empty one', () => [event, '']],
    ['with one of an old kind', () => [event, sign(event).replace('v1=', 'v0=')]],
    ['by another secret', () => [event, sign(event, now(), 'whsec_other')]],
    ['with a byte changed', () => [event.replace('ch_1', 'ch_2'), sign(event)]],
    ['written anew', () => [JSON.stringify(JSON.parse(event), null, 1), sign(event)]],
    ['301 seconds old', () => [event, sign(event, now() - 301)]],
    ['302 seconds ahead', () => [event, sign(event, now() + 302)]],
    ['that is no JSON', () => ['{', sign('{')]],
    ...[
      null,
      [],
      'evt_1',
      {},
      { id: 'evt_1', type: 'x', created: 1 },
      { id: 'evt_1', type: 'x', created: 1, data: null },
      { id: 'evt_1', type: 'x', created: 1, data: { object: [] } },
      { id: 'evt_1', type: 'x', data: { object: {} } },
      { id: 'evt_1', type: 'x', created: '1', data: { object: {} } },
      { id: 'evt_1', type: 'x', created: 1e15, data: { object: {} } },
      { id: 'evt_1', type: 'x', created: -1e15, data: { object: {} } },
      { id: 'evt\0', type: 'x', created: 1, data: { object: {} } },
      { id: 'evt_1', type: 'x\0', created: 1, data: { object: {} } },
      { id: 'evt_1', type: 'x', created: 1, data: { object: { id: 'ch\0' } } },
      { id: 'evt_1', type: 'x', created: 1, data: { object: { id: 7 } } },
      { id: 'evt_1', type: 'x', created: 1, account: 'acct\0', data: { object: {} } },
    ].map((sent): [string, () => [string, string]] => {
      const text = JSON.stringify(sent)
      return [`signed, but no event: ${text}`, () => [text, sign(text)]]
    }),
  ])('is refused %s', (_, make) => {
    const [body, signature] = make()
    expect(() => payments.readWebhook(Buffer.from(body), signature)).toThrow(WebhookError)
  })

  it('is not needed to find what was created at the provider', async () => {
    const charge = await paidCharge(1_500)
    const { id } = (await t.cards.control('disputes/open', { charge: charge.chargeId })) as {
      id: string
    }
    expect(await payments.listBegun(new Date(Date.now() - 60_000))).toContainEqual({
      type: 'charge.dispute.created',
      objectId: id,
    })
    expect(await payments.listBegun(new Date(Date.now() + 60_000))).toEqual([])
  })

  it('appears in the list of events, oldest first', async () => {
    const since = new Date(Date.now() - 60_000)
    await paidCharge(1_500)
    const types: string[] = []
    for await (const { type } of payments.listEvents(since)) types.push(type)
    expect(types.indexOf('charge.succeeded')).toBeLessThan(
      types.lastIndexOf('checkout.session.completed'),
    )
    expect(types.length).toBe((await t.cards.events()).length)
  })
})
