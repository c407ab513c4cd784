import { getProject, offerTerms, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import {
  booksOf,
  dayIn,
  eventsOf,
  hiring,
  kindsOf,
  pairUp,
  workLimits,
  type Pair,
} from '../../../test/content/projects.ts'

const t = paidApp()
/** Another process with the same database and card provider. */
const other = paidApp(() => ({
  DATABASE_URL: t.deps.env.databaseUrl,
  STRIPE_SECRET_KEY: t.cards.secretKey,
}))
let pair: Pair
let steps: ReturnType<typeof hiring>
beforeEach(async () => {
  pair = await pairUp(t, 100_001)
  steps = hiring(t, pair)
})

/** Moves on by so many days, running the jobs in both processes. */
async function live(days: number, hours = 0): Promise<void> {
  t.clock.advance({ days, hours })
  other.clock.advance({ days, hours })
  await workLimits(t, 2)
}
const books = async (id: string) => {
  const { fees, creator, ...rest } = await booksOf(t, id)
  // The card fee is deducted from the creator's part.
  return { ...rest, creator: creator + fees }
}
const noticesOf = async (id: string) =>
  (
    await sql<{ sent: number; kind: string }>`
      select p.notices_sent as sent from projects p where id = ${id}`.execute(t.deps.db)
  ).rows[0]?.sent
const lapse = () =>
  sql`update users set creator_granted = false where id = ${pair.creator.id}`.execute(t.deps.db)
const block = () =>
  sql`insert into blocks (blocker_id, blocked_id) values (${pair.client.id}, ${pair.creator.id})`.execute(
    t.deps.db,
  )
const takeDown = () =>
  sql`update portfolio_items set is_listed = false where id = ${pair.workId}`.execute(t.deps.db)

describe('after a deadline', () => {
  it('an unpaid request expires after a week', async () => {
    const { project } = await steps.hire()
    await live(6, 23)
    expect((await steps.room(project.id)).status).toBe('requested')
    await live(0, 2)
    expect(await steps.room(project.id)).toMatchObject({
      status: 'expired',
      dueAt: null,
      actions: [],
      steps: { closedAt: expect.any(String) },
      money: { held: 0, payments: [] },
    })
    const params = { id: project.id }
    expect((await t.call(payDeposit, { as: pair.client, params })).status).toBe(409)
  })

  it('a request expires also while something that refers to it is being written', async () => {
    const { project } = await steps.hire()
    await t.deps.db.transaction().execute(async (trx) => {
      await sql`select from projects where id = ${project.id} for key share`.execute(trx)
      await live(7, 1)
    })
    expect((await steps.room(project.id)).status).toBe('expired')
  })

  it('a request stays open for a week after the last offer', async () => {
    const { project } = await steps.hire()
    await live(5)
    const body = { price: 900, deliverBy: dayIn(t, 20) }
    await t.call(offerTerms, { as: pair.client, params: { id: project.id }, body })
    await live(5)
    expect((await steps.room(project.id)).status).toBe('requested')
    await live(2, 1)
    expect(await steps.room(project.id)).toMatchObject({
      status: 'expired',
      offers: [{ state: 'superseded' }],
    })
  })

  it('a paid request without an answer is refunded in full', async () => {
    const { id } = await steps.request()
    await lapse()
    await block()
    await takeDown()
    await live(7, 1)
    expect(await steps.room(id)).toMatchObject({
      status: 'expired',
      money: { held: 0, refunded: 500.01, released: 0 },
      work: null,
    })
    expect(await books(id)).toEqual({ held: 0, client: 50_001, creator: 0 })
    await t.cards.deliverWebhooks()
    expect((await steps.room(id)).money.payments).toMatchObject([
      { toClient: 500.01, toCreator: 0, refund: { amount: 500.01, state: 'succeeded' } },
    ])
    expect(await kindsOf(t, id)).toEqual(['requested', 'deposit_paid', 'expired', 'refunded'])
  })

  it('a delivery is approved after a week, with three notices before', async () => {
    const { id } = await steps.in('delivered')
    await live(2, 23)
    expect(await noticesOf(id)).toBe(0)
    await live(0, 2)
    expect(await noticesOf(id)).toBe(1)
    await live(2)
    expect(await noticesOf(id)).toBe(2)
    await live(1)
    await live(0, 1)
    expect(await noticesOf(id)).toBe(3)
    expect((await steps.room(id)).status).toBe('delivered')
    await live(1)
    expect(await steps.room(id)).toMatchObject({
      status: 'approved',
      deliveries: [{ answer: 'approved' }],
      actions: ['complete'],
    })
    expect(await kindsOf(t, id)).toContain('auto_approved')
    expect((await steps.complete(id)).status).toBe('completed')
    expect(await books(id)).toEqual({ held: 0, client: 0, creator: 100_001 })
  })

  it('sends only one of several notices that are due at once', async () => {
    const { id } = await steps.in('delivered')
    await live(5, 12)
    expect(await noticesOf(id)).toBe(2)
  })

  it('nothing is approved while a change is being made, and a new delivery gets its own week', async () => {
    const { id } = await steps.in('delivered')
    await live(6)
    await steps.revise(id)
    await live(20)
    expect((await steps.room(id)).status).toBe('revision_requested')
    await steps.deliver(id)
    expect(await noticesOf(id)).toBe(0)
    await live(6)
    expect((await steps.room(id)).status).toBe('delivered')
    await live(1, 1)
    expect((await steps.room(id)).status).toBe('approved')
  })

  it('the deposit goes to the creator when the rest is not paid for two weeks', async () => {
    const { id } = await steps.in('approved')
    const { url } = await steps.approve(id)
    await live(14, 1)
    const room = await steps.room(id)
    expect(room).toMatchObject({
      status: 'resolved',
      money: { held: 0, released: 500.01, refunded: 0 },
      dispute: null,
    })
    // The files stay locked.
    expect(room.deliveries[0]?.files[0]?.url).toBeNull()
    // A payment made all the same at the last moment is refunded.
    await t.cards.pay(url).catch(() => undefined)
    await t.cards.deliverWebhooks()
    const { held, creator } = await books(id)
    expect([held, creator]).toEqual([0, 50_001])
    expect((await steps.room(id)).status).toBe('resolved')
  })

  it('a dispute that nobody rules on is split, the odd cent to the client', async () => {
    const { id } = await steps.in('disputed')
    await live(29)
    expect((await steps.room(id)).status).toBe('disputed')
    await live(1, 1)
    expect(await steps.room(id)).toMatchObject({
      status: 'resolved',
      dispute: { ruling: { toClient: 250.01, toCreator: 250 } },
      money: { held: 0, refunded: 250.01, released: 250 },
    })
    expect(await books(id)).toEqual({ held: 0, client: 25_001, creator: 25_000 })
    expect((await eventsOf(t, id)).filter(({ kind }) => kind === 'split')).toMatchObject([
      { by: 'plinth', cents: 25_001 },
    ])
  })

  it('nothing is decided about work in progress', async () => {
    const { id } = await steps.in('accepted')
    await live(300)
    const room = await steps.room(id)
    expect([room.status, room.actions.includes('takeBack')]).toEqual(['accepted', true])
  })
})

it('the deposit cannot be taken back before two weeks are over, or once something was delivered', async () => {
  const { id } = await steps.in('deposit_paid')
  const { takeBackAt } = await steps.accept(id, 3)
  expect(takeBackAt).toBe(`${dayIn(t, 17)}T00:00:00.000Z`)
  await live(16)
  expect((await steps.room(id)).actions).not.toContain('takeBack')
  await live(1)
  expect((await steps.room(id)).actions).toContain('takeBack')
  await steps.deliver(id)
  expect((await steps.room(id)).actions).not.toContain('takeBack')
})

it('nothing happens twice, however many processes run the job', async () => {
  const { id } = await steps.request()
  t.clock.advance({ days: 8 })
  other.clock.advance({ days: 8 })
  await workLimits(t, 8)
  expect((await kindsOf(t, id)).filter((kind) => kind === 'expired')).toHaveLength(1)
  expect(await books(id)).toEqual({ held: 0, client: 50_001, creator: 0 })
  expect((await t.call(getProject, { as: pair.creator, params: { id } })).body.status).toBe(
    'expired',
  )
})
