import { expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import { Browser } from '../../../server/test/browser.ts'
import { createWorld, pay, startCardsProcess, type World } from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

const visit = (address: string) => new Browser().visit(address)
const send = (address: string, fields: Record<string, string>) =>
  new Browser().fetchOnce(new URL(address), {
    method: 'POST',
    headers: { origin: cards.url },
    body: new URLSearchParams(fields),
  })

async function onboarding({ stripe }: World) {
  const account = await stripe.accounts.create({
    type: 'express',
    email: 'tomas@example.com',
    capabilities: { transfers: { requested: true } },
  })
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost:9/again',
    return_url: 'http://localhost:9/done',
  })
  return { id: account.id, url: link.url }
}

const TOMAS = { first: 'Tomás', last: 'Arrieta', country: 'US' }
const BANK = { routing: '110000000', bank: '000123456789' }

test('lets a creator enter name and bank account, and then be paid', async () => {
  const world = createWorld(cards)
  const { id, url } = await onboarding(world)
  const page = await visit(url)
  expect(page.text).toContain('<h1>Get paid</h1>')
  expect(page.text).toContain('For tomas@example.com.')
  const later = await send(url, { step: 'later' })
  expect(later.headers.get('location')).toBe('http://localhost:9/done')
  expect((await world.stripe.accounts.retrieve(id)).details_submitted).toBe(false)
  expect(await (await send(url, { step: 'fill' })).text()).toContain('value="110000000"')
  const real = await send(url, { ...TOMAS, step: 'finish', routing: '021000021', bank: '123456' })
  const text = await real.text()
  expect(real.status).toBe(422)
  expect(text).toContain('Real banks are refused here.')
  expect(text).not.toContain('021000021')
  const done = await send(url, { ...TOMAS, ...BANK, step: 'finish' })
  expect(done.headers.get('location')).toBe('http://localhost:9/done')
  expect(await world.stripe.accounts.retrieve(id)).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { transfers: 'active' },
  })
  const [event] = (await world.stripe.events.list({ type: 'account.updated' })).data
  expect(event).toMatchObject({ account: id })
})

test('renews an expired link and refuses one of another account', async () => {
  const world = createWorld(cards)
  const mine = await onboarding(world)
  const other = await onboarding(world)
  const mixed = mine.url.replace(mine.id, other.id)
  expect((await visit(mixed)).status).toBe(404)
  expect((await visit(mine.url.replace(/link=.*/, ''))).status).toBe(404)
  await world.control('clock', { seconds: 301 })
  const old = await new Browser().fetchOnce(new URL(mine.url))
  expect(old.headers.get('location')).toBe('http://localhost:9/again')
})

async function subscriber(world: World, card?: string) {
  const { stripe } = world
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      {
        price_data: {
          currency: 'usd',
          unit_amount: 1200,
          recurring: { interval: 'month' },
          product_data: { name: 'Creator plan' },
        },
        quantity: 1,
      },
    ],
    customer_email: 'tomas@example.com',
    success_url: 'http://localhost:9/subscribed',
  })
  await pay(world, session.id, card)
  const { customer, subscription } = await stripe.checkout.sessions.retrieve(session.id)
  return { customer: customer as string, subscription: subscription as string }
}

const portalOf = async ({ stripe }: World, customer: string) =>
  (await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost:9/me' }))
    .url

test('shows a subscriber plan, card and invoices, and lets them cancel and resume', async () => {
  const world = createWorld(cards)
  const { customer, subscription } = await subscriber(world)
  const url = await portalOf(world, customer)
  const page = await visit(url)
  for (const text of ['Creator plan', '$12.00 each month', 'Visa ending in 4242', 'PLINTH-0001'])
    expect(page.text).toContain(text)
  expect(page.text).toContain('href="http://localhost:9/me"')
  const ended = await send(url, { step: 'cancel', subscription })
  expect(ended.status).toBe(303)
  const after = await visit(new URL(ended.headers.get('location') ?? '', url).href)
  expect(after.text).toContain('It will not renew.')
  expect(after.text).toContain('Go on after all')
  expect((await world.stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true)
  await send(url, { step: 'resume', subscription })
  expect((await world.stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false)
  const stranger = await subscriber(world)
  const foreign = await send(url, { step: 'cancel', subscription: stranger.subscription })
  expect(foreign.status).toBe(404)
  await world.control('clock', { seconds: 3_700 })
  expect((await visit(url)).status).toBe(410)
})

test('uses a new card from then on and pays overdue invoices with it at once', async () => {
  const world = createWorld(cards)
  const { customer, subscription } = await subscriber(world, '4000000000000341')
  await world.control('clock', { seconds: 32 * 86_400 })
  expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('past_due')
  const url = await portalOf(world, customer)
  expect((await visit(url)).text).toContain('The last payment did not go through.')
  const card = { expiry: '12 / 34', cvc: '123', name: 'Tomás Arrieta', step: 'card' }
  const declined = await send(url, { ...card, number: '4000000000000002' })
  expect([declined.status, await declined.text()]).toEqual([
    402,
    expect.stringContaining('Your card was declined.'),
  ])
  const real = await send(url, { ...card, number: '5555555555554444' })
  expect(real.status).toBe(422)
  expect((await send(url, { ...card, number: '4242424242424242' })).status).toBe(303)
  expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
  expect((await visit(url)).text).toContain('Visa ending in 4242')
  expect(await world.control('check')).toMatchObject({ ok: true, charges: 2_400 })
})

test('lets the buyer approve a renewal on its invoice when the bank asks', async () => {
  const world = createWorld(cards)
  const { subscription } = await subscriber(world, '4000002500003155')
  await world.control('clock', { seconds: 32 * 86_400 })
  const [invoice] = (await world.stripe.invoices.list({ subscription, status: 'open' })).data
  const address = invoice?.hosted_invoice_url ?? ''
  expect((await visit(address)).text).toContain('Pay $12.00 with the card ending in 3155')
  expect(await (await send(address, {})).text()).toContain('Approve $12.00?')
  expect((await send(address, { answer: 'refuse' })).status).toBe(402)
  expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('past_due')
  expect((await send(address, { answer: 'approve' })).status).toBe(303)
  expect((await visit(address)).text).toMatch(/<dd>Paid<\/dd>/)
  expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
})
