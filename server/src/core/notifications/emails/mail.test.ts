import { readConversation, updateConversation } from '@plinth/contract/messages/conversations.ts'
import { sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import {
  getNotificationSettings,
  readNotifications,
  updateNotificationSettings,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_URL, startTestApp, testApp, type Person } from '../../../../test/app.ts'
import { testMailbox } from '../../../../test/mailbox.ts'
import { secretText } from '../../../../test/canary.ts'
import {
  beginProject,
  writeOutbox,
  writeBillingOutbox,
  writeProjectEvent,
  waitForOutbox,
  writeComment,
} from '../../../../test/content/outbox.ts'
import { makePost } from '../../../../test/content/posts.ts'

const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'Plinth <hello@plinth.example>' }))
let maker: Person
let ann: Person
let post: string

beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  ann = await t.person('Dana', { lastName: 'Reed' })
  post = await makePost(t.deps, maker, { title: 'October jar' })
})

interface Email {
  sender: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

const emailOf = async ({ id }: Person) =>
  (await t.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())
    ?.email ?? ''

async function emailsTo(person: Person): Promise<Email[]> {
  const { rows } = await mailbox.query<Email & { headers: [string, string][] }>(
    `select sender, subject, body_text as text, body_html as html, headers from letters
     where recipients @> array[lower($1)] order by id`,
    [await emailOf(person)],
  )
  return rows.map((row) => ({ ...row, headers: Object.fromEntries(row.headers) }))
}

/** Everybody was last on Plinth an hour ago, and all notifications are eleven minutes old. */
async function letTimePass(): Promise<void> {
  await waitForOutbox(t)
  await sql`update sessions set last_seen_at = now() - interval '1 hour'`.execute(t.deps.db)
  await sql`update notifications set created_at = now() - interval '11 minutes'`.execute(t.deps.db)
}

const jobs = async (states: string[]) =>
  (
    await sql`select 1 from pgboss.job where name like 'notifications.%' and state::text = any (${states})`.execute(
      t.deps.db,
    )
  ).rows.length

async function sendEmails(): Promise<void> {
  await t.deps.jobs.send(t.deps.db, 'notifications.mail', {})
  await expect.poll(() => jobs(['created', 'active', 'retry']), { timeout: 100_000 }).toBe(0)
}

const set = (person: Person, values: object) =>
  t.deps.db.updateTable('users').set(values).where('id', '=', person.id).execute()

describe('an email', () => {
  it('contains everything unread, each with its link, and is sent once', async () => {
    const ben = await t.person('Ben')
    await writeComment(t, { post, by: ben, content: 'First firing? <3' })
    await waitForOutbox(t)
    const work = await makePost(t.deps, maker, { title: 'Moon & "jar"' })
    await writeComment(t, { post: work, by: ann, mentions: [maker] })
    await writeOutbox(t, { kind: 'like', by: ann, post })
    await letTimePass()
    await sendEmails()
    await sendEmails()
    const [email, ...others] = await emailsTo(maker)
    expect(others).toEqual([])
    expect(email).toMatchObject({
      sender: 'hello@plinth.example',
      subject: 'Dana Reed mentioned you on Moon & "jar" and 1 more',
    })
    expect(email?.text).toContain('Hello Marit,')
    expect(email?.text).toContain(
      `Ben Test commented on October jar\n“First firing? <3”\n${PUBLIC_URL}/post/${post}`,
    )
    expect(email?.text).not.toContain('liked')
    expect(email?.html).toContain('Moon &amp; &quot;jar&quot;')
    expect(email?.html).toContain('First firing? &lt;3')
    expect(email?.html).toContain(`href="${PUBLIC_URL}/post/${work}"`)
    expect(email?.headers['Message-ID']).toMatch(/^<[\da-f-]{36}@plinth\.example>$/)
    expect(email?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  it('says who wrote and about what, but not what they wrote', async () => {
    const ben = await t.person('Ben')
    const send = async (from: Person, over: object): Promise<Message> => {
      const { status, body } = await t.call(sendMessage, {
        as: from,
        body: { receiverId: maker.id, content: secretText(from, maker), ...over },
      })
      expect(status, JSON.stringify(body)).toBe(201)
      await waitForOutbox(t)
      return body
    }
    const read = await send(ann, { subject: 'Read by now' })
    const muted = await send(ann, { subject: 'Muted by now' })
    const bare = await send(ben, {})
    const glaze = await send(ann, { subject: 'Glaze <question>' })
    await send(ann, { subject: 'Re: Glaze <question>' })
    const inquiry = await send(ann, {
      messageType: 'business_inquiry',
      budget: '$500-$1000',
      timeline: '2-4 weeks',
      subject: 'Project Inquiry: Moon Jar',
    })
    const as = maker
    await t.call(readConversation, {
      as,
      params: { id: read.conversationId },
      body: { upTo: read.id },
    })
    await t.call(updateConversation, {
      as,
      params: { id: muted.conversationId },
      body: { isMuted: true },
    })
    await letTimePass()
    await sendEmails()
    const [email, ...others] = await emailsTo(maker)
    expect(others).toEqual([])
    expect(email?.subject).toBe(
      'Dana Reed sent a business inquiry: Project Inquiry: Moon Jar and 2 more',
    )
    const link = ({ conversationId }: Message) => `${PUBLIC_URL}/messages/${conversationId}`
    expect(email?.text).toContain(
      [
        `Dana Reed sent a business inquiry: Project Inquiry: Moon Jar\n${link(inquiry)}`,
        `Dana Reed wrote to you: Glaze <question>\n${link(glaze)}`,
        `Ben Test wrote to you\n${link(bare)}`,
        'See everything',
      ].join('\n\n'),
    )
    expect(email?.html).toContain('wrote to you: Glaze &lt;question>')
    expect(email?.html).toContain(`href="${link(inquiry)}"`)
    expect(JSON.stringify(email)).not.toContain('mail:')
  })

  it('names a project, its sum and its room, but nothing that was written there', async () => {
    const project = await beginProject(t, { client: ann, creator: maker, title: 'A jar & bowls' })
    const note = secretText(ann, maker)
    const offer = { kind: 'offered', by: 'client', actor: ann, cents: 120_050, note } as const
    await writeProjectEvent(t, { project, ...offer })
    await writeBillingOutbox(t, maker, 'export_ready')
    await letTimePass()
    await sendEmails()
    const [email, ...others] = await emailsTo(maker)
    expect(others).toEqual([])
    expect(email?.text).toContain(
      `Dana Reed offered $1,200.50 for A jar & bowls\n${PUBLIC_URL}/projects/${project}`,
    )
    expect(email?.text).toContain(
      `Your data is ready. You can download it for 7 days\n${PUBLIC_URL}`,
    )
    expect(email?.html).toContain('A jar &amp; bowls')
    expect(JSON.stringify(email)).not.toContain(note)
    expect(await emailsTo(ann)).toEqual([])
  })

  it('is sent again when more has happened in a project that nobody has viewed since', async () => {
    const project = await beginProject(t, { client: ann, creator: maker })
    await writeProjectEvent(t, { project, kind: 'accepted', by: 'creator', actor: maker })
    await letTimePass()
    await sendEmails()
    await set(ann, { notifications_mailed_at: null })
    await sendEmails()
    expect(await emailsTo(ann)).toHaveLength(1)
    await writeProjectEvent(t, { project, kind: 'offered', by: 'creator', actor: maker })
    await letTimePass()
    await sendEmails()
    expect((await emailsTo(ann)).map(({ subject }) => subject)).toEqual([
      'Marit Test accepted A jar and forty bowls',
      'Marit Test suggested a change to A jar and forty bowls',
    ])
  })

  it('is sent at most once an hour', async () => {
    await writeComment(t, { post, by: ann })
    await letTimePass()
    await sendEmails()
    await writeComment(t, { post, by: ann })
    await letTimePass()
    await sendEmails()
    expect(await emailsTo(maker)).toHaveLength(1)
    await set(maker, { notifications_mailed_at: new Date(Date.now() - 61 * 60_000) })
    await sendEmails()
    expect(await emailsTo(maker)).toHaveLength(2)
  })

  it('is not sent to people who are on Plinth, have read it, cannot get it or do not want it', async () => {
    const off = { app: true, mail: false }
    const cases: Record<string, (person: Person) => Promise<unknown>> = {
      read: (as) => t.call(readNotifications, { as, body: {} }),
      unverified: (person) => set(person, { email_verified: false }),
      nameless: (person) => set(person, { email: null }),
      suspended: (person) => set(person, { suspended_at: new Date() }),
      unwilling: (as) => t.call(updateNotificationSettings, { as, body: { mention: off } }),
    }
    const left = ['here', 'early', ...Object.keys(cases)]
    const people: [name: string, person: Person][] = []
    for (const name of [...left, 'willing']) people.push([name, await t.person(name)])
    await writeComment(t, { post, by: ann, mentions: people.map(([, person]) => person) })
    await waitForOutbox(t)
    for (const [name, person] of people) await cases[name]?.(person)
    // In one go, because the schedule may start the job at any moment.
    await t.deps.db.transaction().execute(async (trx) => {
      for (const [name, { id }] of people) {
        await sql`update sessions set last_seen_at = now() - ${name === 'here' ? '1 second' : '1 hour'}::interval
          where user_id = ${id}::uuid`.execute(trx)
        await sql`update notifications set created_at = now() - ${name === 'early' ? '9 minutes' : '11 minutes'}::interval
          where user_id = ${id}::uuid`.execute(trx)
      }
    })
    await sendEmails()
    for (const [name, person] of people)
      expect(await emailsTo(person), name).toHaveLength(name === 'willing' ? 1 : 0)
  })

  it('that is refused is tried again', async () => {
    const right = await emailOf(maker)
    await set(maker, { email: `${maker.id}@refused.example` })
    await writeComment(t, { post, by: ann })
    await letTimePass()
    await t.deps.jobs.send(t.deps.db, 'notifications.mail', {})
    await expect.poll(() => jobs(['retry']), { timeout: 100_000 }).toBe(1)
    await set(maker, { email: right })
    await expect.poll(async () => (await emailsTo(maker)).length, { timeout: 100_000 }).toBe(1)
  })

  it('that is refused three more times is given up', async () => {
    await set(maker, { email: `${maker.id}@refused.example` })
    await writeComment(t, { post, by: ann })
    await letTimePass()
    const before = await jobs(['failed'])
    await sendEmails()
    expect(await jobs(['failed'])).toBe(before + 1)
    await sendEmails()
    expect(await jobs(['failed'])).toBe(before + 1)
  }, 60_000)
})

describe('the link at its end', () => {
  async function linkOf(person: Person): Promise<string> {
    const { mail_key: key } = await t.deps.db
      .selectFrom('users')
      .select('mail_key')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    return `/api/notifications/unsubscribe?person=${person.id}&key=${key}`
  }
  const settings = async () => (await t.call(getNotificationSettings, { as: maker })).body

  it('asks first, and turns emails off without signing in', async () => {
    await writeComment(t, { post, by: ann })
    await letTimePass()
    await sendEmails()
    const [email] = await emailsTo(maker)
    const url = await linkOf(maker)
    expect(email?.headers['List-Unsubscribe']).toBe(`<${PUBLIC_URL}${url}>`)
    expect(email?.text).toContain(`Unsubscribe: ${PUBLIC_URL}${url}`)
    const page = await t.request({ method: 'GET', url })
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    expect(page.body).toContain(`<form method="post" action="${url.replace('&', '&amp;')}">`)
    expect((await settings()).comment).toEqual({ app: true, mail: true })
    // As an email program does it, from another origin.
    const done = await t.request({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(done.status).toBe(200)
    const channels = Object.values(await settings()) as { app: boolean; mail: boolean }[]
    expect(channels.every(({ app, mail }) => app && !mail)).toBe(true)
  })

  it('does nothing with another key', async () => {
    const foreign = (await linkOf(ann)).replace(ann.id, maker.id)
    for (const method of ['GET', 'POST'] as const) {
      expect((await t.request({ method, url: foreign })).status).toBe(404)
      const bad = '/api/notifications/unsubscribe?person=x&key=y'
      expect((await t.request({ method, url: bad })).status).toBe(400)
    }
    expect((await settings()).comment).toEqual({ app: true, mail: true })
  })
})

describe('without a mail server', () => {
  it('nothing is marked as emailed', async () => {
    const other = await startTestApp()
    const reader = await other.person('Marit')
    const writer = await other.person('Dana')
    const own = await makePost(other.deps, reader)
    await writeComment(other, { post: own, by: writer })
    await waitForOutbox(other)
    await sql`update notifications set created_at = now() - interval '11 minutes'`.execute(
      other.deps.db,
    )
    await sql`update sessions set last_seen_at = now() - interval '1 hour'`.execute(other.deps.db)
    await other.deps.jobs.send(other.deps.db, 'notifications.mail', {})
    const done = async () =>
      (
        await sql`select 1 from pgboss.job
          where name = 'notifications.mail' and state::text = 'completed'`.execute(other.deps.db)
      ).rows.length
    await expect.poll(done, { timeout: 100_000 }).toBeGreaterThan(0)
    const { rows } = await sql`select 1 from notifications where mailed_at is not null`.execute(
      other.deps.db,
    )
    expect(rows).toEqual([])
    await other.close()
  })
})
