import { HIRES_PER_HOUR } from '@plinth/contract/limits.ts'
import {
  confirmPayment,
  createProject,
  getProject,
  listProjects,
  payDeposit,
} from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Answer, Person } from '../../../../test/app.ts'
import {
  booksOf,
  hiring,
  kindsOf,
  pairUp,
  hireBody,
  type Pair,
} from '../../../../test/content/projects.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let pair: Pair
beforeEach(async () => {
  pair = await pairUp(t)
})

const hire = (more: object = {}, as: Person | undefined = pair.client): Promise<Answer> =>
  t.call(createProject, { as, body: hireBody(pair, more) })
const countOf = async (client: Person): Promise<number> =>
  (await t.deps.db.selectFrom('projects').select('id').where('client_id', '=', client.id).execute())
    .length

describe('a hire', () => {
  it('creates a project that waits for half of the price and is hidden from the creator', async () => {
    const { status, body } = await hire()
    expect([status, body]).toMatchObject([
      201,
      {
        project: {
          title: 'Moon Jar',
          status: 'requested',
          role: 'client',
          price: 1000,
          description: 'A jar for the hall.',
          timeline: '2-4 weeks',
          work: { id: pair.workId, title: 'Moon Jar' },
          client: { id: pair.client.id },
          creator: { id: pair.creator.id },
          needsViewer: true,
          actions: ['payDeposit', 'offer', 'withdraw'],
          revisionsLeft: 2,
          money: { price: 1000, deposit: 500, remainder: 500, held: 0, released: 0, refunded: 0 },
          offers: [],
          events: [{ kind: 'requested', by: 'client', amount: 1000 }],
          subject: 'Project Inquiry: Moon Jar',
          conversationId: null,
        },
        checkout: { amount: 500 },
      },
    ])
    const { id } = body.project
    for (const as of [pair.creator, await t.person('Stranger')]) {
      expect((await t.call(getProject, { as, params: { id } })).status).toBe(404)
      expect((await t.call(listProjects, { as })).body).toEqual([])
    }
  })

  it('reaches the creator with the deposit, and shows them only what concerns them', async () => {
    const steps = hiring(t, pair)
    const project = await steps.request()
    expect(project).toMatchObject({
      status: 'deposit_paid',
      needsViewer: false,
      actions: ['withdraw'],
      money: {
        held: 500,
        payments: [{ purpose: 'deposit', amount: 500, state: 'paid', fee: null, transfer: null }],
      },
    })
    expect(await steps.room(project.id, pair.creator)).toMatchObject({
      role: 'creator',
      needsViewer: true,
      actions: ['accept', 'decline'],
      money: { held: 500, payments: [{ fee: expect.any(Number) }] },
    })
    expect(await booksOf(t, project.id)).toMatchObject({ held: 50_000, client: 0, creator: 0 })
    const { body } = await t.call(listProjects, { as: pair.creator, query: { box: 'making' } })
    expect(body).toMatchObject([{ id: project.id, held: 500, needsViewer: true }])
  })

  it('does not count as paid because a browser came back', async () => {
    const { body } = await hire()
    const { id } = body.project
    const back = await t.call(confirmPayment, { as: pair.client, params: { id }, body: {} })
    expect([back.status, back.body.status, back.body.money.held]).toEqual([200, 'requested', 0])
    const paid = await hiring(t, await pairUp(t)).request()
    for (const [as, code] of [
      [await t.person('Stranger'), 404],
      [await t.person('Admin', { isAdmin: true }), 403],
      [undefined, 401],
    ] as const) {
      const answer = await t.call(confirmPayment, { as, params: { id: paid.id }, body: {} })
      expect(answer.status).toBe(code)
    }
  })

  it('can be paid later, at the same checkout', async () => {
    const { body } = await hire()
    const { id } = body.project
    const { status, body: checkout } = await t.call(payDeposit, { as: pair.client, params: { id } })
    expect([status, checkout]).toEqual([200, body.checkout])
    for (const [as, code] of [
      [pair.creator, 404],
      [await t.person('Stranger'), 404],
      [await t.person('Admin', { isAdmin: true }), 403],
      [undefined, 401],
    ] as const)
      expect((await t.call(payDeposit, { as, params: { id } })).status).toBe(code)
  })

  it.each([
    [100, 50],
    [101, 51],
    [99_999, 50_000],
  ])('takes the larger half of %i cents first', async (cents, deposit) => {
    await reprice(cents)
    pair = { ...pair, priceCents: cents }
    const { body } = await hire()
    expect(body.checkout.amount).toBe(deposit / 100)
    expect(body.project.money).toMatchObject({
      deposit: deposit / 100,
      remainder: (cents - deposit) / 100,
    })
  })
})
const reprice = (cents: number | null) =>
  sql`update portfolio_items set starting_price_cents = ${cents} where id = ${pair.workId}`.execute(
    t.deps.db,
  )

describe('a hire is refused', () => {
  it.each<[string, object, string]>([
    ['no words', { description: ' \n' }, 'description'],
    ['too many words', { description: 'x'.repeat(5_001) }, 'description'],
    ['a time that is none', { timeline: 'soon' }, 'timeline'],
    ['another price', { budget: 999.99 }, 'budget'],
    ['a price of nothing', { budget: 0 }, 'budget'],
    ['parts of a cent', { budget: 1000.001 }, 'budget'],
    ['somebody else as its maker', { creatorId: newId() }, 'creatorId'],
    ['a price of its own', { price: 1 }, 'price'],
    ['a sum of its own', { amount: 1 }, 'amount'],
    ['a state', { status: 'completed' }, 'status'],
    ['a currency', { currency: 'jpy' }, 'currency'],
    ['a recipient', { recipient: newId() }, 'recipient'],
    ['a client', { clientId: newId() }, 'clientId'],
    ['a deposit', { depositCents: 1 }, 'depositCents'],
  ])('with %s', async (_, more, field) => {
    const { status, body } = await hire(more)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(await countOf(pair.client)).toBe(0)
  })

  it('without a session, and for the client’s own work', async () => {
    expect((await t.call(createProject, { body: hireBody(pair) })).status).toBe(401)
    expect((await hire({}, pair.creator)).status).toBe(400)
  })

  it('for a work that nobody can see', async () => {
    const hidden = await makeWork(t.deps, pair.creator, { priceCents: 100_000, isListed: false })
    for (const portfolioId of [hidden, newId()])
      expect((await hire({ portfolioId })).status).toBe(404)
  })

  it('for a work without a price', async () => {
    await reprice(null)
    const { status, body } = await hire({ budget: 1 })
    expect([status, body.message]).toEqual([
      409,
      'This work has no price. Send a business inquiry instead.',
    ])
  })

  it('when the creator’s subscription has lapsed, as is the deposit of an older request', async () => {
    const { body } = await hire()
    await sql`update users set creator_granted = false where id = ${pair.creator.id}`.execute(
      t.deps.db,
    )
    expect((await hire({ description: 'Another one.' })).status).toBe(409)
    const { id } = body.project
    expect((await t.call(payDeposit, { as: pair.client, params: { id } })).status).toBe(409)
    const room = await t.call(getProject, { as: pair.client, params: { id } })
    expect(room.body.actions).toEqual(['withdraw'])
  })

  it('between people who block each other', async () => {
    for (const [one, two] of [
      [pair.client, pair.creator],
      [pair.creator, pair.client],
    ] as const) {
      await sql`insert into blocks (blocker_id, blocked_id) values (${one.id}, ${two.id})`.execute(
        t.deps.db,
      )
      expect((await hire()).status).toBe(403)
      await sql`delete from blocks`.execute(t.deps.db)
    }
  })
})

describe('many hires', () => {
  it('with the same text at the same time are one project, with and without a key', async () => {
    for (const headers of [{}, { 'idempotency-key': newId() }]) {
      pair = await pairUp(t)
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          t.call(createProject, { as: pair.client, body: hireBody(pair), headers }),
        ),
      )
      const made = answers.filter(({ status }) => status === 201)
      // A request in progress under the same key is refused without waiting.
      expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([])
      expect(made.length).toBeGreaterThan(0)
      expect(new Set(made.map(({ body }) => body.project.id)).size).toBe(1)
      expect(new Set(made.map(({ body }) => body.checkout.url)).size).toBe(1)
      expect(await countOf(pair.client)).toBe(1)
    }
  })

  it('that differ only in whitespace are one project', async () => {
    await Promise.all([hire(), hire({ description: ' A jar  for\nthe hall. ' })])
    expect(await countOf(pair.client)).toBe(1)
  })

  it('that differ are several projects, and a paid one is not found again', async () => {
    const first = await hiring(t, pair).request()
    const { body } = await hire()
    expect(body.project.id).not.toBe(first.id)
    await hire({ description: 'Another jar.' })
    await hire({ timeline: 'ASAP' })
    expect(await countOf(pair.client)).toBe(4)
  })

  it('are limited by the hour', async () => {
    const statuses: number[] = []
    for (let at = 0; at <= HIRES_PER_HOUR; at += 1)
      statuses.push((await hire({ description: `Jar ${at}.` })).status)
    expect(statuses.slice(0, -1).every((status) => status === 201)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  it('are refused under one key with another body', async () => {
    const headers = { 'idempotency-key': newId() }
    const call = (more: object) =>
      t.call(createProject, { as: pair.client, body: hireBody(pair, more), headers })
    const first = await call({})
    const again = await call({})
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.project.id).toBe(first.body.project.id)
    expect((await call({ description: 'Another.' })).status).toBe(409)
  })
})

it('a project runs to completion, and every cent is accounted for', async () => {
  const steps = hiring(t, pair)
  const { id } = await steps.request()
  expect(await steps.accept(id)).toMatchObject({ status: 'accepted', dueAt: null })
  expect(await steps.deliver(id)).toMatchObject({
    status: 'delivered',
    deliveries: [{ number: 1, note: 'Here it is.', files: [{ url: expect.any(String) }] }],
  })
  expect((await steps.room(id)).deliveries[0]?.files[0]?.url).toBeNull()
  expect(await steps.revise(id)).toMatchObject({ status: 'revision_requested', revisionsLeft: 1 })
  await steps.deliver(id)
  const checkout = await steps.approve(id)
  expect(checkout.amount).toBe(500)
  expect(await steps.room(id)).toMatchObject({ status: 'approved', actions: ['complete'] })
  expect(await steps.approve(id)).toEqual(checkout)
  const room = await steps.pay(id, checkout.url)
  expect(room).toMatchObject({
    status: 'completed',
    actions: ['review'],
    needsViewer: false,
    dueAt: null,
    deliveries: [
      { number: 2, answer: 'approved', files: [{ url: expect.any(String) }] },
      { number: 1, answer: 'revision', answerNote: 'A little lighter.' },
    ],
    money: { held: 0, released: 1000, refunded: 0 },
  })
  const { fees, ...books } = await booksOf(t, id)
  expect(fees).toBeGreaterThan(0)
  expect(books).toEqual({ held: 0, client: 0, creator: 100_000 - fees })
  expect(await kindsOf(t, id)).toEqual([
    'requested',
    'deposit_paid',
    'accepted',
    'delivered',
    'revision_requested',
    'delivered',
    'approved',
    'remainder_paid',
    'completed',
  ])
})
