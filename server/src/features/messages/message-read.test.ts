import {
  getConversation,
  listConversationMessages,
  readConversation,
} from '@plinth/contract/messages/conversations.ts'
import { getUnreadMessages, listMessages, readMessage } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, nextOf, walkIds } from '../../../test/content/lists.ts'
import { expectCounted, writeMessage } from '../../../test/content/messages.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let dana: Person
beforeEach(async () => {
  marit = await t.person('Marit')
  ben = await t.person('Ben')
  dana = await t.person('Dana')
})

const read = (as: Person | undefined, id: string) => t.call(readMessage, { as, params: { id } })
const readUpTo = (as: Person | undefined, id: string, upTo: unknown) =>
  t.call(readConversation, { as, params: { id }, body: { upTo } })
const unread = async (as: Person) => (await t.call(getUnreadMessages, { as })).body.count
const readOnes = async (as: Person) =>
  (await t.call(listMessages, { as })).body.map((one: { isRead: boolean }) => one.isRead)

describe('one message', () => {
  it('is marked as read by its receiver, once, and pushed to both people', async () => {
    const pushed = vi.spyOn(t.deps.live, 'messagesMoved')
    const { id, conversationId } = await writeMessage(t, ben, marit)
    await writeMessage(t, ben, marit)
    pushed.mockClear()
    const first = await read(marit, id)
    expect(first).toMatchObject({
      status: 200,
      body: { id, isRead: true, readAt: expect.any(String) },
    })
    expect((await read(marit, id)).body).toEqual(first.body)
    expect(pushed.mock.calls).toEqual([[conversationId, [marit.id, ben.id]]])
    vi.restoreAllMocks()
    expect(await readOnes(ben)).toEqual([false, true])
    expect(await unread(marit)).toBe(1)
    await expectCounted(t)
  })

  it('cannot be marked by its sender and does not exist for anybody else', async () => {
    const admin = await t.person('Ada', { isAdmin: true })
    const { id } = await writeMessage(t, ben, marit)
    expect((await read(undefined, id)).status).toBe(401)
    expect(await read(ben, id)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
    const textOf = async (as: Person, of: string) => {
      const { status, body } = await read(as, of)
      return [status, JSON.stringify({ ...body, requestId: '' })]
    }
    const unknown = await textOf(dana, newId())
    expect(unknown[0]).toBe(404)
    expect([await textOf(dana, id), await textOf(admin, id)]).toEqual([unknown, unknown])
    expect((await read(marit, 'x')).status).toBe(400)
    expect(await readOnes(marit)).toEqual([false])
  })
})

describe('a conversation', () => {
  it('is marked as read up to a message, and no further', async () => {
    const sent = []
    for (const text of ['one', 'two', 'three']) {
      sent.push(await writeMessage(t, ben, marit, { text, subject: 'Jar' }))
    }
    const own = await writeMessage(t, marit, ben, { subject: 'Re: Jar' })
    await writeMessage(t, ben, marit, { subject: 'Other' })
    const [, two, three] = sent
    const id = own.conversationId
    expect((await readUpTo(marit, id, two?.id)).body).toEqual({ count: 2 })
    expect(await readOnes(marit)).toEqual([false, false, false, true, true])
    // The reader's own newest message works as well.
    expect((await readUpTo(marit, id.toUpperCase(), own.id)).body).toEqual({ count: 1 })
    expect(await readOnes(marit)).toEqual([false, false, true, true, true])
    expect((await readUpTo(marit, id, three?.id)).status).toBe(200)
    // Messages that the reader wrote stay unread for the other person.
    expect(await unread(ben)).toBe(1)
    await expectCounted(t)
  })

  it('marks its notifications as read, and pushes that live', async () => {
    const { id, conversationId } = await writeMessage(t, ben, marit)
    await t.deps.db
      .insertInto('notifications')
      .values({
        id: newId(),
        user_id: marit.id,
        kind: 'message',
        conversation_id: conversationId,
        subject_id: conversationId,
        actor_count: 1,
      })
      .execute()
    const moved = vi.spyOn(t.deps.live, 'notificationsMoved')
    expect((await readUpTo(marit, conversationId, id)).body).toEqual({ count: 0 })
    expect((await readUpTo(marit, conversationId, id)).status).toBe(200)
    expect(moved.mock.calls).toEqual([[[marit.id]]])
    vi.restoreAllMocks()
    const row = await t.deps.db
      .selectFrom('notifications')
      .select('is_read')
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
    expect(row.is_read).toBe(true)
  })

  it('exists for its two people only', async () => {
    const admin = await t.person('Ada', { isAdmin: true })
    const { id, conversationId } = await writeMessage(t, ben, marit)
    const elsewhere = await writeMessage(t, dana, marit)
    expect((await readUpTo(undefined, conversationId, id)).status).toBe(401)
    for (const [as, of, upTo] of [
      [dana, conversationId, id],
      [admin, conversationId, id],
      [dana, conversationId, elsewhere.id],
      [marit, conversationId, elsewhere.id],
      [marit, conversationId, newId()],
      [marit, newId(), id],
    ] as const) {
      expect((await readUpTo(as, of, upTo)).body.code).toBe('not_found')
    }
    expect((await readUpTo(marit, conversationId, 'x')).status).toBe(400)
    expect((await readUpTo(marit, conversationId, undefined)).status).toBe(400)
    expect(await unread(marit)).toBe(2)
  })
})

describe('lists of messages', () => {
  it('list sent and received messages page by page, newest first', async () => {
    const sent: string[] = []
    for (const at of [0, 1, 2, 3, 4, 5, 6]) {
      const [from, to] = at % 3 === 0 ? [marit, ben] : at % 3 === 1 ? [ben, marit] : [marit, dana]
      sent.unshift((await writeMessage(t, from, to, { text: `${at}` })).id)
    }
    // Two of the same microsecond, one sent and one received.
    const [newest, second] = sent as [string, string]
    await sql`update messages set created_at = (select created_at from messages where id = ${newest})
      where id = ${second}`.execute(t.deps.db)
    for (const limit of [1, 2, 3, 100]) {
      expect(await walkIds(t, listMessages, { as: marit, query: { limit } })).toEqual(sent)
    }
    const ofDana = await walkIds(t, listMessages, { as: dana, query: { limit: 1 } })
    expect(ofDana).toHaveLength(2)
    expect((await t.call(listMessages, { as: await t.person('New') })).body).toEqual([])
  })

  it('of a conversation hold the messages of its two people only', async () => {
    const ids: string[] = []
    let conversationId = ''
    for (const at of [0, 1, 2, 3, 4]) {
      const [from, to] = at % 2 ? [marit, ben] : [ben, marit]
      const message = await writeMessage(t, from, to, { subject: 'Jar' })
      ids.unshift(message.id)
      conversationId = message.conversationId
    }
    await writeMessage(t, ben, marit, { subject: 'Other' })
    const params = { id: conversationId }
    for (const as of [ben, marit]) {
      for (const limit of [1, 2, 100]) {
        const input = { as, params, query: { limit } }
        expect(await walkIds(t, listConversationMessages, input)).toEqual(ids)
      }
    }
    for (const as of [dana, await t.person('Ada', { isAdmin: true })]) {
      for (const endpoint of [listConversationMessages, getConversation]) {
        const { status, body } = await t.call(endpoint, { as, params })
        const unknown = await t.call(endpoint, { as, params: { id: newId() } })
        expect([status, { ...body, requestId: '' }]).toEqual([
          404,
          { ...unknown.body, requestId: '' },
        ])
      }
    }
    expect((await t.call(listConversationMessages, { params })).status).toBe(401)
  })

  it('refuse cursors of other lists', async () => {
    const { conversationId } = await writeMessage(t, ben, marit)
    await writeMessage(t, ben, marit)
    const params = { id: conversationId }
    const cursor = nextOf(await t.call(listMessages, { as: ben, query: { limit: 1 } }))
    expect(cursor).not.toBeNull()
    const wrong = await t.call(listConversationMessages, { as: ben, params, query: { cursor } })
    expect(wrong.body.code).toBe('input.invalid')
    expect((await t.call(listMessages, { as: ben, query: { cursor: 'e30' } })).status).toBe(400)
    expect((await t.call(listMessages, { as: ben, query: { limit: 0 } })).status).toBe(400)
    expect((await t.call(listMessages)).status).toBe(401)
    const rest = await t.call(listMessages, { as: ben, query: { cursor } })
    expect(idsOf(rest)).toHaveLength(1)
  })
})
