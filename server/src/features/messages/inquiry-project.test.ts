import {
  declineInquiry,
  listMessages,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import {
  acceptOffer,
  declineOffer,
  getProject,
  listProjects,
  offerTerms,
  payDeposit,
} from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Answer, Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { writeInquiry } from '../../../test/content/messages.ts'
import {
  booksOf,
  dayIn,
  hiring,
  kindsOf,
  pairUp,
  type Pair,
} from '../../../test/content/projects.ts'
import { newId } from '../../db/id.ts'

const t = paidApp()
let pair: Pair
let client: Person
let maker: Person
let inquiry: Message
beforeEach(async () => {
  pair = await pairUp(t)
  client = pair.client
  maker = pair.creator
  inquiry = await writeInquiry(t, client, maker, { portfolioId: pair.workId, text: 'A jar.' })
})

const quote = (body: object = {}): Promise<Answer> =>
  t.call(sendQuote, {
    as: maker,
    params: { id: inquiry.id },
    body: {
      price: 3200.01,
      deliverBy: dayIn(t, 30),
      milestones: [{ title: 'Sketches', due: dayIn(t, 7) }],
      content: secretText(maker, client, 'With two firings.'),
      ...body,
    },
  })
const decline = (): Promise<Answer> =>
  t.call(declineInquiry, {
    as: maker,
    params: { id: inquiry.id },
    body: { content: secretText(maker, client, 'No room.') },
  })
const roomOf = async (as: Person, id: string): Promise<Project> =>
  (await t.call(getProject, { as, params: { id } })).body
const lastQuote = async () =>
  (await t.call(listMessages, { as: client })).body.find((message: Message) => message.quote).quote

describe('a quote', () => {
  it('opens a project that both see, with the quote as its offer', async () => {
    const { status, body } = await quote()
    expect([status, body.quote]).toEqual([
      201,
      {
        price: 3200.01,
        deposit: 1600.01,
        deliverBy: dayIn(t, 30),
        milestones: [{ title: 'Sketches', due: dayIn(t, 7) }],
        picks: null,
        projectId: expect.any(String),
        isOpen: true,
        isAccepted: false,
      },
    ])
    const id = body.quote.projectId
    expect(await roomOf(client, id)).toMatchObject({
      status: 'requested',
      role: 'client',
      title: 'Moon Jar',
      work: { id: pair.workId },
      description: inquiry.content,
      timeline: '2-4 weeks',
      price: null,
      proposed: { by: 'creator', price: 3200.01 },
      needsViewer: true,
      actions: ['offer', 'withdraw'],
      subject: 'Project Inquiry: Moon Jar',
      conversationId: inquiry.conversationId,
      // The text of the message stays in the conversation.
      offers: [
        { id: body.id, kind: 'terms', by: 'creator', state: 'open', price: 3200.01, note: '' },
      ],
      events: [{ kind: 'offered', by: 'creator', amount: 3200.01, note: null }],
      money: { price: null, deposit: null, remainder: null, payments: [] },
    })
    expect(await roomOf(maker, id)).toMatchObject({ role: 'creator', needsViewer: false })
  })

  it('starts the project on the quoted terms once it is accepted and paid', async () => {
    const { body } = await quote()
    const { projectId: id } = body.quote
    const params = { id, offerId: body.id }
    expect((await t.call(acceptOffer, { as: maker, params })).status).toBe(403)
    expect((await t.call(acceptOffer, { as: client, params })).status).toBe(200)
    expect(await lastQuote()).toMatchObject({ isOpen: false, isAccepted: true, projectId: id })
    const steps = hiring(t, pair)
    const room = await roomOf(client, id)
    expect(room).toMatchObject({ price: 3200.01, actions: ['payDeposit', 'offer', 'withdraw'] })
    const checkout = await t.call(payDeposit, { as: client, params: { id } })
    expect(checkout.body.amount).toBe(1600.01)
    expect(await steps.pay(id, checkout.body.url)).toMatchObject({
      status: 'accepted',
      deliverBy: dayIn(t, 30),
      milestones: [{ title: 'Sketches', due: dayIn(t, 7), doneAt: null }],
      money: { held: 1600.01, remainder: 1600 },
    })
    expect(await booksOf(t, id)).toMatchObject({ held: 160_001 })
    expect(await kindsOf(t, id)).toEqual(['offered', 'offer_accepted', 'deposit_paid', 'accepted'])
  })

  it('adds another offer to the same project when it follows an earlier quote', async () => {
    const first = (await quote()).body
    const second = (await quote({ price: 3000 })).body
    expect(second.quote).toMatchObject({
      projectId: first.quote.projectId,
      price: 3000,
      isOpen: true,
    })
    const { offers } = await roomOf(client, first.quote.projectId)
    expect(offers.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'open'],
      [first.id, 'withdrawn'],
    ])
    expect((await t.call(listProjects, { as: client })).body).toHaveLength(1)
  })

  it('counts once when sent twice, and quotes sent at the same time share one project', async () => {
    const sent = { clientId: newId(), content: secretText(maker, client) }
    const twice = await Promise.all([1, 2, 3].map(() => quote(sent)))
    expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1)
    await Promise.all([quote({ price: 10 }), quote({ price: 20 })])
    expect((await t.call(listProjects, { as: maker })).body).toHaveLength(1)
  })

  it('shows as closed once other terms are offered in the project room', async () => {
    const { body } = await quote()
    const { projectId: id } = body.quote
    const terms = { price: 2800, deliverBy: dayIn(t, 40) }
    await t.call(offerTerms, { as: client, params: { id }, body: terms })
    expect(await lastQuote()).toMatchObject({ isOpen: false, isAccepted: false, price: 3200.01 })
    const params = { id, offerId: (await roomOf(client, id)).offers[0]?.id }
    expect((await t.call(declineOffer, { as: maker, params })).status).toBe(200)
    expect(await roomOf(maker, id)).toMatchObject({ status: 'requested', price: null })
  })

  it('opens a new project when the earlier one has ended', async () => {
    const { body } = await quote()
    expect((await decline()).status).toBe(201)
    expect(await roomOf(client, body.quote.projectId)).toMatchObject({
      status: 'declined',
      closingNote: null,
      offers: [{ state: 'superseded' }],
    })
    const again = await quote()
    expect(again.body.quote.projectId).not.toBe(body.quote.projectId)
    expect(
      (await t.call(listProjects, { as: client, query: { box: 'closed' } })).body,
    ).toHaveLength(1)
  })

  it('is pushed live to both people', async () => {
    const origin = await listen(t)
    const readers = await Promise.all([client, maker].map((who) => readLive(origin, who)))
    for (const reader of readers) await reader.next('hello')
    const { body } = await quote()
    for (const reader of readers) {
      expect(await reader.next('project')).toEqual({ type: 'project', id: body.quote.projectId })
      reader.close()
    }
  })
})

it('an admin can read an inquiry only after one of the two opens a dispute', async () => {
  const admin = await t.person('Admin', { isAdmin: true })
  const { body } = await quote()
  const { projectId: id } = body.quote
  const params = { id }
  expect((await t.call(acceptOffer, { as: client, params: { id, offerId: body.id } })).status).toBe(
    200,
  )
  const checkout = await t.call(payDeposit, { as: client, params })
  await hiring(t, pair).pay(id, checkout.body.url)
  expect((await t.call(getProject, { as: admin, params })).body).toMatchObject({
    title: expect.stringMatching(/^Project \d+$/),
    description: '',
    subject: '',
    conversationId: null,
  })
  await hiring(t, pair).dispute(id)
  expect((await t.call(getProject, { as: admin, params })).body).toMatchObject({
    title: 'Moon Jar',
    description: inquiry.content,
    conversationId: null,
  })
})
