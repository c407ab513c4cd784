import { readConversation, updateConversation } from '@plinth/contract/messages/conversations.ts'
import {
  readMessage,
  sendMessage,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import {
  getUnreadCount,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { OUTBOX_LOCK } from '../../db/locks.ts'
import { lockWorker } from './outbox/outbox-queries.ts'

const t = testApp()
let origin: string
let marit: Person
let ann: Person

beforeAll(async () => {
  origin = await listen(t)
})
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
})

async function write(from: Person, to: Person, over: object = {}): Promise<Message> {
  const { status, body } = await t.call(sendMessage, {
    as: from,
    body: {
      receiverId: to.id,
      subject: 'Glaze question',
      content: secretText(from, to),
      ...over,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const INQUIRY = {
  messageType: 'business_inquiry',
  budget: '$500-$1000',
  timeline: '2-4 weeks',
  subject: 'Project Inquiry: Moon Jar',
}

async function notificationsOf(person: Person, query: object = {}): Promise<Notification[]> {
  await waitForOutbox(t)
  const { status, body } = await t.call(listNotifications, { as: person, query })
  expect(status).toBe(200)
  return body
}
const unread = async (as: Person) => (await t.call(getUnreadCount, { as })).body.count
const readUpTo = async (as: Person, { id, conversationId }: Message) => {
  const answer = await t.call(readConversation, {
    as,
    params: { id: conversationId },
    body: { upTo: id },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

describe('messages of one conversation', () => {
  it('gather until they are read, and show the newest in one line', async () => {
    const first = await write(ann, marit)
    const [before] = await notificationsOf(marit)
    const content = `${secretText(ann, marit)}\n\n  Does it   hold water? ${'x'.repeat(200)}`
    await write(ann, marit, { content, subject: 'Re: Glaze question' })
    const [row, ...others] = await notificationsOf(marit, { filter: 'people' })
    expect(others).toEqual([])
    expect(row).toMatchObject({
      id: before?.id,
      kind: 'message',
      actorCount: 1,
      actors: [{ id: ann.id, firstName: 'Ann' }],
      post: null,
      work: null,
      comment: null,
      conversation: { id: first.conversationId, subject: 'Glaze question' },
      isRead: false,
    })
    expect(Date.parse(row?.createdAt ?? '')).toBeGreaterThan(Date.parse(before?.createdAt ?? ''))
    const line = content.replaceAll(/\s+/g, ' ')
    expect(row?.conversation?.excerpt).toBe(`${line.slice(0, 139)}…`)
    expect(await notificationsOf(ann)).toEqual([])
  })

  it('that come after the conversation was read replace the old row by a new one', async () => {
    const message = await write(ann, marit)
    const [first] = await notificationsOf(marit)
    await readUpTo(marit, message)
    expect(await notificationsOf(marit)).toMatchObject([
      { id: first?.id, isRead: true, conversation: { excerpt: '' } },
    ])
    const again = await write(ann, marit)
    const rows = await notificationsOf(marit)
    expect(rows).toMatchObject([
      { isRead: false, actors: [{ id: ann.id }], conversation: { excerpt: again.content } },
    ])
    expect(rows[0]?.id).not.toBe(first?.id)
  })

  it('and its inquiries have rows of their own', async () => {
    const inquiry = await write(ann, marit, INQUIRY)
    const more = await write(ann, marit, { subject: INQUIRY.subject })
    await write(ann, marit)
    expect(await notificationsOf(marit)).toMatchObject([
      { kind: 'message', conversation: { subject: 'Glaze question' } },
      { kind: 'message', conversation: { id: inquiry.conversationId, excerpt: more.content } },
      { kind: 'inquiry', conversation: { id: inquiry.conversationId, excerpt: inquiry.content } },
    ])
    expect(await unread(marit)).toBe(3)
  })
})

it('a quote is notified with its price, read or not', async () => {
  const { id } = await write(ann, marit, INQUIRY)
  const deliverBy = t.deps.now().toISOString().slice(0, 10)
  const body = { price: 840, deliverBy, milestones: [], content: secretText(marit, ann) }
  const { status, body: quoted } = await t.call(sendQuote, { as: marit, params: { id }, body })
  expect(status).toBe(201)
  const quote = { kind: 'message', conversation: { quote: 840 } }
  expect(await notificationsOf(ann)).toMatchObject([{ ...quote, isRead: false }])
  await readUpTo(ann, quoted)
  expect(await notificationsOf(ann)).toMatchObject([{ ...quote, isRead: true }])
  await write(marit, ann, { subject: INQUIRY.subject })
  expect(await notificationsOf(ann)).toMatchObject([{ conversation: { quote: null } }])
  expect(await notificationsOf(marit)).toMatchObject([
    { kind: 'inquiry', conversation: { quote: null } },
  ])
})

describe('reading the conversation', () => {
  it('marks its notifications as read, on every open screen', async () => {
    await write(ann, marit, INQUIRY)
    const last = await write(ann, marit, { subject: INQUIRY.subject })
    const other = await write(ann, marit)
    await waitForOutbox(t)
    const reader = await readLive(origin, marit)
    expect(await reader.next('hello')).toMatchObject({ unread: 3 })
    await readUpTo(marit, last)
    expect(await reader.next('notifications')).toMatchObject({ unread: 1 })
    expect(
      (await notificationsOf(marit, { filter: 'unread' })).map(
        ({ conversation }) => conversation?.id,
      ),
    ).toEqual([other.conversationId])
    reader.close()
  })

  it('leaves notifications of later messages unread', async () => {
    const seen = await write(ann, marit)
    const since = await write(ann, marit)
    await waitForOutbox(t)
    await readUpTo(marit, seen)
    expect(await notificationsOf(marit)).toMatchObject([
      { isRead: false, conversation: { excerpt: since.content } },
    ])
    await t.call(readMessage, { as: marit, params: { id: since.id } })
    expect(await notificationsOf(marit)).toMatchObject([{ isRead: true }])
  })

  it('leaves nothing unread while the worker makes a notification of it', async () => {
    let reading: Promise<void> | undefined
    const waiting = async (query: string) =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like ${`%${query}%`}`.execute(t.deps.db)
      ).rows.length
    await t.deps.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_lock(${OUTBOX_LOCK})`.execute(trx)
      const message = await write(ann, marit)
      // The recipient is locked, so that the worker waits where it would insert the notification.
      await sql`select 1 from users where id = ${marit.id}::uuid for update`.execute(trx)
      await sql`select pg_advisory_unlock(${OUTBOX_LOCK})`.execute(trx)
      await expect
        .poll(() => waiting('with added as materialized'), { timeout: 100_000 })
        .toBeGreaterThan(0)
      reading = readUpTo(marit, message)
      await expect
        .poll(() => waiting('for no key update of c'), { timeout: 100_000 })
        .toBeGreaterThan(0)
    })
    await reading
    expect(await notificationsOf(marit)).toMatchObject([{ isRead: true }])
    expect(await unread(marit)).toBe(0)
  })
})

describe('nobody is notified', () => {
  /** Runs `act` while the outbox worker has to wait. */
  async function whileWorkerWaits(act: () => Promise<unknown>): Promise<void> {
    await t.deps.db.transaction().execute(async (trx) => {
      await lockWorker(trx)
      await act()
    })
  }

  it('of messages that they have already read', async () => {
    await whileWorkerWaits(async () => readUpTo(marit, await write(ann, marit)))
    expect(await notificationsOf(marit)).toEqual([])
  })

  it('of a conversation that they have muted, until they unmute it', async () => {
    const { id, conversationId } = await write(ann, marit)
    await waitForOutbox(t)
    await t.call(readMessage, { as: marit, params: { id } })
    const mute = (isMuted: boolean) =>
      t.call(updateConversation, { as: marit, params: { id: conversationId }, body: { isMuted } })
    expect((await mute(true)).status).toBe(200)
    await write(ann, marit)
    expect(await notificationsOf(marit)).toMatchObject([{ isRead: true }])
    // The other side is still notified.
    await write(marit, ann)
    expect(await notificationsOf(ann)).toMatchObject([{ isRead: false }])
    await mute(false)
    await write(ann, marit)
    expect(await notificationsOf(marit)).toMatchObject([{ isRead: false }])
  })

  it('while they are suspended, nor of what suspended people write', async () => {
    const suspend = ({ id }: Person, at: Date | null) =>
      t.deps.db.updateTable('users').set({ suspended_at: at }).where('id', '=', id).execute()
    await whileWorkerWaits(async () => {
      await write(ann, marit)
      await write(marit, ann)
      await suspend(ann, new Date())
    })
    await waitForOutbox(t)
    await suspend(ann, null)
    expect(await notificationsOf(marit)).toEqual([])
    expect(await notificationsOf(ann)).toEqual([])
  })

  it('of a kind that they have turned off', async () => {
    const off = { app: false, mail: false }
    const body = { message: off }
    expect((await t.call(updateNotificationSettings, { as: marit, body })).status).toBe(200)
    await write(ann, marit)
    await write(ann, marit, INQUIRY)
    expect(await notificationsOf(marit)).toMatchObject([{ kind: 'inquiry' }])
  })
})

describe('many at once', () => {
  it('in both directions and several conversations, while everything is read, make one row each', async () => {
    const subjects = ['Clay', 'Glaze', 'Kiln']
    const sends = Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0
        ? write(ann, marit, { subject: subjects[n % 3] })
        : write(marit, ann, { subject: subjects[n % 3] }),
    )
    const reads = [ann, marit].flatMap((as) =>
      Array.from({ length: 5 }, () => t.call(readNotifications, { as, body: {} })),
    )
    const messages = await Promise.all(sends)
    for (const answer of await Promise.all(reads)) expect(answer.status).toBe(200)
    await Promise.all(
      messages.map((message) => readUpTo(message.senderId === ann.id ? marit : ann, message)),
    )
    for (const person of [ann, marit]) {
      const rows = await notificationsOf(person)
      const conversations = rows.map(({ conversation }) => conversation?.id)
      expect(new Set(conversations).size).toBe(conversations.length)
      expect(await unread(person)).toBe(0)
    }
  })
})
