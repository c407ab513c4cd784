import {
  countAudiences,
  listAnnouncements,
  sendAnnouncement,
  stopAnnouncement,
  tryAnnouncement,
  type Announcement,
} from '@plinth/contract/moderation/announcements.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import {
  getNotificationSettings,
  updateNotificationSettings,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_URL, testApp, type Person } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { newId } from '../../db/id.ts'

const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'Plinth <hello@plinth.example>' }))
const silent = testApp({ JOBS: 'off' })

let owner: Person
beforeEach(async () => {
  await sql`update announcements set state = 'stopped', finished_at = now() where state = 'sending'`.execute(
    t.deps.db,
  )
  await sql`update users set email_verified = false`.execute(t.deps.db)
  owner = await t.person('Olga', { role: 'owner' })
})

const NEWS = { subject: 'A new wall', text: 'Hello {name},\n\nworks can be arranged now.' }
const send = (body: object = {}, as: Person = owner, idempotencyKey = newId()) =>
  t.call(sendAnnouncement, {
    as,
    body: { ...NEWS, audience: 'everyone', ...body },
    headers: { 'idempotency-key': idempotencyKey },
  })
const list = async () => (await t.call(listAnnouncements, { as: owner })).body as Announcement[]
const stateOf = async (id: string) => (await list()).find((one) => one.id === id)?.state
const isSent = async (id: string) =>
  await expect.poll(() => stateOf(id), { timeout: 100_000, interval: 50 }).toBe('sent')

interface Email {
  subject: string
  text: string
  headers: Record<string, string>
}

async function emailsTo({ id }: Person): Promise<Email[]> {
  const { rows: people } = await sql<{ email: string }>`
    select email from users where id = ${id}::uuid`.execute(t.deps.db)
  const { rows } = await mailbox.query<Email & { headers: [string, string][] }>(
    `select subject, body_text as text, headers from letters
     where recipients @> array[lower($1)] order by id`,
    [people[0]?.email ?? ''],
  )
  return rows.map((row) => ({ ...row, headers: Object.fromEntries(row.headers) }))
}
const getsOne = async (person: Person): Promise<Email> => {
  await expect.poll(() => emailsTo(person), { timeout: 100_000 }).toHaveLength(1)
  return (await emailsTo(person))[0] ?? { subject: '', text: '', headers: {} }
}

describe('an email to members', () => {
  it('reaches each of an audience once, by name, with a link that turns news off', async () => {
    const [ann, ben] = [await t.person('Ann', { isCreator: true }), await t.person('Ben')]
    const { status, body } = await send()
    expect([status, body]).toMatchObject([
      201,
      { ...NEWS, state: 'sending', sentBy: { id: owner.id } },
    ])
    await isSent(body.id)
    expect((await list())[0]).toMatchObject({ reached: 3, finishedAt: expect.any(String) })
    const email = await getsOne(ann)
    expect(email.subject).toBe(NEWS.subject)
    expect(email.text).toContain('Hello Ann,')
    expect(email.text).toContain('works can be arranged now.')
    const [, link = ''] = /^<(.+)>$/.exec(email.headers['List-Unsubscribe'] ?? '') ?? []
    expect(link).toContain('&only=news')
    expect(email.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(email.text).toContain(`Unsubscribe: ${link}`)
    await getsOne(ben)
    await getsOne(owner)
    const url = link.slice(PUBLIC_URL.length)
    const page = await t.request({ method: 'GET', url })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('news from Plinth')])
    expect((await t.request({ method: 'POST', url })).status).toBe(200)
    const { body: settings } = await t.call(getNotificationSettings, { as: ann })
    expect(settings.news).toEqual({ app: true, mail: false })
    expect(settings.comment).toEqual({ app: true, mail: true })
    const log = await t.call(listAudit, { as: owner, query: { subjectId: body.id } })
    expect((log.body as AuditEntry[])[0]).toMatchObject({
      action: 'announcement.send',
      after: { subject: NEWS.subject, audience: 'everyone' },
    })
  })

  it('is for creators, or for all others, and for nobody who does not want it', async () => {
    const creator = await t.person('Cleo', { isCreator: true })
    const other = await t.person('Dana')
    const off = { news: { app: true, mail: false } }
    const unwilling = await t.person('Eva', { isCreator: true })
    await t.call(updateNotificationSettings, { as: unwilling, body: off })
    const gone = await t.person('Fay', { isCreator: true })
    await sql`update users set suspended_at = now() where id = ${gone.id}::uuid`.execute(t.deps.db)
    expect((await t.call(countAudiences, { as: owner })).body).toEqual({
      everyone: 3,
      creators: 1,
      others: 2,
    })
    const { body } = await send({ audience: 'creators' })
    await isSent(body.id)
    await getsOne(creator)
    for (const person of [other, unwilling, gone]) expect(await emailsTo(person)).toEqual([])
    expect((await list())[0]).toMatchObject({ reached: 1 })
  })

  it('goes out in parts, and each person is in one of them', async () => {
    await sql`insert into users (id, first_name, last_name, email, email_verified)
      select gen_random_uuid(), 'Many', 'Test', 'many' || i || '@example.com', true
      from generate_series(1, 401) i`.execute(silent.deps.db)
    const author = await silent.person('Olga', { role: 'owner' })
    const id = newId()
    await sql`insert into announcements (id, subject, text, audience, sent_by)
      values (${id}::uuid, 'A', 'B', 'everyone', ${author.id}::uuid)`.execute(silent.deps.db)
    const part = () => silent.runJob('announcements.part', { id })
    // The same part twice at once, as after a crash, is two parts.
    await Promise.all([part(), part()])
    await part()
    await part()
    const { rows } = await sql<{ emails: number; people: number }>`
      select count(*)::int as emails, count(distinct data ->> 'userId')::int as people
      from pgboss.job where name = 'announcements.email'`.execute(silent.deps.db)
    expect(rows).toEqual([{ emails: 402, people: 402 }])
    const { rows: found } = await sql`
      select state, reached from announcements where id = ${id}::uuid`.execute(silent.deps.db)
    expect(found).toEqual([{ state: 'sent', reached: 402 }])
  })

  it('can be stopped, and what waits is not sent', async () => {
    const reader = await silent.person('Ann')
    const author = await silent.person('Olga', { role: 'owner' })
    const id = newId()
    await sql`insert into announcements (id, subject, text, audience, sent_by)
      values (${id}::uuid, 'A', 'B', 'everyone', ${author.id}::uuid)`.execute(silent.deps.db)
    const stop = () => silent.call(stopAnnouncement, { as: author, params: { id } })
    expect((await stop()).body).toMatchObject({ state: 'stopped', reached: 0 })
    expect((await stop()).status).toBe(409)
    await silent.runJob('announcements.part', { id })
    await silent.runJob('announcements.email', { id, userId: reader.id, messageId: newId() })
    const { rows } = await sql`
      select state, reached from announcements where id = ${id}::uuid`.execute(silent.deps.db)
    expect(rows).toEqual([{ state: 'stopped', reached: 0 }])
  })

  it('is sent once however often it is pressed, and one at a time', async () => {
    const author = await silent.person('Olga', { role: 'owner' })
    const ask = (key: string) =>
      silent.call(sendAnnouncement, {
        as: author,
        body: { ...NEWS, audience: 'everyone' },
        headers: { 'idempotency-key': key },
      })
    // Without a mail server there is nothing to send with.
    expect((await ask(newId())).status).toBe(409)
    const key = newId()
    const [first, second] = await Promise.all([
      send({ audience: 'creators' }, owner, key),
      send({ audience: 'creators' }, owner, key),
    ])
    // The other one waits for the first, or is told to come again.
    expect([first.status, second.status].toSorted()[0]).toBe(201)
    const again = await send({ audience: 'creators' }, owner, key)
    const sent = first.status === 201 ? first : second
    expect(again.body.id).toBe(sent.body.id)
    await isSent(sent.body.id)
    await sql`insert into announcements (id, subject, text, audience)
      values (${newId()}::uuid, 'Long', 'B', 'everyone')`.execute(t.deps.db)
    expect((await send()).status).toBe(409)
  })

  it('can be tried on oneself, whatever one chose', async () => {
    const body = { news: { app: true, mail: false } }
    await t.call(updateNotificationSettings, { as: owner, body })
    expect((await t.call(tryAnnouncement, { as: owner, body: NEWS })).status).toBe(204)
    expect((await getsOne(owner)).text).toContain('Hello Olga,')
    const unknown = await t.person('Uma', { role: 'owner' })
    await sql`update users set email_verified = false where id = ${unknown.id}::uuid`.execute(
      t.deps.db,
    )
    expect((await t.call(tryAnnouncement, { as: unknown, body: NEWS })).status).toBe(409)
  })

  it('needs a subject, a text and an audience', async () => {
    for (const body of [
      { subject: ' ' },
      { text: '' },
      { audience: 'nobody' },
      { subject: 'a'.repeat(121) },
      { text: 'a'.repeat(5_001) },
    ])
      expect((await send(body)).status).toBe(400)
    expect((await t.call(tryAnnouncement, { as: owner, body: { text: 'a' } })).status).toBe(400)
  })

  it('is for owners alone', async () => {
    const finance = await t.person('Fin', { role: 'finance' })
    const params = { id: newId() }
    for (const [as, status] of [
      [undefined, 401],
      [await t.person('Dana'), 403],
      [finance, 403],
    ] as const) {
      expect((await t.call(listAnnouncements, { as })).status).toBe(status)
      expect((await t.call(countAudiences, { as })).status).toBe(status)
      expect((await t.call(tryAnnouncement, { as, body: NEWS })).status).toBe(status)
      expect((await t.call(stopAnnouncement, { as, params })).status).toBe(status)
      expect(
        (await t.call(sendAnnouncement, { as, body: { ...NEWS, audience: 'everyone' } })).status,
      ).toBe(status)
    }
    expect((await t.call(stopAnnouncement, { as: owner, params })).status).toBe(404)
  })
})
