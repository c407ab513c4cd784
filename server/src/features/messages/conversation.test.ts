import {
  getConversation,
  listConversationMessages,
  listConversations,
  typeInConversation,
  updateConversation,
  type Conversation,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import { getUnreadMessages, readMessage, replySubject } from '@plinth/contract/messages/messages.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, nextOf, walkIds } from '../../../test/content/lists.ts'
import { expectCounted, writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { peopleCards } from '../../core/users/people-card-queries.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let dana: Person
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
  dana = await t.person('Dana')
})

const box = async (as: Person, name?: ConversationBox): Promise<Conversation[]> => {
  const { status, body } = await t.call(listConversations, { as, query: { box: name } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const get = (as: Person | undefined, id: string) => t.call(getConversation, { as, params: { id } })
const update = (as: Person | undefined, id: string, body: object) =>
  t.call(updateConversation, { as, params: { id }, body })
const type = (as: Person | undefined, id: string) =>
  t.call(typeInConversation, { as, params: { id } })
const unread = async (as: Person) => (await t.call(getUnreadMessages, { as })).body.count

describe('a conversation', () => {
  it('groups the messages of two people by subject, with or without Re:', async () => {
    const first = await writeMessage(t, ben, marit, { subject: 'Moon Jar' })
    for (const subject of ['RE: re:  Moon   Jar', 'moon jar', 'Re: MOON JAR', 're:Moon Jar']) {
      const reply = await writeMessage(t, marit, ben, { subject })
      expect(reply).toMatchObject({ conversationId: first.conversationId })
    }
    for (const [from, to, subject] of [
      [ben, marit, 'Moon Jars'],
      [dana, marit, 'Moon Jar'],
    ] as const) {
      const other = await writeMessage(t, from, to, { subject })
      expect(other.conversationId).not.toBe(first.conversationId)
    }
    expect((await get(marit, first.conversationId)).body.subject).toBe('Moon Jar')
  })

  it('without a subject continues with the replies to it', async () => {
    const first = await writeMessage(t, ben, marit)
    expect(first.subject).toBe('')
    const reply = await writeMessage(t, marit, ben, { subject: replySubject(first.subject) })
    const again = await writeMessage(t, ben, marit, { subject: replySubject(reply.subject) })
    expect([reply.subject, again.subject]).toEqual(['Re: Message', 'Re: Message'])
    expect(new Set([first, reply, again].map((one) => one.conversationId)).size).toBe(1)
    expect((await get(ben, first.conversationId)).body.subject).toBe('')
  })

  it('shows the other person, the last message and what the viewer can do', async () => {
    const inquiry = await writeInquiry(t, ben, marit, { subject: 'Jar' })
    const long = `Two lines\n\tand ${'more '.repeat(80)}`
    const last = await writeMessage(t, ben, marit, { subject: 'Re: Jar', text: long })
    const { status, body } = await get(marit, inquiry.conversationId)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: inquiry.conversationId,
      subject: 'Jar',
      other: inquiry.sender,
      last: {
        id: last.id,
        senderId: ben.id,
        excerpt: expect.stringMatching(/ Two lines and more .*…$/),
        attachmentCount: 0,
        quote: null,
        isRead: false,
        createdAt: last.createdAt,
      },
      inquiry: {
        id: inquiry.id,
        senderId: ben.id,
        budget: '$500-$1000',
        timeline: '2-4 weeks',
        declinedAt: null,
      },
      unreadCount: 2,
      isArchived: false,
      isMuted: false,
      canWrite: true,
      isBlocked: false,
    })
    expect(body.last.excerpt).toHaveLength(300)
    const theirs = (await get(ben, inquiry.conversationId)).body
    expect(theirs).toMatchObject({ other: inquiry.receiver, unreadCount: 0 })
    expect(await box(marit)).toEqual([body])
  })

  it('refuses messages when one of the two blocks the other, and shows who does', async () => {
    const { conversationId } = await writeMessage(t, ben, marit)
    await t.deps.db
      .insertInto('blocks')
      .values({ blocker_id: marit.id, blocked_id: ben.id })
      .execute()
    const flags = async (as: Person) => {
      const { canWrite, isBlocked } = (await get(as, conversationId)).body as Conversation
      return { canWrite, isBlocked }
    }
    expect(await flags(marit)).toEqual({ canWrite: false, isBlocked: true })
    expect(await flags(ben)).toEqual({ canWrite: false, isBlocked: false })
    await t.deps.db.deleteFrom('blocks').where('blocker_id', '=', marit.id).execute()
    expect(await flags(ben)).toEqual({ canWrite: true, isBlocked: false })
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', marit.id)
      .execute()
    peopleCards(t.deps).drop([marit.id])
    expect(await flags(ben)).toEqual({ canWrite: false, isBlocked: false })
  })
})

describe('the boxes', () => {
  it('list the matching conversations page by page, the latest message first', async () => {
    const plain = await writeMessage(t, ben, marit, { subject: 'Plain' })
    const asked = await writeInquiry(t, dana, marit, { subject: 'Asked' })
    const own = await writeMessage(t, marit, ben, { subject: 'Own' })
    const gone = await writeInquiry(t, ben, marit, { subject: 'Gone' })
    await writeMessage(t, marit, ben, { subject: 'Re: Plain' })
    await update(marit, gone.conversationId, { isArchived: true })
    const ids = (...all: { conversationId: string }[]) => all.map((one) => one.conversationId)
    for (const [name, expected] of [
      [undefined, ids(plain, own, asked)],
      ['inbox', ids(plain, own, asked)],
      ['unread', ids(plain, asked)],
      ['business', ids(asked)],
      ['archived', ids(gone)],
    ] as const) {
      const input = { as: marit, query: { box: name, limit: 1 } }
      expect(await walkIds(t, listConversations, input), name).toEqual(expected)
      expect(idsOf({ body: await box(marit, name) }), name).toEqual(expected)
    }
    expect(idsOf({ body: await box(ben) })).toEqual(ids(plain, gone, own))
    expect(await box(ben, 'archived')).toEqual([])
    expect(idsOf({ body: await box(dana, 'business') })).toEqual(ids(asked))
  })

  it('refuse unknown boxes, cursors of other lists and requests without a session', async () => {
    await writeMessage(t, ben, marit, { subject: 'One' })
    await writeMessage(t, ben, marit, { subject: 'Two' })
    const first = await t.call(listConversations, { as: marit, query: { limit: 1 } })
    const cursor = nextOf(first)
    expect(cursor).not.toBeNull()
    const list = async (query: object) =>
      (await t.call(listConversations, { as: marit, query })).status
    expect(await list({ cursor, box: 'inbox' })).toBe(200)
    expect(await list({ cursor, box: 'unread' })).toBe(400)
    expect(await list({ box: 'spam' })).toBe(400)
    expect((await t.call(listConversations)).status).toBe(401)
    expect((await t.call(getUnreadMessages)).status).toBe(401)
  })
})

describe('archived and muted', () => {
  it('apply to one person only and are left out of the unread count', async () => {
    const pushed = vi.spyOn(t.deps.live, 'messagesMoved')
    const one = await writeMessage(t, ben, marit, { subject: 'One' })
    const two = await writeMessage(t, ben, marit, { subject: 'Two' })
    expect(await unread(marit)).toBe(2)
    pushed.mockClear()
    const archived = await update(marit, one.conversationId, { isArchived: true })
    expect(archived).toMatchObject({
      status: 200,
      body: { isArchived: true, isMuted: false, unreadCount: 1 },
    })
    expect(await unread(marit)).toBe(1)
    const muted = await update(marit, two.conversationId, { isMuted: true })
    expect(muted.body).toMatchObject({ isArchived: false, isMuted: true })
    expect(await unread(marit)).toBe(0)
    expect(pushed.mock.calls).toEqual([
      [one.conversationId, [marit.id]],
      [two.conversationId, [marit.id]],
    ])
    vi.restoreAllMocks()
    expect((await get(ben, one.conversationId)).body.isArchived).toBe(false)
    expect(idsOf({ body: await box(marit, 'unread') })).toEqual([two.conversationId])
    await update(marit, two.conversationId, { isMuted: false })
    expect(await unread(marit)).toBe(1)
  })

  it('an archived conversation returns to the inbox with the next message, unless it is muted', async () => {
    const { conversationId } = await writeMessage(t, ben, marit)
    const isArchivedFor = async (as: Person) => (await get(as, conversationId)).body.isArchived
    await update(marit, conversationId, { isArchived: true })
    await update(ben, conversationId, { isArchived: true })
    await writeMessage(t, ben, marit)
    expect([await isArchivedFor(marit), await isArchivedFor(ben)]).toEqual([false, false])
    await update(marit, conversationId, { isArchived: true, isMuted: true })
    await writeMessage(t, ben, marit)
    expect(await isArchivedFor(marit)).toBe(true)
    await expectCounted(t)
  })

  it('can only be changed by the two people', async () => {
    const { conversationId } = await writeMessage(t, ben, marit)
    const admin = await t.person('Ada', { isAdmin: true })
    expect((await update(undefined, conversationId, { isMuted: true })).status).toBe(401)
    for (const [as, id] of [
      [dana, conversationId],
      [admin, conversationId],
      [marit, newId()],
    ] as const) {
      expect((await update(as, id, { isMuted: true })).body.code).toBe('not_found')
    }
    for (const odd of [{}, { isMuted: 'yes' }, { isMuted: null }, { unreadCount: 0 }]) {
      expect((await update(marit, conversationId, odd)).status, JSON.stringify(odd)).toBe(400)
    }
    expect((await get(marit, conversationId)).body.isMuted).toBe(false)
  })
})

describe('typing', () => {
  it('is shown to the other person, unless one of the two blocks the other', async () => {
    const pushed = vi.spyOn(t.deps.live, 'typing')
    const { conversationId } = await writeMessage(t, ben, marit)
    expect((await type(ben, conversationId)).status).toBe(204)
    expect((await type(marit, conversationId)).status).toBe(204)
    const calls = [
      [conversationId, marit.id],
      [conversationId, ben.id],
    ]
    expect(pushed.mock.calls).toEqual(calls)
    await t.deps.db
      .insertInto('blocks')
      .values({ blocker_id: marit.id, blocked_id: ben.id })
      .execute()
    expect((await type(ben, conversationId)).status).toBe(204)
    expect((await type(marit, conversationId)).status).toBe(204)
    expect(pushed.mock.calls).toEqual(calls)
    vi.restoreAllMocks()
  })

  it('is limited to the two people', async () => {
    const { conversationId } = await writeMessage(t, ben, marit)
    expect((await type(undefined, conversationId)).status).toBe(401)
    expect((await type(dana, conversationId)).body.code).toBe('not_found')
    expect((await type(ben, newId())).body.code).toBe('not_found')
    expect((await type(ben, 'x')).status).toBe(400)
  })
})

it('a thread shows both people the same messages, and client ids to their sender only', async () => {
  const clientId = newId()
  const { id, conversationId } = await writeMessage(t, ben, marit, { clientId })
  await t.call(readMessage, { as: marit, params: { id } })
  const seenBy = async (as: Person) =>
    (await t.call(listConversationMessages, { as, params: { id: conversationId } })).body[0]
  const own = await seenBy(ben)
  expect(own).toMatchObject({ id, clientId, isRead: true })
  expect(await seenBy(marit)).toEqual({ ...own, clientId: null })
})
