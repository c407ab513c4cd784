import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@plinth/contract/limits.ts'
import { listMessages, sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { expectCounted, writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: NamedPerson
let ben: NamedPerson
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  ben = await t.person('Ben')
})

const send = (as: Person | undefined, body: object) => t.call(sendMessage, { as, body })
const inquiry = { messageType: 'business_inquiry', budget: '$5000+', timeline: 'ASAP' }
const block = (blocker: Person, blocked: Person) =>
  t.deps.db
    .insertInto('blocks')
    .values({ blocker_id: blocker.id, blocked_id: blocked.id })
    .execute()
async function countMessages(of: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages where ${of.id}::uuid in (sender_id, receiver_id)`.execute(
    t.deps.db,
  )
  return rows[0]?.count ?? -1
}

describe('a message', () => {
  it('is returned as its sender sees it, counted, and written to the outbox', async () => {
    const clientId = newId()
    const content = secretText(ben, marit, 'Is the jar still there?')
    const { status, body } = await send(ben, {
      receiverId: marit.id,
      subject: '  Moon \n jar ',
      content: `\n ${content} `,
      clientId,
    })
    expect(status).toBe(201)
    const person = (of: NamedPerson, firstName: string, lastName: string, isCreator: boolean) => ({
      id: of.id,
      handle: of.handle,
      firstName,
      lastName,
      profileImageUrl: null,
      location: null,
      isCreator,
    })
    expect(body).toEqual({
      id: expect.any(String),
      conversationId: expect.any(String),
      senderId: ben.id,
      receiverId: marit.id,
      sender: person(ben, 'Ben', 'Test', false),
      receiver: person(marit, 'Marit', 'Solheim', true),
      subject: 'Moon jar',
      content,
      messageType: 'general',
      budget: null,
      timeline: null,
      work: null,
      attachments: [],
      quote: null,
      hasBrief: false,
      declinedAt: null,
      isRead: false,
      readAt: null,
      clientId,
      createdAt: expect.any(String),
    })
    const theirs = await t.call(listMessages, { as: marit })
    expect(theirs.body).toEqual([{ ...body, clientId: null }])
    const sides = (await expectCounted(t)).filter((s) => s.conversationId === body.conversationId)
    expect(sides.map(({ userId, unread }) => [userId, unread]).toSorted()).toEqual(
      [
        [ben.id, 0],
        [marit.id, 1],
      ].toSorted(),
    )
    const outbox = await t.deps.db
      .selectFrom('notices')
      .select(['kind', 'actor_id'])
      .where('message_id', '=', body.id)
      .execute()
    expect(outbox).toEqual([{ kind: 'message', actor_id: ben.id }])
  })

  it('is pushed live to both people, once', async () => {
    const pushed = vi.spyOn(t.deps.live, 'messagesMoved')
    const clientId = newId()
    const body = { receiverId: marit.id, content: secretText(ben, marit), clientId }
    const { conversationId } = (await send(ben, body)).body as Message
    await send(ben, body)
    await send(ben, { ...body, receiverId: newId(), clientId: newId() })
    expect(pushed.mock.calls).toEqual([[conversationId, [ben.id, marit.id]]])
    vi.restoreAllMocks()
  })

  it('may contain contact details', async () => {
    const content = 'Call +47 900 00 000, or write to ben@example.org.'
    expect((await send(ben, { receiverId: marit.id, content })).body.content).toBe(content)
    const [newest] = (await t.call(listMessages, { as: marit })).body
    expect(newest.content).toBe(content)
  })

  it('needs a session, another existing person, and some content', async () => {
    const content = secretText(ben, marit)
    expect((await send(undefined, { receiverId: marit.id, content })).status).toBe(401)
    const itself = await send(ben, { receiverId: ben.id.toUpperCase(), content })
    expect(itself).toMatchObject({
      status: 400,
      body: {
        message: 'You can’t write to yourself.',
        fields: { receiverId: expect.any(String) },
      },
    })
    expect((await send(ben, { receiverId: newId(), content })).body.code).toBe('not_found')
    for (const blank of ['', ' \n\t']) {
      const refused = await send(ben, { receiverId: marit.id, content: blank })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['content']])
    }
    for (const odd of [
      { content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) },
      { content, subject: 'x'.repeat(MAX_SUBJECT_LENGTH + 1) },
      // Each character normalizes to eighteen, more than an index key can hold.
      { content, subject: 'ﷺ'.repeat(MAX_SUBJECT_LENGTH) },
      { content, senderId: marit.id },
      { content, isRead: true },
      { content, receiverId: 'marit' },
      { content, clientId: 'mine' },
      { content, mediaIds: Array.from({ length: 11 }, newId) },
      { content, messageType: 'letter' },
      { content: 7 },
      {},
    ]) {
      const refused = await send(ben, { receiverId: marit.id, ...odd })
      expect([refused.status, refused.body.code], JSON.stringify(odd)).toEqual([
        400,
        'input.invalid',
      ])
    }
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', marit.id)
      .execute()
    expect((await send(ben, { receiverId: marit.id, content })).body.code).toBe('not_found')
    expect(await countMessages(ben)).toBe(0)
  })

  it('of the greatest length is accepted', async () => {
    const long = secretText(ben, marit).padEnd(MAX_MESSAGE_LENGTH, ' word')
    const subject = '🦊'.repeat(MAX_SUBJECT_LENGTH / 2)
    const { status, body } = await send(ben, {
      receiverId: marit.id,
      content: `${long.slice(0, -1)}.`,
      subject,
    })
    expect([status, body.subject, body.content.length]).toEqual([201, subject, MAX_MESSAGE_LENGTH])
  })

  it.each([
    '%',
    "';--",
    '\\',
    '\u202eabc',
    '\ud800',
    'İ',
    '\u0300',
    '<script>',
    '{{7*7}}',
    ':* & |',
  ])('may be called anything: %j', async (subject) => {
    const { status, body } = await send(ben, {
      receiverId: marit.id,
      subject,
      content: secretText(ben, marit, subject),
    })
    expect([status, body.subject]).toEqual([201, subject.toWellFormed()])
    const again = await writeMessage(t, marit, ben, { subject: `Re: ${subject}` })
    expect(again.conversationId).toBe(body.conversationId)
  })

  it('is refused where one of the two blocks the other', async () => {
    const dana = await t.person('Dana')
    await writeMessage(t, dana, ben)
    await block(ben, dana)
    for (const [from, to] of [
      [dana, ben],
      [ben, dana],
    ] as const) {
      expect(await send(from, { receiverId: to.id, content: 'Hello?' })).toMatchObject({
        status: 403,
        body: { code: 'auth.forbidden', message: 'You can’t write to this person.' },
      })
    }
    expect(await countMessages(dana)).toBe(1)
  })
})

describe('a business inquiry', () => {
  it('reports missing fields with the sentences of the form', async () => {
    const { status, body } = await send(ben, {
      receiverId: marit.id,
      content: ' ',
      messageType: 'business_inquiry',
    })
    expect([status, body.fields]).toEqual([
      400,
      {
        content: 'Please describe your project',
        budget: 'Please select a budget range',
        timeline: 'Please select a timeline',
      },
    ])
    for (const [over, field] of [
      [{ budget: null }, 'budget'],
      [{ timeline: null }, 'timeline'],
      [{ content: '' }, 'content'],
    ] as const) {
      const refused = await send(ben, {
        receiverId: marit.id,
        content: 'A jar',
        ...inquiry,
        ...over,
      })
      expect(Object.keys(refused.body.fields), field).toEqual([field])
    }
    const odd = { receiverId: marit.id, content: 'A jar', ...inquiry, budget: 'a lot' }
    expect((await send(ben, odd)).status).toBe(400)
  })

  it('is the only kind of message with a budget and a timeline', async () => {
    const general = { receiverId: marit.id, content: secretText(ben, marit) }
    for (const over of [{ budget: 'negotiable' }, { timeline: 'flexible' }]) {
      const { status, body } = await send(ben, { ...general, ...over })
      expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(over)])
    }
    expect((await send(ben, { ...general, budget: null, timeline: null })).status).toBe(201)
  })

  it('takes its subject from its work unless its sender gives one', async () => {
    const portfolioId = await makeWork(t.deps, marit, { title: 'Moon Jar' })
    const about = await writeInquiry(t, ben, marit, { portfolioId })
    expect(about).toMatchObject({
      subject: 'Project Inquiry: Moon Jar',
      messageType: 'business_inquiry',
      budget: '$500-$1000',
      timeline: '2-4 weeks',
      work: { id: portfolioId, title: 'Moon Jar', picture: { width: 1200 } },
    })
    const named = await writeInquiry(t, ben, marit, { portfolioId, subject: 'Two jars' })
    expect(named.subject).toBe('Two jars')
    expect((await writeInquiry(t, ben, marit)).subject).toBe('Project Inquiry')
    await expectCounted(t)
  })

  it('is about a listed work of one of the two people', async () => {
    const dana = await t.person('Dana', { isCreator: true })
    const [own, foreign, hidden] = await Promise.all([
      makeWork(t.deps, marit, { title: 'Own' }),
      makeWork(t.deps, dana),
      makeWork(t.deps, marit, { isListed: false }),
    ])
    for (const portfolioId of [foreign, hidden, newId()]) {
      const { status, body } = await send(ben, {
        receiverId: marit.id,
        content: 'That one',
        portfolioId,
      })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['portfolioId']])
    }
    const reply = await writeMessage(t, marit, ben, { portfolioId: own.toUpperCase() })
    expect(reply.work?.id).toBe(own)
    // After a takedown its creator still sees the work, the other person doesn't.
    await t.deps.db
      .updateTable('portfolio_items')
      .set({ is_listed: false })
      .where('id', '=', own)
      .execute()
    const workFor = async (as: Person) =>
      (await t.call(listMessages, { as })).body[0].work?.id ?? null
    expect([await workFor(marit), await workFor(ben)]).toEqual([own, null])
  })
})

describe('the same client id', () => {
  it('stands for one message, however often it is sent', async () => {
    const body = {
      receiverId: marit.id,
      subject: 'Twice',
      content: secretText(ben, marit),
      clientId: newId(),
    }
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(ben, body)))
    answers.push(await send(ben, body))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await countMessages(ben)).toBe(1)
    await expectCounted(t)
    // Even when one of the two has blocked the other since.
    await block(marit, ben)
    expect((await send(ben, body)).body.id).toBe(answers[0]?.body.id)
  })

  it('cannot be used for another message', async () => {
    const dana = await t.person('Dana')
    const clientId = newId()
    const first = await writeMessage(t, ben, marit, { clientId })
    for (const other of [
      { receiverId: marit.id, content: 'Something else' },
      { receiverId: dana.id, content: first.content },
      { receiverId: marit.id, content: first.content, ...inquiry },
    ]) {
      const { status, body } = await send(ben, { ...other, clientId })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['clientId']])
    }
    // Another person can use the same id.
    expect((await writeMessage(t, marit, ben, { clientId })).id).not.toBe(first.id)
    expect(await countMessages(ben)).toBe(2)
  })
})
