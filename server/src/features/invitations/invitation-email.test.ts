import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  acceptInvitation,
  createInvitation,
  emailInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
  type Invitation,
  type NewInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { listAudit } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { newId } from '../../db/id.ts'

const mailbox = testMailbox()

/** What the mail server does with connections: takes emails, says nothing, or refuses. */
let mailServer: 'works' | 'hangs' | 'refuses' = 'works'
const sockets: Socket[] = []
let front: Server
/** Cuts open connections, too, because the gateway keeps them. */
function setMailServer(to: typeof mailServer): void {
  mailServer = to
  for (const socket of sockets.splice(0)) socket.destroy()
}
beforeAll(async () => {
  front = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    if (mailServer === 'refuses') socket.destroy()
    if (mailServer !== 'works') return
    const target = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1')
    sockets.push(target.on('error', () => undefined))
    socket.pipe(target).pipe(socket)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  setMailServer('refuses')
  front.close()
})

const t = testApp(() => ({
  SMTP_URL: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`,
}))
let admin: Person
let guest: Person
let email: string
beforeEach(async () => {
  setMailServer('works')
  admin = await t.person('Admin', { isAdmin: true })
  guest = await t.person('Guest')
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${guest.id}`.execute(t.deps.db)
  email = rows[0]?.email ?? ''
})

const invite = async (body: object = { email }): Promise<NewInvitation> => {
  const answer = await t.call(createInvitation, { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as NewInvitation
}
const shown = async ({ id }: { id: string }): Promise<Invitation | undefined> => {
  const { body } = await t.call(listInvitations, { as: admin })
  return (body as Invitation[]).find((one) => one.id === id)
}
const mailOf = async (made: { id: string }) => (await shown(made))?.mail
const again = (as: Person | undefined, id: string) =>
  t.call(emailInvitation, { as, params: { id } })
/** The links that were emailed to the guest, oldest first. */
const emailedTokens = async (): Promise<string[]> => {
  const { rows } = await mailbox.query<{ text: string }>(
    'select body_text as text from letters where $1 = any (recipients) order by id',
    [email.toLowerCase()],
  )
  return rows.map(({ text }) => /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? '')
}
const accept = (as: Person, token: string) => t.call(acceptInvitation, { as, body: { token } })

describe('an invitation with an address', () => {
  it('is emailed with a link of its own, which works once and only for the account that verified it', async () => {
    const made = await invite({ email, note: 'Between us' })
    expect(made.mail).toBe('sending')
    await expect.poll(() => mailOf(made)).toBe('sent')
    const [token = '', ...others] = await emailedTokens()
    expect(others).toEqual([])
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(made.url).not.toContain(token)
    const { rows } = await mailbox.query(
      'select subject, body_text, body_html, headers from letters where body_text like $1',
      [`%${token}%`],
    )
    expect(JSON.stringify(rows)).not.toContain('Between us')

    const other = await t.person('Other')
    expect((await accept(other, token)).body.code).toBe('auth.forbidden')
    await sql`update users set email_verified = false where id = ${guest.id}`.execute(t.deps.db)
    expect((await accept(guest, token)).status).toBe(403)
    await sql`update users set email_verified = true where id = ${guest.id}`.execute(t.deps.db)
    expect((await accept(guest, token)).status).toBe(204)
    // Both links lead to the same invitation.
    const shownLink = made.url.split('/').at(-1) ?? ''
    for (const link of [token, shownLink])
      expect((await t.call(readInvitation, { body: { token: link } })).body.state).toBe('used')
  })

  it('does not wait for a mail server that hangs, and keeps no link in plain form', async () => {
    setMailServer('hangs')
    const began = performance.now()
    const made = await invite()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(made.mail).toBe('sending')
    expect((await again(admin, made.id)).body).toMatchObject({
      code: 'conflict',
      message: 'We’re already sending it.',
    })
    // While the job waits for the mail server, its link exists.
    const links = () =>
      sql<{ hash: Buffer }>`select token_hash as hash from invitation_links
        where invitation_id = ${made.id}::uuid`.execute(t.deps.db)
    await expect.poll(async () => (await links()).rows.length).toBe(1)
    const { rows: jobs } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'invitations.email'
        and data ->> 'id' = ${made.id}`.execute(t.deps.db)
    expect(jobs).toEqual([{ data: { id: made.id } }])
  })

  it('says that the email failed, and sends it again', async () => {
    setMailServer('refuses')
    const made = await invite()
    // The last attempt, for which the queue would wait half a minute.
    await expect(t.runJob('invitations.email', { id: made.id })).rejects.toThrow()
    expect(await mailOf(made)).toBe('failed')
    setMailServer('works')
    for (const [as, status] of [
      [undefined, 401],
      [guest, 403],
    ] as const)
      expect((await again(as, made.id)).status).toBe(status)
    expect((await again(admin, 'x')).status).toBe(400)
    expect((await again(admin, newId())).status).toBe(404)
    const sent = await again(admin, made.id)
    expect([sent.status, sent.body]).toEqual([
      200,
      expect.objectContaining({ id: made.id, mail: 'sending' }),
    ])
    await expect.poll(() => mailOf(made)).toBe('sent')
    const [token = ''] = await emailedTokens()
    expect((await accept(guest, token)).status).toBe(204)
    const { body: log } = await t.call(listAudit, { as: admin })
    expect((log as { action: string }[]).map(({ action }) => action).slice(0, 3)).toEqual([
      'invitation.accept',
      'invitation.email',
      'invitation.create',
    ])
  })

  it('counts as failed when the server that sent it did not live to say how it went', async () => {
    const made = await invite()
    await expect.poll(() => mailOf(made)).toBe('sent')
    await sql`update invitations set mail_state = 'sending' where id = ${made.id}::uuid`.execute(
      t.deps.db,
    )
    expect(await mailOf(made)).toBe('sending')
    await sql`update invitations set mail_at = mail_at - interval '11 minutes'
      where id = ${made.id}::uuid`.execute(t.deps.db)
    expect(await mailOf(made)).toBe('failed')
    expect((await again(admin, made.id)).status).toBe(200)
  })

  it('is not emailed once it has ended, or without an address', async () => {
    const ended = await invite()
    expect((await t.call(revokeInvitation, { as: admin, params: { id: ended.id } })).status).toBe(
      204,
    )
    expect((await again(admin, ended.id)).status).toBe(409)
    const before = (await emailedTokens()).length
    await t.runJob('invitations.email', { id: ended.id })
    expect(await emailedTokens()).toHaveLength(before)
    expect((await again(admin, (await invite({})).id)).status).toBe(409)
  })
})
