import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import { createWorld, paidCharge, startCardsProcess, type World } from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

/** Creates a creator's account that can be paid. */
async function readyAccount({ stripe, control }: World): Promise<Stripe.Account> {
  const { id } = await stripe.accounts.create({
    type: 'express',
    country: 'US',
    capabilities: { transfers: { requested: true } },
    metadata: { creator: 'c1' },
  })
  await control(`accounts/${id}/complete`, {})
  return stripe.accounts.retrieve(id)
}

const platform = async ({ stripe }: World) => {
  const { available, pending } = await stripe.balance.retrieve()
  return { available: available[0]?.amount, pending: pending[0]?.amount }
}
const eventTypes = async ({ stripe }: World) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse()

test('refunds in parts, never more than was paid, without returning the fee', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 10_000)
  const refund = await stripe.refunds.create({
    payment_intent: charge.payment_intent as string,
    amount: 4_000,
    reason: 'requested_by_customer',
    metadata: { hire: 'h1' },
  })
  expect(refund).toMatchObject({ amount: 4_000, status: 'succeeded', charge: charge.id })
  expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund)
  await expect(stripe.refunds.create({ charge: charge.id, amount: 6_001 })).rejects.toThrow(
    'Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)',
  )
  await stripe.refunds.create({ charge: charge.id })
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  const after = await stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
  expect(after).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect(after.refunds?.data.map(({ amount }) => amount)).toEqual([6_000, 4_000])
  expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2)
  expect(await control('check')).toMatchObject({ ok: true, balance: -320, fees: 320 })
  expect((await stripe.balanceTransactions.list()).data.map(({ net }) => net)).toEqual([
    -6_000, -4_000, 9_680,
  ])
})

test('keeps a refund pending, settles it or returns it', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 10_000)
  const pending = { method: 'POST', path: '/v1/refunds', mode: 'pending', times: 2 }
  await control('fail-next', pending)
  const lost = await stripe.refunds.create({ charge: charge.id, amount: 1_000 })
  const late = await stripe.refunds.create({ charge: charge.id, amount: 2_000 })
  expect([lost.status, late.status]).toEqual(['pending', 'pending'])
  await control(`refunds/${lost.id}/fail`, {})
  await control(`refunds/${late.id}/settle`, {})
  expect(await stripe.refunds.retrieve(lost.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })
  expect((await stripe.refunds.retrieve(late.id)).status).toBe('succeeded')
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(2_000)
  expect((await eventTypes(world)).slice(3)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'refund.updated',
  ])
  expect(await control('check')).toMatchObject({ ok: true, refunds: 2_000 })
})

test('pays a known creator from a payment, up to what is left of it', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 60_000, {
    payment_intent_data: { transfer_group: 'project-1' },
  })
  const fresh = await stripe.accounts.create({ capabilities: { transfers: { requested: true } } })
  const pay = (
    amount: number,
    destination: string,
    more: Partial<Stripe.TransferCreateParams> = {},
  ) =>
    stripe.transfers.create({
      amount,
      currency: 'usd',
      destination,
      source_transaction: charge.id,
      ...more,
    })
  await expect(pay(100, fresh.id)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  await expect(pay(100, 'acct_none')).rejects.toMatchObject({ code: 'resource_missing' })
  const { id } = await readyAccount(world)
  await expect(pay(60_001, id)).rejects.toMatchObject({ code: 'amount_too_large' })
  const transfer = await pay(50_000, id, { metadata: { project: 'p1' } })
  expect(transfer).toMatchObject({ destination: id, transfer_group: 'project-1', reversed: false })
  await expect(pay(10_001, id)).rejects.toMatchObject({ code: 'amount_too_large' })
  expect(await stripe.transfers.retrieve(transfer.id)).toEqual(transfer)
  expect((await stripe.transfers.list({ transfer_group: 'project-1' })).data).toEqual([transfer])

  // Without a source, the available balance limits a transfer; card payments are pending for two days.
  const loose = () => stripe.transfers.create({ amount: 500, currency: 'usd', destination: id })
  await expect(loose()).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect(await platform(world)).toEqual({ available: -50_000, pending: 58_230 })
  const status = async () => {
    const { data } = await stripe.charges.list({ expand: ['data.balance_transaction'] })
    return data.map(({ balance_transaction: money }) => (money as Stripe.BalanceTransaction).status)
  }
  expect(await status()).toEqual(['pending'])
  await control('clock', { seconds: 2 * 86_400 })
  expect(await status()).toEqual(['available'])
  expect((await loose()).source_transaction).toBeNull()
  expect(await platform(world)).toEqual({ available: 7_730, pending: 0 })
  const [money] = (await stripe.balance.retrieve({}, { stripeAccount: id })).available
  // The first transfer has been paid out to the bank since.
  expect(money?.amount).toBe(500)
  expect(await control('check')).toMatchObject({ ok: true, transfers: 50_500 })
})

test('reverses a transfer in parts while the creator still has the money', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 20_000)
  const { id } = await readyAccount(world)
  const transfer = await stripe.transfers.create({
    amount: 1e4,
    currency: 'usd',
    destination: id,
    source_transaction: charge.id,
  })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 2_500 })
  expect(reversal).toMatchObject({ amount: 2_500, transfer: transfer.id })
  expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
    amount_reversed: 2_500,
    reversed: false,
    reversals: { data: [{ id: reversal.id }] },
  })
  await expect(stripe.transfers.createReversal(transfer.id, { amount: 7_501 })).rejects.toThrow(
    'greater than what is left',
  )
  const { payouts } = await control<{ payouts: Stripe.Payout[] }>('payouts/run', {})
  expect(payouts).toMatchObject([{ amount: 7_500, status: 'paid' }])
  const listed = await stripe.payouts.list({}, { stripeAccount: id })
  expect(listed.data.map(({ amount }) => amount)).toEqual([7_500])
  expect((await stripe.payouts.list()).data).toEqual([])
  await expect(stripe.transfers.createReversal(transfer.id)).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  const [event] = (await stripe.events.list({ type: 'payout.paid' })).data
  expect(event).toMatchObject({ account: id, data: { object: { amount: 7_500 } } })
  expect((await eventTypes(world)).slice(-5)).toEqual([
    'account.updated',
    'transfer.created',
    'transfer.reversed',
    'payout.created',
    'payout.paid',
  ])
  expect(await control('check')).toMatchObject({ ok: true, reversals: 2_500 })
})

test('takes disputed money at once and returns it when the dispute is won', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const charge = await paidCharge(world, 10_000)
  const opened = await control<Stripe.Dispute>('disputes/open', { charge: charge.id })
  const dispute = await stripe.disputes.retrieve(opened.id)
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 10_000, charge: charge.id })
  expect((await stripe.charges.retrieve(charge.id)).disputed).toBe(true)
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  const answered = await stripe.disputes.update(dispute.id, {
    evidence: { product_description: 'Three covers, delivered and approved.' },
    metadata: { project: 'p1' },
  })
  expect(answered).toMatchObject({ status: 'under_review', metadata: { project: 'p1' } })
  await control('disputes/win', { dispute: dispute.id })
  expect(await control('check')).toMatchObject({
    ok: true,
    disputes: 0,
    balance: 10_000 - 320 - 1_500,
  })
  await expect(stripe.disputes.close(dispute.id)).rejects.toThrow('already closed')
  expect(await stripe.refunds.create({ charge: charge.id })).toMatchObject({ status: 'succeeded' })

  const second = await paidCharge(world, 5_000)
  const other = await control<Stripe.Dispute>('disputes/open', { charge: second.id })
  expect((await stripe.disputes.close(other.id)).status).toBe('lost')
  expect((await stripe.disputes.list({ charge: second.id })).data).toHaveLength(1)
  expect(await control('check')).toMatchObject({ ok: true, disputes: 5_000 })
  expect((await stripe.events.list({ types: ['charge.dispute.closed'] })).data).toHaveLength(2)
})

test('opens a dispute a minute after a payment with that test card', async () => {
  const world = createWorld(cards)
  const charge = await paidCharge(world, 10_000, {}, '4000000000000259')
  expect((await world.stripe.disputes.list()).data).toEqual([])
  // The last second passes in real time.
  await world.control('clock', { seconds: 59 })
  await expect
    .poll(async () => (await world.stripe.disputes.list()).data, { timeout: 10_000 })
    .toMatchObject([{ charge: charge.id }])
})

test('creates accounts that their owner completes and can update', async () => {
  const world = createWorld(cards)
  const { stripe } = world
  const account = await stripe.accounts.create({
    type: 'express',
    email: 'tomas@example.com',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
  })
  expect(account).toMatchObject({
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { transfers: 'inactive' },
  })
  expect((await stripe.accounts.update(account.id, { metadata: { a: 'b' } })).metadata).toEqual({
    a: 'b',
  })
  const ready = await readyAccount(world)
  expect(ready).toMatchObject({ payouts_enabled: true, capabilities: { transfers: 'active' } })
  expect((await stripe.accounts.list()).data).toHaveLength(2)
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost:9/again',
    return_url: 'http://localhost:9/done',
  })
  expect(link.url).toContain(`/cards/onboarding/${account.id}?link=`)
  expect(Object.keys(link).sort()).toEqual(['created', 'expires_at', 'object', 'url'])
})
