import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { duringTests } from '../../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../../server/test/sandbox.ts'
import { createWorld, paidCharge, startCardsProcess, type World } from '../../../test/cards.ts'

const DAY = 86_400
const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

/** An account that was just sent this many cents. */
async function paidAccount({ stripe, control }: World, charge: Stripe.Charge, amount: number) {
  const { id } = await stripe.accounts.create({ capabilities: { transfers: { requested: true } } })
  await control(`accounts/${id}/complete`, {})
  const send = (cents: number) =>
    stripe.transfers.create({
      amount: cents,
      currency: 'usd',
      destination: id,
      source_transaction: charge.id,
    })
  await send(amount)
  return {
    id,
    send,
    payouts: async () => (await stripe.payouts.list({}, { stripeAccount: id })).data,
  }
}

const clockOf = async ({ control }: World) =>
  (await control<{ now: number }>('clock', { seconds: 0 })).now

it('pays an account out at eight the next morning, and the bank has it two working days later', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const { id, send, payouts } = await paidAccount(world, await paidCharge(world, 60_000), 20_000)
  await send(10_000)
  const now = await clockOf(world)
  const eight = now - (now % DAY) + DAY + 8 * 3_600
  await control('clock', { seconds: eight - now - 60 })
  expect(await payouts()).toEqual([])
  await control('clock', { seconds: 120 })
  const [payout] = await payouts()
  expect(payout).toMatchObject({
    amount: 30_000,
    status: 'in_transit',
    created: eight,
    automatic: true,
  })
  const arrival = payout?.arrival_date ?? 0
  expect(arrival % DAY).toBe(0)
  const passed = Array.from({ length: (arrival - (eight - (eight % DAY))) / DAY }, (_, day) =>
    new Date((eight + (day + 1) * DAY) * 1_000).getUTCDay(),
  )
  expect(passed.filter((day) => day !== 0 && day !== 6)).toHaveLength(2)
  expect([0, 6]).not.toContain(new Date(arrival * 1_000).getUTCDay())

  await control('clock', { seconds: arrival - eight })
  expect(await payouts()).toMatchObject([{ id: payout?.id, status: 'paid' }])
  expect(await stripe.payouts.retrieve(payout?.id ?? '', {}, { stripeAccount: id })).toMatchObject({
    status: 'paid',
  })
  const events = (await stripe.events.list({ types: ['payout.created', 'payout.paid'] })).data
  expect(events.map(({ type, account }) => [type, account])).toEqual([
    ['payout.paid', id],
    ['payout.created', id],
  ])
  // Nothing more is due until the account is sent money again.
  await control('clock', { seconds: 3 * DAY })
  expect(await payouts()).toHaveLength(1)
  await send(500)
  await control('clock', { seconds: 2 * DAY })
  expect((await payouts()).map(({ amount }) => amount)).toEqual([500, 30_000])
  expect(await control('check')).toMatchObject({ ok: true })
})

it('gives the account its money back when the bank returns a payout', async () => {
  const world = createWorld(cards)
  const { stripe, control } = world
  const { id, payouts } = await paidAccount(world, await paidCharge(world, 60_000), 20_000)
  await control('clock', { seconds: 2 * DAY })
  const [payout] = await payouts()
  await control(`payouts/${payout?.id}/fail`, {})
  expect(await payouts()).toMatchObject([{ status: 'failed', failure_code: 'account_closed' }])
  const { available } = await stripe.balance.retrieve({}, { stripeAccount: id })
  expect(available[0]?.amount).toBe(20_000)
  expect((await stripe.events.list({ type: 'payout.failed' })).data).toMatchObject([
    { account: id },
  ])
  await control('clock', { seconds: 7 * DAY })
  expect(await payouts()).toMatchObject([{ status: 'failed' }])
  expect(await control('check')).toMatchObject({ ok: true })
})
