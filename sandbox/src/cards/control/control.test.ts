import { expect, test } from 'vitest'
import { duringTests } from '../../../../server/test/lifetime.ts'
import { Browser } from '../../../../server/test/browser.ts'
import { emptyDatabase, startSandbox } from '../../../../server/test/sandbox.ts'
import {
  createWorld,
  paidCharge,
  pay,
  paymentSession,
  startCardsProcess,
} from '../../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

test('refuses unknown actions and wrong values', async () => {
  const { control } = createWorld(cards)
  await expect(control('nothing', {})).rejects.toThrow('No control nothing.')
  await expect(control('clock', { seconds: -1 })).rejects.toThrow('seconds is missing or wrong.')
  await expect(control('fail-next', { method: 'POST', path: '/v1' })).rejects.toThrow('mode')
  await expect(control('delivery', { drop: 'some' })).rejects.toThrow('drop')
  await expect(control('payments/pay', { session: 'cs_test_none', card: 'x' })).rejects.toThrow(
    'No such checkout.session',
  )
  const answer = await fetch(`${cards.url}/cards/control/clock`)
  expect(answer.status).toBe(401)
})

test('declines the next cards on demand, the given number of times', async () => {
  const world = createWorld(cards)
  const session = await paymentSession(world, 5_000)
  await world.control('fail-next', { method: 'POST', path: '/cards/checkout', mode: 'decline' })
  const send = () =>
    new Browser().fetchOnce(new URL(session.url ?? ''), {
      method: 'POST',
      headers: { origin: cards.url },
      body: new URLSearchParams({
        email: 'dana@example.com',
        number: '4242424242424242',
        expiry: '12/34',
        cvc: '123',
        name: 'Dana',
      }),
    })
  expect((await send()).status).toBe(402)
  expect((await send()).status).toBe(303)
})

test('pays nothing when the confirmation is refused', async () => {
  const world = createWorld(cards)
  const session = await paymentSession(world, 5_000)
  const refused = await world.control('payments/pay', {
    session: session.id,
    card: '4000002500003155',
    confirm: false,
  })
  expect(refused).toMatchObject({ state: 'declined' })
  expect(await pay(world, session.id)).toMatchObject({ state: 'complete' })
})

test('empties a world on reset and leaves others alone', async () => {
  const [mine, theirs] = [createWorld(cards), createWorld(cards)]
  await Promise.all([paidCharge(mine, 5_000), paidCharge(theirs, 5_000)])
  await mine.control('reset', {})
  expect((await mine.stripe.charges.list()).data).toEqual([])
  expect(await mine.control('check')).toMatchObject({ ok: true, balance: 0 })
  expect((await theirs.stripe.charges.list()).data).toHaveLength(1)
})

test('serves the card provider within the whole sandbox', async () => {
  const sandbox = await startSandbox('http://localhost:9')
  const world = createWorld(sandbox)
  const session = await paymentSession(world, 5_000)
  expect(session.url).toBe(`${sandbox.url}/cards/checkout/${session.id}`)
  expect((await new Browser().visit(session.url ?? '')).text).toContain('Pay $50.00')
  expect((await fetch(`${sandbox.url}/mailbox`)).status).toBe(200)
  await sandbox.drop()
})

test('begins in the past when told to, and never goes back', async () => {
  const world = createWorld(cards)
  const at = new Date(Date.now() - 90 * 86_400_000).toISOString()
  await world.control('clock', { at })
  const charge = await paidCharge(world, 5_000)
  expect(charge.created).toBeGreaterThanOrEqual(Math.floor(Date.parse(at) / 1_000))
  expect(charge.created).toBeLessThan(Date.parse(at) / 1_000 + 60)
  const earlier = new Date(Date.parse(at) - 60_000).toISOString()
  await expect(world.control('clock', { at: earlier })).rejects.toThrow('cannot go back')
  await expect(world.control('clock', { at: 'then' })).rejects.toThrow('at is missing or wrong.')
  const later = new Date(Date.parse(at) + 86_400_000).toISOString()
  expect(await world.control('clock', { at: later })).toMatchObject({
    iso: `${later.slice(0, 19)}.000Z`,
  })
})
