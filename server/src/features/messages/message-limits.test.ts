import {
  CONVERSATIONS_PER_HOUR,
  MAX_UNANSWERED,
  MESSAGES_PER_MINUTE,
} from '@plinth/contract/limits.ts'
import { listMessages, sendMessage } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testApp, startTestApp, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { writeMessage } from '../../../test/content/messages.ts'

const t = testApp({ JOBS: 'off' })
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
/** Gives a person conversations that they started this long ago. */
const begin = (by: Person, count: number, minutesAgo: number) =>
  sql`
  insert into conversations (id, low_id, high_id, subject, subject_key, started_by, created_at)
  select gen_random_uuid(), least(${by.id}::uuid, ${marit.id}::uuid),
    greatest(${by.id}::uuid, ${marit.id}::uuid), 'Old', ${`old ${minutesAgo} `} || i, ${by.id}::uuid,
    now() - ${minutesAgo} * interval '1 minute'
  from generate_series(1, ${count}::int) i`.execute(t.deps.db)

it('refuses the twenty-first message in a row without an answer', async () => {
  for (let count = 0; count < MAX_UNANSWERED; count += 1) {
    expect((await send(ben, marit, 'Jar')).status).toBe(201)
  }
  const refused = await send(ben, marit, 'Re: Jar')
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate.limited', message: expect.stringContaining('without an answer') },
  })
  expect((await t.call(listMessages, { as: marit, query: { limit: 100 } })).body).toHaveLength(
    MAX_UNANSWERED,
  )
  // Other conversations are not affected, and the receiver can still answer.
  expect((await send(ben, await t.person('Dana'), 'Jar')).status).toBe(201)
  expect((await send(marit, ben, 'Re: Jar')).status).toBe(201)
  expect((await send(ben, marit, 'Re: Jar')).status).toBe(201)
})

it('holds for messages sent at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: MAX_UNANSWERED + 5 }, () => send(ben, marit, 'Jar')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_UNANSWERED)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

it('limits new conversations per hour, while existing ones go on', async () => {
  const known = await writeMessage(t, ben, marit, { subject: 'Known' })
  await begin(ben, CONVERSATIONS_PER_HOUR - 2, 50)
  expect((await send(ben, marit, 'The last')).status).toBe(201)
  const refused = await send(ben, marit, 'One more')
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'rate.limited',
      message: expect.stringContaining('You can start another in 10 minutes'),
    },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  expect((await send(ben, marit, 'Re: Known')).body.conversationId).toBe(known.conversationId)
  expect((await send(marit, ben, 'Mine')).status).toBe(201)
})

it('holds for conversations started at the same time', async () => {
  await begin(ben, CONVERSATIONS_PER_HOUR - 2, 50)
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => send(ben, marit, `New ${at}`)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, 201, 429, 429, 429, 429])
})

it('limits messages to thirty a minute across all sessions of a person', async () => {
  const limited = await startTestApp({ JOBS: 'off', RATE_LIMIT_PER_MINUTE: '600' })
  try {
    const from = await limited.person('Ann')
    const to = await limited.person('Bo')
    const receiver = { receiverId: to.id, content: secretText(from, to) }
    const statuses: number[] = []
    for (let count = 0; count <= MESSAGES_PER_MINUTE; count += 1) {
      const body = { ...receiver, subject: `No. ${count % 2}` }
      statuses.push((await limited.call(sendMessage, { as: from, body })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: MESSAGES_PER_MINUTE }, () => 201), 429])
    await writeMessage(limited, to, from)
  } finally {
    await limited.close()
  }
})
