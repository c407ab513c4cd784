import {
  createReport,
  getReport,
  listAudit,
  listReports,
} from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { expectNoSecret, recordLeaks, takeLeaks } from '../../../test/canary.ts'
import { writeMessage } from '../../../test/content/messages.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'

const t = testApp({ JOBS: 'off' })
let ben: Person
let dana: Person
let admin: Person
/** Messages of one conversation. The middle one is reported. */
let messages: Message[]
let reportId: string

beforeAll(async () => {
  ben = await t.person('Ben')
  dana = await t.person('Dana')
  admin = await t.person('Admin', { isAdmin: true })
  messages = []
  for (const [from, to] of [
    [ben, dana],
    [dana, ben],
    [ben, dana],
    [dana, ben],
    [ben, dana],
  ] as const) {
    messages.push(await writeMessage(t, from, to, { subject: 'Glaze' }))
  }
  const reported = { kind: 'message', id: messages[2]?.id, reason: 'scam' }
  const { body } = await t.call(createReport, { as: dana, body: reported })
  reportId = body.id
})

const read = (as: Person | undefined) => t.call(getReport, { as, params: { id: reportId } })

it('shows an admin only the reported message, and no other of its conversation', async () => {
  const { status, body } = await read(admin)
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  for (const [at, { id, content }] of messages.entries()) {
    expect([at, text.includes(`${content}"`), text.includes(id)]).toEqual([at, at === 2, at === 2])
  }
  expect(text).not.toContain(messages[0]?.conversationId)
})

it('shows it in no list and no log', async () => {
  for (const endpoint of [listReports, listAudit]) {
    const { status, body } = await t.call(endpoint, { as: admin })
    expect([status, body.length > 0]).toEqual([200, true])
    expectNoSecret(JSON.stringify(body), endpoint.path)
  }
})

it('shows it to nobody else, and logs who read it', async () => {
  const before = await reads()
  for (const [as, status] of [
    [undefined, 401],
    [ben, 403],
    [dana, 403],
  ] as const) {
    const answer = await read(as)
    expect(answer.status).toBe(status)
    expectNoSecret(JSON.stringify(answer.body), 'a refusal')
  }
  expect(await reads()).toBe(before)
  await read(admin)
  expect(await reads()).toBe(before + 1)
})

const reads = async () =>
  (
    await sql`select 1 from audit_log where action = 'report.read' and actor_id = ${admin.id}
      and subject_id = ${reportId}`.execute(t.deps.db)
  ).rows.length

it('fails when the snapshot contains any other message', async () => {
  const [first, , reported] = messages
  const mayRead = [reported?.content ?? '']
  recordLeaks(mayRead.join(), { personId: admin.id, mayRead }, 'a report')
  expect(takeLeaks()).toEqual([])
  recordLeaks(`${first?.content} ${reported?.content}`, { personId: admin.id, mayRead }, 'a report')
  expect(takeLeaks()).toHaveLength(1)
  // A snapshot that contains another message than the reported one.
  await sql`update reports set snapshot = jsonb_set(snapshot, '{text}', ${JSON.stringify(first?.content)}::jsonb)
    where id = ${reportId}`.execute(t.deps.db)
  await expect(read(admin)).rejects.toThrow('private messages')
  expect(takeLeaks()).toHaveLength(1)
})
