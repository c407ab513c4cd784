import { listMessages, sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { readConversation } from '@plinth/contract/messages/conversations.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { expectCounted, writeMessage } from '../../../test/content/messages.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { newId } from '../../db/id.ts'

// With the notification worker running.
const t = testApp()
let marit: Person
let ben: Person
beforeEach(async () => {
  marit = await t.person('Marit')
  ben = await t.person('Ben')
})

const send = (from: Person, to: Person, subject: string) =>
  t.call(sendMessage, {
    as: from,
    body: { receiverId: to.id, subject, content: secretText(from, to) },
  })
const unreadOf = async (person: Person) =>
  (await expectCounted(t)).filter(({ userId }) => userId === person.id).map(({ unread }) => unread)

it('two people who start the same conversation at the same time share one', async () => {
  const answers = await Promise.all(
    [1, 2, 3].flatMap(() => [send(ben, marit, 'Jar'), send(marit, ben, 'jar')]),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => (body as Message).conversationId)).size).toBe(1)
  expect([await unreadOf(ben), await unreadOf(marit)]).toEqual([[3], [3]])
})

it('counts all messages sent in both directions at once, while both people read', async () => {
  const first = await writeMessage(t, ben, marit, { subject: 'Jar' })
  const read = async (as: Person) => {
    const [newest] = (await t.call(listMessages, { as, query: { limit: 1 } })).body as Message[]
    const params = { id: first.conversationId }
    return t.call(readConversation, { as, params, body: { upTo: newest?.id } })
  }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => [
      send(ben, marit, 'Jar'),
      send(marit, ben, 'Re: Jar'),
      ...(at % 3 === 0 ? [read(marit), read(ben)] : []),
    ]).flat(),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 200]))
  await expectCounted(t)
  expect((await t.call(listMessages, { as: ben, query: { limit: 100 } })).body).toHaveLength(21)
  await Promise.all([read(marit), read(ben)])
  expect([await unreadOf(ben), await unreadOf(marit)]).toEqual([[0], [0]])
  await waitForOutbox(t)
  const unread = await t.deps.db
    .selectFrom('notifications')
    .select(['kind', 'conversation_id'])
    .where('user_id', 'in', [ben.id, marit.id])
    .where('is_read', '=', false)
    .execute()
  expect(unread).toEqual([])
})

it('many people who write at once are each answered for their own message', async () => {
  const people = [
    marit,
    ...(await Promise.all(['Ola', 'Pia', 'Quy'].map((name) => t.person(name)))),
  ]
  for (const to of people) await writeMessage(t, ben, to, { subject: 'Jar' })
  const refuses = people.at(-1) as Person
  await t.call(blockUser, { as: refuses, params: { id: ben.id } })
  const clientId = newId()
  const body = { receiverId: marit.id, subject: 'Jar', content: secretText(ben, marit), clientId }
  const answers = await Promise.all([
    ...people.map((to) => send(ben, to, 'Jar')),
    ...people.map((from) => send(from, ben, 'Re: Jar')),
    t.call(sendMessage, { as: ben, body }),
    t.call(sendMessage, { as: ben, body }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    201, 201, 201, 403, 201, 201, 201, 403, 201, 201,
  ])
  const written = answers
    .filter(({ status }) => status === 201)
    .map(({ body: one }) => one as Message)
  expect(new Set(written.map(({ id }) => id)).size).toBe(written.length - 1)
  for (const message of written) {
    const { senderId, receiverId, content, sender, receiver } = message
    expect([sender.id, receiver.id]).toEqual([senderId, receiverId])
    expect(content.startsWith(secretText({ id: senderId }, { id: receiverId }).slice(0, 78))).toBe(
      true,
    )
    const from = [ben, ...people].find(({ id }) => id === senderId) as Person
    const list = (await t.call(listMessages, { as: from, query: { limit: 100 } })).body as Message[]
    expect(list.find(({ id }) => id === message.id)).toEqual(message)
  }
  await expectCounted(t)
})

it('a message that waits for another gets the time at which it is written', async () => {
  const { conversationId } = await writeMessage(t, ben, marit, { subject: 'Jar' })
  const { db } = t.deps
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%subject_key%'`.execute(db)
    return rows.length
  }
  const [answer, turn] = await db.transaction().execute(async (trx) => {
    await sql`select 1 from conversations where id = ${conversationId} for no key update`.execute(
      trx,
    )
    const answered = send(marit, ben, 'Re: Jar')
    await expect.poll(waiting, { timeout: 1_500, interval: 20 }).toBe(1)
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
    return [answered, rows[0]?.now] as const
  })
  const { status, body } = await answer
  expect([status, Date.parse(body.createdAt) >= Number(turn)]).toEqual([201, true])
})

it("writing to many people at once waits only for the sender's own messages", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, at) => t.person(`P${at}`)))
  const answers = await Promise.all(
    people.flatMap((person) => [send(ben, person, 'All'), send(person, ben, 'All')]),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const unread = await unreadOf(ben)
  expect(unread).toEqual(people.map(() => 1))
})
