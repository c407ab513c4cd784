import pg from 'pg'
import { expect, test } from 'vitest'
import { duringTests } from '../../../server/test/lifetime.ts'
import { emptyDatabase } from '../../../server/test/sandbox.ts'
import { Browser, type Loaded } from '../../../server/test/browser.ts'
import { createWorld, paymentSession, startCardsProcess, type World } from '../../test/cards.ts'

const cards = duringTests(async () => startCardsProcess(await emptyDatabase()))

const GOOD = '4242 4242 4242 4242'
const person = { email: 'dana@example.com', expiry: '12 / 34', cvc: '123', name: 'Dana Okoye' }

const send = (page: { url: URL }, fields: Record<string, string>, path = page.url.pathname) =>
  new Browser().fetchOnce(new URL(path, cards.url), {
    method: 'POST',
    headers: { origin: cards.url },
    body: new URLSearchParams(fields),
  })

async function open(world: World, cents = 60_000, more = {}): Promise<Loaded & { id: string }> {
  const session = await paymentSession(world, cents, more)
  return { ...(await new Browser().visit(session.url ?? '')), id: session.id }
}

test('shows what is paid, that Stripe does not run the page, and the test cards', async () => {
  const world = createWorld(cards)
  const page = await open(world, 60_000, {
    customer_email: 'dana@example.com',
    payment_intent_data: { description: 'Deposit for a project' },
    custom_text: { submit: { message: 'Plinth holds the deposit until you approve.' } },
    line_items: [
      {
        price_data: {
          currency: 'usd',
          unit_amount: 60_000,
          product_data: {
            name: 'Three <Covers>',
            description: 'Tomás Arrieta, Graphic Design',
            images: ['http://localhost:9/media/a.webp'],
          },
        },
        quantity: 1,
      },
    ],
  })
  expect(page.status).toBe(200)
  for (const text of [
    'Test mode. No bank is asked, no money moves. Real cards are refused here.',
    '$600.00',
    'Three &lt;Covers&gt;',
    'Tomás Arrieta, Graphic Design',
    'Plinth holds the deposit until you approve.',
    'value="dana@example.com"',
    'href="http://localhost:9/hire"',
    '4000 0025 0000 3155',
  ])
    expect(page.text).toContain(text)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("form-action 'self' http://localhost:9;")
  expect(policy).toContain("img-src 'self' http://localhost:9;")
  expect(policy).not.toContain('unsafe')
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|style=|<style| on\w+=/)
  const paths = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  for (const path of paths) {
    const asset = await fetch(`${cards.url}${path}`)
    expect([path, asset.status]).toEqual([path, 200])
    await asset.body?.cancel()
  }
})

test('shows both halves of a project’s price with its work and maker', async () => {
  const world = createWorld(cards)
  const facts = {
    purpose: 'deposit',
    total: '$280',
    other: '$140',
    work: 'Three for a Windowsill',
    maker: 'Marit Solheim',
    maker_first_name: 'Marit',
    place: 'Bergen, Norway',
    rating: '4.9 from 9 reviews',
  }
  const { text } = await open(world, 14_000, { metadata: facts })
  for (const words of [
    'Back to your request',
    'Three for a Windowsill',
    'Bergen, Norway. 4.9 from 9 reviews',
    '50% deposit, held by Plinth',
    'Paid to Marit when you approve',
  ])
    expect(text).toContain(words)
  expect(text.match(/\$280/g)).toHaveLength(2)
  const rest = await open(world, 14_000, { metadata: { ...facts, purpose: 'remainder' } })
  expect(rest.text).toContain('Back to the project')
  expect(rest.text).toContain('less the card fee')
})

test('redirects back after the payment and ignores a second press', async () => {
  const world = createWorld(cards)
  const page = await open(world)
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => send(page, { ...person, number: GOOD })),
  )
  for (const press of presses) {
    expect(press.status).toBe(303)
    expect(press.headers.get('location')).toBe(`http://localhost:9/paid?session=${page.id}`)
  }
  expect((await world.stripe.charges.list()).data).toMatchObject([
    { amount: 60_000, billing_details: { email: 'dana@example.com', name: 'Dana Okoye' } },
  ])
  const later = await new Browser().visit(page.url.href)
  expect(later.text).toContain('This is paid')
})

test('refuses real cards with a message and stores them nowhere', async () => {
  const world = createWorld(cards)
  const page = await open(world)
  // Its check digit is valid, but nobody has this number.
  const number = '5555555555554444'
  for (const typed of [number, '5555 5555 5555 4444']) {
    const answer = await send(page, { ...person, number: typed, cvc: '987' })
    const text = await answer.text()
    expect(answer.status).toBe(422)
    expect(text).toContain('Real cards are refused here, and this number was not kept.')
    expect(text.replaceAll(/\s/g, '')).not.toContain(number)
    expect(text).not.toContain('987')
  }
  const mistyped = await (await send(page, { ...person, number: '4242424242424241' })).text()
  expect(mistyped).toContain('This is not one of the test cards.')
  const client = new pg.Client({ connectionString: cards.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ kept: string }>(
    'select body::text as kept from cards_objects union all select body::text from cards_answers',
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ kept }) => kept).join('\n')).not.toMatch(/5555555555554444|5555 5555/)
  expect((await world.stripe.checkout.sessions.retrieve(page.id)).status).toBe('open')
})

test('shows errors beside their fields and keeps what was typed', async () => {
  const page = await open(createWorld(cards))
  const answer = await send(page, {
    email: 'dana',
    number: GOOD,
    expiry: '01 / 20',
    cvc: '12',
    name: '"><script>',
  })
  const text = await answer.text()
  expect(answer.status).toBe(422)
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"')
  for (const [name, sentence] of [
    ['email', 'Enter an email such as name@example.com.'],
    ['expiry', 'This card has expired.'],
    ['cvc', 'Enter three digits.'],
  ])
    expect(text).toMatch(new RegExp(`id="${name}-error">\\s*${sentence}`))
  expect(text).toContain(`value="${GOOD}"`)
})

test('fills in the form with one click, without a script', async () => {
  const page = await open(createWorld(cards))
  const text = await (await send(page, { fill: '4000000000009995' })).text()
  expect(text).toContain('value="4000 0000 0000 9995"')
  expect(text).toContain('value="12 / 34"')
})

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
])('%s is declined, and another card pays', async (number, sentence) => {
  const world = createWorld(cards)
  const page = await open(world)
  const declined = await send(page, { ...person, number })
  expect(declined.status).toBe(402)
  expect(await declined.text()).toMatch(new RegExp(`role="alert">${sentence}`))
  expect((await send(page, { ...person, number: GOOD })).status).toBe(303)
  const intents = await world.stripe.paymentIntents.list()
  expect(intents.data).toMatchObject([{ status: 'succeeded' }])
  const charges = await world.stripe.charges.list()
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

test('asks for the bank’s approval: refused, then approved', async () => {
  const world = createWorld(cards)
  const page = await open(world)
  const confirm = `/cards/checkout/${page.id}/confirm`
  const ask = async () => {
    const answer = await send(page, { ...person, number: '4000 0025 0000 3155' })
    expect(answer.headers.get('location')).toBe(confirm)
    return new Browser().visit(`${cards.url}${confirm}`)
  }
  expect((await ask()).text).toContain('Approve $600.00?')
  const refused = await send(page, { answer: 'refuse' }, confirm)
  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('We are unable to authenticate')
  await ask()
  const approved = await send(page, { answer: 'approve' }, confirm)
  expect(approved.headers.get('location')).toContain('http://localhost:9/paid')
  expect((await world.stripe.charges.list()).data.map(({ status }) => status)).toEqual([
    'succeeded',
    'failed',
  ])
})

test('asks for approval of a payment made by the API', async () => {
  const world = createWorld(cards)
  const intent = await world.stripe.paymentIntents.create({
    amount: 2e3,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://localhost:9/back',
  })
  const address = intent.next_action?.redirect_to_url?.url ?? ''
  expect(intent.status).toBe('requires_action')
  expect((await new Browser().visit(address)).text).toContain('Approve $20.00?')
  const approved = await send({ url: new URL(address) }, { answer: 'approve' })
  expect(approved.headers.get('location')).toBe(
    `http://localhost:9/back?payment_intent=${intent.id}`,
  )
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

test('explains an expired session and refuses forms of other sites', async () => {
  const world = createWorld(cards)
  const page = await open(world)
  const body = new URLSearchParams({ ...person, number: GOOD })
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    const answer = await fetch(page.url, { method: 'POST', headers, body })
    expect(answer.status).toBe(403)
  }
  await world.stripe.checkout.sessions.expire(page.id)
  expect((await new Browser().visit(page.url.href)).text).toContain('This payment page has ended')
  expect((await send(page, { ...person, number: GOOD })).status).toBe(410)
  expect((await world.stripe.charges.list()).data).toEqual([])
  expect((await new Browser().visit(`${cards.url}/cards/checkout/cs_test_none`)).status).toBe(404)
  expect((await new Browser().visit(`${cards.url}/cards/nothing`)).status).toBe(404)
})
