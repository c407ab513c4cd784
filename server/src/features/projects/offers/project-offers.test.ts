import {
  acceptOffer,
  declineOffer,
  offerTerms,
  payDeposit,
  proposeCancel,
  proposeDate,
} from '@plinth/contract/projects/project-calls.ts'
import { MAX_OFFERS } from '@plinth/contract/limits.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Answer, Person } from '../../../../test/app.ts'
import {
  booksOf,
  dayIn,
  hiring,
  kindsOf,
  pairUp,
  type Pair,
} from '../../../../test/content/projects.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
let client: Person
let creator: Person
beforeEach(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
  client = pair.client
  creator = pair.creator
})

const offer = (id: string, as: Person, more: object = {}): Promise<Answer> =>
  t.call(offerTerms, {
    as,
    params: { id },
    body: {
      price: 800,
      deliverBy: dayIn(t, 20),
      milestones: [
        { title: ' Sketches ', due: dayIn(t, 5) },
        { title: 'Firing', due: null },
      ],
      ...more,
    },
  })
const answer = (
  endpoint: typeof acceptOffer | typeof declineOffer,
  room: Project,
  as: Person | undefined,
): Promise<Answer> => t.call(endpoint, { as, params: { id: room.id, offerId: room.offers[0]?.id } })
const pay = (id: string): Promise<Answer> => t.call(payDeposit, { as: client, params: { id } })

describe('terms', () => {
  it('show the creator the request, and are theirs to accept', async () => {
    const { project } = await steps.hire()
    const { status, body } = await offer(project.id, client)
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'requested',
        needsViewer: false,
        offers: [
          {
            kind: 'terms',
            by: 'client',
            state: 'open',
            price: 800,
            deliverBy: dayIn(t, 20),
            milestones: [
              { title: 'Sketches', due: dayIn(t, 5) },
              { title: 'Firing', due: null },
            ],
            toClient: null,
            note: '',
          },
        ],
        // Nothing can be paid while one of the two wants to change it.
        actions: ['offer', 'withdraw'],
      },
    ])
    expect((await pay(project.id)).status).toBe(409)
    expect(await steps.room(project.id, creator)).toMatchObject({
      needsViewer: true,
      actions: ['offer', 'decline'],
    })
    const accepted = await answer(acceptOffer, body, creator)
    expect(accepted.body).toMatchObject({
      status: 'requested',
      price: 800,
      deliverBy: dayIn(t, 20),
      milestones: [
        { title: 'Sketches', due: dayIn(t, 5), doneAt: null },
        { title: 'Firing', due: null, doneAt: null },
      ],
      money: { price: 800, deposit: 400, remainder: 400 },
      offers: [{ state: 'accepted', answeredAt: expect.any(String) }],
    })
    const checkout = await pay(project.id)
    expect(checkout.body.amount).toBe(400)
    // The creator has agreed already.
    expect(await steps.pay(project.id, checkout.body.url)).toMatchObject({
      status: 'accepted',
      money: { held: 400 },
    })
    expect(await kindsOf(t, project.id)).toEqual([
      'requested',
      'offered',
      'offer_accepted',
      'deposit_paid',
      'accepted',
    ])
  })

  it('replace earlier ones until one is accepted', async () => {
    const { project } = await steps.hire()
    const { id } = project
    await offer(id, client)
    await offer(id, client, { price: 850 })
    const { body } = await offer(id, creator, { price: 950 })
    expect(body.offers.map(({ by, state, price }: never) => [by, state, price])).toEqual([
      ['creator', 'open', 950],
      ['client', 'superseded', 850],
      ['client', 'withdrawn', 800],
    ])
    for (const as of [creator, client])
      expect((await answer(acceptOffer, { ...body, offers: [body.offers[1]] }, as)).status).toBe(
        409,
      )
    expect((await answer(acceptOffer, body, creator)).status).toBe(403)
    const declined = await answer(declineOffer, body, client)
    expect(declined.body).toMatchObject({ price: 1000, offers: [{ state: 'declined' }, {}, {}] })
    expect(declined.body.actions).toContain('payDeposit')
    expect((await answer(declineOffer, body, client)).status).toBe(409)
  })

  it('are accepted once when both accept at the same time, whatever else the other does', async () => {
    const { project } = await steps.hire()
    const { body } = await offer(project.id, client)
    const answers = await Promise.all([
      answer(acceptOffer, body, creator),
      answer(acceptOffer, body, creator),
      answer(declineOffer, body, client),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    const kinds = await kindsOf(t, project.id)
    expect(kinds.filter((kind) => kind === 'offer_accepted').length).toBeLessThanOrEqual(1)
  })

  it('are for the two people only', async () => {
    const { project } = await steps.hire()
    const { body } = await offer(project.id, client)
    const stranger = await t.person('Stranger')
    const admin = await t.person('Admin', { isAdmin: true })
    for (const endpoint of [acceptOffer, declineOffer]) {
      expect((await answer(endpoint, body, stranger)).status).toBe(404)
      expect((await answer(endpoint, body, admin)).status).toBe(403)
      expect((await answer(endpoint, body, undefined)).status).toBe(401)
      const none = { ...body, offers: [{ ...body.offers[0], id: newId() }] }
      expect((await answer(endpoint, none, creator)).status).toBe(404)
    }
    // An offer of another project of theirs.
    const second = await steps.hire({ description: 'Another.' })
    await offer(second.project.id, client)
    const crossed = { ...body, id: second.project.id }
    expect((await answer(acceptOffer, crossed, creator)).status).toBe(404)
  })

  it('close a checkout for the old price, and a payment made there all the same is refunded', async () => {
    const { project, checkout } = await steps.hire()
    const { body } = await offer(project.id, client)
    const paid = t.cards.pay(checkout.url).catch(() => ({ state: 'over' }))
    await answer(acceptOffer, body, creator)
    const { state } = await paid
    await t.cards.deliverWebhooks()
    const room = await steps.room(project.id)
    const books = await booksOf(t, project.id)
    expect(books.held).toBe(0)
    if (state === 'complete') expect(books.client).toBe(50_000)
    expect(room).toMatchObject({ status: 'requested', money: { held: 0, deposit: 400 } })
    const again = await pay(project.id)
    expect(await steps.pay(project.id, again.body.url)).toMatchObject({ status: 'accepted' })
  })

  it('can be neither made nor accepted between people who have blocked each other, or by a lapsed creator', async () => {
    const { project } = await steps.hire()
    const { body } = await offer(project.id, client)
    const { db } = t.deps
    await sql`insert into blocks (blocker_id, blocked_id) values (${creator.id}, ${client.id})`.execute(
      db,
    )
    expect((await offer(project.id, client)).status).toBe(409)
    expect((await answer(acceptOffer, body, creator)).status).toBe(409)
    await sql`delete from blocks`.execute(db)
    await sql`update users set creator_granted = false where id = ${creator.id}`.execute(db)
    expect((await answer(acceptOffer, body, creator)).body.message).toContain('active creator')
  })

  it('can be neither accepted nor paid for after their date', async () => {
    const { project } = await steps.hire()
    const { body } = await offer(project.id, client, { deliverBy: dayIn(t, 1), milestones: [] })
    await sql`update project_offers set deliver_by = ${dayIn(t, -1)} where id = ${body.offers[0].id}`.execute(
      t.deps.db,
    )
    expect((await answer(acceptOffer, body, creator)).status).toBe(409)
    const next = await offer(project.id, client)
    await answer(acceptOffer, next.body, creator)
    await sql`update projects set deliver_by = ${dayIn(t, -1)} where id = ${project.id}`.execute(
      t.deps.db,
    )
    expect((await pay(project.id)).body.message).toContain('has passed')
    expect((await steps.room(project.id)).actions).not.toContain('payDeposit')
  })

  it('are limited in number', async () => {
    const { project } = await steps.hire()
    await offer(project.id, client)
    await sql`
      insert into project_offers (id, project_id, kind, by_role, state, price_cents, deliver_by, answered_at)
      select gen_random_uuid(), ${project.id}, 'terms', 'client', 'declined', 100, now(), now()
      from generate_series(1, ${MAX_OFFERS}::int)`.execute(t.deps.db)
    expect((await offer(project.id, client)).status).toBe(429)
    expect((await steps.room(project.id)).offers).toHaveLength(10)
  })
})

describe('another date', () => {
  const ask = (id: string, as: Person, days: number): Promise<Answer> =>
    t.call(proposeDate, { as, params: { id }, body: { deliverBy: dayIn(t, days), note: 'Rain.' } })

  it('is set when the other side agrees', async () => {
    const { id } = await steps.in('accepted')
    const { body } = await ask(id, creator, 30)
    expect(body.offers).toMatchObject([{ kind: 'date', by: 'creator', note: 'Rain.', price: null }])
    expect(await steps.room(id)).toMatchObject({ needsViewer: true })
    const moved = await answer(acceptOffer, body, client)
    expect(moved.body).toMatchObject({ status: 'accepted', deliverBy: dayIn(t, 30) })
    expect(await kindsOf(t, id)).toContain('date_moved')
  })

  it('is refused if it is already set, and a delivery closes the proposal', async () => {
    const { id } = await steps.in('accepted')
    expect((await ask(id, creator, 14)).status).toBe(400)
    await ask(id, client, 30)
    expect((await steps.deliver(id)).offers).toMatchObject([{ kind: 'date', state: 'superseded' }])
  })
})

describe('a cancellation that both agree on', () => {
  it.each([
    [0, 0, 500],
    [0.01, 0.01, 499.99],
    [500, 500, 0],
  ])('gives the client %d of what is held', async (toClient, refunded, released) => {
    const { id } = await steps.in('accepted')
    expect(await steps.cancel(id, toClient)).toMatchObject({
      status: 'cancelled',
      money: { held: 0, refunded, released },
      actions: [],
    })
    const { held, client: back, creator: theirs, fees } = await booksOf(t, id)
    expect({ held, back, theirs: theirs + fees }).toEqual({
      held: 0,
      back: Math.round(refunded * 100),
      theirs: Math.round(released * 100),
    })
    expect(fees).toBeLessThanOrEqual(Math.round(released * 100))
  })

  it('that the creator accepts while the client opens a dispute ends in one of both', async () => {
    const { id } = await steps.in('accepted')
    const { body } = await t.call(proposeCancel, {
      as: client,
      params: { id },
      body: { toClient: 250, note: 'Half.' },
    })
    const answers = await Promise.all([
      answer(acceptOffer, body, creator),
      answer(acceptOffer, body, creator),
      steps.dispute(id).catch(() => null),
    ])
    expect(answers).toHaveLength(3)
    const room = await steps.room(id)
    const { held } = await booksOf(t, id)
    // An offer to cancel stays open in a dispute and can be accepted.
    expect([room.status, held]).toEqual(['cancelled', 0])
  })
})
