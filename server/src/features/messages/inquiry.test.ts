import { listConversations } from '@plinth/contract/messages/conversations.ts'
import { MAX_MESSAGE_LENGTH, MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import {
  declineInquiry,
  listMessages,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, startTestApp, type Answer, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { expectCounted, writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let client: Person
let maker: Person
let inquiry: Message
const deliverBy = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
beforeEach(async () => {
  client = await t.person('Client')
  maker = await t.person('Maker', { isCreator: true })
  inquiry = await writeInquiry(t, client, maker, { subject: 'Project Inquiry: Moon Jar' })
})

const quote = (body: object = {}, as: Person | undefined = maker): Promise<Answer> =>
  t.call(sendQuote, { as, params: { id: inquiry.id }, body: { price: 1200, deliverBy, ...body } })
const decline = (body: object = {}, as: Person | undefined = maker): Promise<Answer> =>
  t.call(declineInquiry, {
    as,
    params: { id: inquiry.id },
    body: { content: secretText(maker, client, 'No room this year.'), ...body },
  })

/** The inquiry and its answers as one of the two people sees them, oldest first. */
const threadOf = async (as: Person): Promise<Message[]> =>
  (await t.call(listMessages, { as })).body.toReversed()
const noticesOf = async (id: string) =>
  (
    await sql`select 1 from notices where message_id = ${id} and kind = 'message'`.execute(
      t.deps.db,
    )
  ).rows.length

describe('a quote', () => {
  it('becomes a message with a price in the conversation of the inquiry, and notifies the client', async () => {
    const content = secretText(maker, client, 'With two firings.')
    const { status, body } = await quote({ price: 1249.99, content })
    const terms = {
      price: 1249.99,
      deposit: 625,
      deliverBy,
      milestones: [],
      picks: null,
      projectId: expect.any(String),
      isOpen: true,
      isAccepted: false,
    }
    expect([status, body]).toMatchObject([
      201,
      {
        conversationId: inquiry.conversationId,
        senderId: maker.id,
        receiverId: client.id,
        subject: 'Re: Project Inquiry: Moon Jar',
        content,
        messageType: 'general',
        budget: null,
        timeline: null,
        quote: terms,
        hasBrief: false,
        declinedAt: null,
        isRead: false,
      },
    ])
    expect(await noticesOf(body.id)).toBe(1)
    expect((await threadOf(client)).map(({ quote: asked }) => asked)).toEqual([null, terms])
    const { body: conversations } = await t.call(listConversations, { as: client })
    expect(conversations).toMatchObject([
      {
        id: inquiry.conversationId,
        unreadCount: 1,
        last: { id: body.id, quote: 1249.99 },
        inquiry: { id: inquiry.id },
      },
    ])
    await expectCounted(t)
  })

  it('needs no text', async () => {
    const { body } = await quote()
    expect(body).toMatchObject({ content: '', quote: { price: 1200 } })
  })

  it('is pushed live to both people', async () => {
    const origin = await listen(t)
    const readers = await Promise.all([client, maker].map((who) => readLive(origin, who)))
    for (const reader of readers) await reader.next('hello')
    await quote()
    for (const reader of readers) {
      expect(await reader.next('messages')).toMatchObject({
        conversationId: inquiry.conversationId,
      })
      reader.close()
    }
  })

  it.each([
    ['nothing', { price: 0 }, 'price'],
    ['less than nothing', { price: -1 }, 'price'],
    ['parts of a cent', { price: 9.999 }, 'price'],
    ['more than can be meant', { price: 1_000_001 }, 'price'],
    ['words', { price: '1200' }, 'price'],
    ['less than a dollar', { price: 0.99 }, 'price'],
    ['no day', { deliverBy: undefined }, 'deliverBy'],
    ['a day that is none', { deliverBy: '2027-02-30' }, 'deliverBy'],
    ['a day that has passed', { deliverBy: '2026-01-01' }, 'deliverBy'],
    [
      'a step after the end',
      { milestones: [{ title: 'A', due: '2030-01-01' }] },
      'milestones.0.due',
    ],
    ['a time instead of a day', { timeline: '2-4 weeks' }, 'timeline'],
    ['a project of its own', { projectId: newId() }, 'projectId'],
    ['too many words', { content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }, 'content'],
    ['an id that is none', { clientId: 'x' }, 'clientId'],
    ['a sender', { senderId: newId() }, 'senderId'],
    ['a budget', { budget: '$5000+' }, 'budget'],
  ])('of %s is refused', async (_, body, field) => {
    const answer = await quote(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await threadOf(maker)).toHaveLength(1)
  })

  it('stores every possible price to the cent', async () => {
    for (const price of [1, 1.29, 19.99, 1_000_000]) {
      const { status, body } = await quote({ price })
      expect([status, body.quote.price]).toEqual([201, price])
    }
  })

  it('counts once when sent twice, and its client id cannot be used for another', async () => {
    const sent = { clientId: newId(), content: secretText(maker, client) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => quote(sent)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await threadOf(client)).toHaveLength(2)
    expect((await quote({ ...sent, price: 1300 })).status).toBe(400)
    const second = await writeInquiry(t, client, maker, { subject: 'Another jar' })
    const elsewhere = await t.call(sendQuote, {
      as: maker,
      params: { id: second.id },
      body: { price: 1200, deliverBy, ...sent },
    })
    expect([elsewhere.status, Object.keys(elsewhere.body.fields)]).toEqual([400, ['clientId']])
    await expectCounted(t)
  })

  it('stores two quotes sent at the same time, in a definite order', async () => {
    const answers = await Promise.all([quote({ price: 10 }), quote({ price: 20 })])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const prices = (await threadOf(client)).map((message) => message.quote?.price)
    expect(prices.slice(1).toSorted()).toEqual([10, 20])
    await expectCounted(t)
  })
})

describe('declining', () => {
  it('gives a reason, works once, and shows on the inquiry', async () => {
    const { status, body } = await decline({ content: ` ${secretText(maker, client)}\n` })
    expect([status, body]).toMatchObject([
      201,
      { conversationId: inquiry.conversationId, quote: null, declinedAt: null },
    ])
    expect(body.content).toBe(body.content.trim())
    expect(await noticesOf(body.id)).toBe(1)
    for (const as of [client, maker]) {
      const [asked, answer] = await threadOf(as)
      expect([asked?.declinedAt, answer?.id]).toEqual([expect.any(String), body.id])
      const { body: conversations } = await t.call(listConversations, { as })
      expect(conversations[0].inquiry.declinedAt).toBe(asked?.declinedAt)
    }
    const again = await decline()
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'conflict', message: 'You’ve already declined this inquiry.' },
    ])
    expect(await threadOf(client)).toHaveLength(2)
    await expectCounted(t)
  })

  it('counts once when sent twice', async () => {
    const sent = { clientId: newId(), content: secretText(maker, client) }
    const answers = await Promise.all([1, 2, 3].map(() => decline(sent)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await threadOf(client)).toHaveLength(2)
  })

  it('counts once when sent twice at the same time, and refuses the other', async () => {
    const answers = await Promise.all([decline(), decline()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await threadOf(client)).toHaveLength(2)
    await expectCounted(t)
  })

  it.each([
    ['nothing', {}],
    ['blanks', { content: ' \n\t' }],
    ['too many words', { content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }],
    ['a price', { content: 'No.', price: 1 }],
  ])('with %s is refused', async (_, body) => {
    const answer = await t.call(declineInquiry, { as: maker, params: { id: inquiry.id }, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'input.invalid'])
    expect((await threadOf(client))[0]?.declinedAt).toBeNull()
  })
})

describe('an answer to an inquiry', () => {
  it('can change: a quote withdraws a decline, and a decline can follow a quote', async () => {
    await decline()
    await quote()
    expect((await threadOf(client))[0]?.declinedAt).toBeNull()
    expect((await decline()).status).toBe(201)
    expect((await threadOf(client))[0]?.declinedAt).not.toBeNull()
    expect(await threadOf(client)).toHaveLength(4)
  })

  it('leaves the state of the last one when a quote and a decline are sent at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      inquiry = await writeInquiry(t, client, maker, { subject: `Round ${round}` })
      const answers = await Promise.all(
        round % 2 === 0 ? [quote(), decline()] : [decline(), quote()],
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const [asked, , last] = (await threadOf(client)).slice(-3)
      expect(asked?.id).toBe(inquiry.id)
      expect(asked?.declinedAt === null).toBe(last?.quote !== null)
    }
    await expectCounted(t)
  })

  it('does not deadlock with reading the inquiry', async () => {
    const read = { method: 'PATCH' as const, url: `/api/messages/${inquiry.id}/read`, as: maker }
    const answers = await Promise.all([
      ...[1, 2, 3].flatMap((at) => [quote({ price: at }), t.request(read)]),
      decline(),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
    await expectCounted(t)
  })

  it.each([
    ['quote', quote],
    ['decline', decline],
  ])('is its receiver’s alone to give: %s', async (_, answer) => {
    const third = await t.person('Stranger', { isCreator: true })
    const buyer = await t.person('Buyer', { isCreator: true })
    expect((await answer({}, third)).status).toBe(404)
    inquiry = await writeInquiry(t, buyer, maker)
    expect((await answer({}, buyer)).status).toBe(403)
    inquiry = await writeMessage(t, client, maker, { subject: 'A question' })
    expect((await answer()).body).toMatchObject({
      code: 'conflict',
      message: 'This isn’t a business inquiry.',
    })
    inquiry = { ...inquiry, id: newId() }
    expect((await answer()).status).toBe(404)
    inquiry = { ...inquiry, id: 'x' }
    expect((await answer()).status).toBe(400)
    expect((await answer({}, { id: '', cookie: '' })).status).toBe(401)
  })

  it('needs a creator account for a quote, but not for a decline', async () => {
    await sql`update users set creator_granted = false where id = ${maker.id}`.execute(t.deps.db)
    expect((await quote()).body.code).toBe('creator.required')
    expect((await decline()).status).toBe(201)
  })

  it('is refused when one of the two is blocked or suspended', async () => {
    const { db } = t.deps
    for (const [one, two] of [
      [client, maker],
      [maker, client],
    ] as const) {
      await sql`insert into blocks (blocker_id, blocked_id) values (${one.id}, ${two.id})`.execute(
        db,
      )
      for (const answer of [await quote(), await decline()]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden'])
      }
      await sql`delete from blocks`.execute(db)
    }
    await sql`update users set suspended_at = now() where id = ${client.id}`.execute(db)
    for (const answer of [await quote(), await decline()]) expect(answer.status).toBe(404)
    expect((await threadOf(maker)).map(({ declinedAt }) => declinedAt)).toEqual([null])
  })

  it('joins the conversation of the inquiry, whatever its subject', async () => {
    for (const subject of ['Re: RE:  Moon', 'Message', 'Re:', 'x'.repeat(250), 'Ｒｅ: wide', ' ']) {
      inquiry = await writeInquiry(t, client, maker, { subject })
      expect((await quote()).body.conversationId, subject).toBe(inquiry.conversationId)
    }
  })
})

it('limits quotes and declines per minute', async ({ onTestFinished }) => {
  const limited = await startTestApp({ JOBS: 'off', RATE_LIMIT_PER_MINUTE: '1000' })
  onTestFinished(() => limited.close())
  const asker = await limited.person('Asker')
  const asked = await limited.person('Asked', { isCreator: true })
  const { id } = await writeInquiry(limited, asker, asked)
  for (const [endpoint, body] of [
    [sendQuote, { price: 9, deliverBy, clientId: newId() }],
    [declineInquiry, { content: 'No.', clientId: newId() }],
  ] as const) {
    const answers: Answer[] = []
    for (let at = 0; at <= MESSAGES_PER_MINUTE; at += 1)
      answers.push(await limited.call(endpoint, { as: asked, params: { id }, body }))
    const last = answers.pop()
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect([last?.status, last?.body.code]).toEqual([429, 'rate.limited'])
  }
})
