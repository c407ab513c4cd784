import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
  type NewInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { listAudit, createReport, listReports } from '@plinth/contract/moderation/moderation.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { walkIds } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'
import { loggedPath } from '../../http/logging.ts'

const t = testApp()
let admin: Person
let guest: Person
beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  guest = await t.person('Guest')
})

const invite = async (body: object = {}): Promise<NewInvitation> => {
  const answer = await t.call(createInvitation, { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as NewInvitation
}
const tokenOf = ({ url }: NewInvitation): string => url.split('/').at(-1) ?? ''
const withToken = (endpoint: EndpointDefinition) => (as: Person | undefined, token: string) =>
  t.call(endpoint, { as, body: { token } })
const accept = withToken(acceptInvitation)
const read = withToken(readInvitation)
const revoke = (as: Person | undefined, id: string) =>
  t.call(revokeInvitation, { as, params: { id } })
const isAdmin = async (as: Person) => (await t.call(getQueues, { as })).status === 200
const audited = async () => (await t.call(listAudit, { as: admin })).body

describe('an invitation', () => {
  it('makes one signed-in person an admin, once, and stores only a hash of its token', async () => {
    const made = await invite({ note: ' For the night shift ' })
    expect(made).toMatchObject({
      state: 'open',
      email: null,
      note: 'For the night shift',
      madeBy: { id: admin.id },
      usedBy: null,
      mail: null,
      url: expect.stringMatching(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/),
    })
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * 86_400_000)
    const token = tokenOf(made)
    expect((await read(undefined, token)).body).toEqual({
      state: 'open',
      role: 'moderator',
      expiresAt: new Date(made.expiresAt).toISOString(),
      isMine: false,
    })
    const kept = await sql`select i::text as row from invitations i`.execute(t.deps.db)
    expect(JSON.stringify(kept.rows)).not.toContain(token)
    expect(await isAdmin(guest)).toBe(false)
    expect((await accept(undefined, token)).status).toBe(401)
    expect((await accept(guest, token)).status).toBe(204)
    expect(await isAdmin(guest)).toBe(true)

    const other = await t.person('Other')
    expect((await accept(other, token)).body).toMatchObject({
      code: 'conflict',
      message: 'This invitation has been used. Each works once.',
    })
    expect((await accept(guest, token)).body.message).toBe(
      'You’ve already accepted this invitation.',
    )
    for (const [as, isMine] of [
      [guest, true],
      [other, false],
      [undefined, false],
    ] as const)
      expect((await read(as, token)).body).toMatchObject({ state: 'used', isMine })
    expect((await t.call(listInvitations, { as: admin })).body[0]).toMatchObject({
      id: made.id,
      state: 'used',
      usedBy: { id: guest.id },
      usedAt: expect.any(String),
    })
    expect((await audited()).slice(0, 2)).toMatchObject([
      {
        action: 'invitation.accept',
        actor: { id: guest.id },
        subjectPerson: { id: guest.id },
        actorRole: 'moderator',
        before: { role: null },
        after: { role: 'moderator', invitation: made.id },
        names: { [made.id]: 'For the night shift' },
      },
      {
        action: 'invitation.create',
        actor: { id: admin.id },
        subjectId: made.id,
        subjectTitle: 'For the night shift',
        names: {},
      },
    ])
    expect((await revoke(admin, made.id)).status).toBe(409)
  })

  it.each(['support', 'moderator', 'finance'] as const)('gives the role %s', async (role) => {
    const made = await invite({ role })
    expect(made.role).toBe(role)
    expect((await accept(guest, tokenOf(made))).status).toBe(204)
    expect((await t.call(getViewer, { as: guest })).body).toMatchObject({ role, isAdmin: true })
  })

  it('never makes an owner', async () => {
    const answer = await t.call(createInvitation, { as: admin, body: { role: 'owner' } })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['role']])
  })

  it('is accepted once when two people, or one person twice, accept it at the same time', async () => {
    const other = await t.person('Other')
    const token = tokenOf(await invite())
    const answers = await Promise.all([
      accept(guest, token),
      accept(other, token),
      accept(guest, token),
      accept(other, token),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409])
    expect([await isAdmin(guest), await isAdmin(other)].toSorted()).toEqual([false, true])
  })

  it('is not used up by somebody who is an admin already', async () => {
    const token = tokenOf(await invite())
    expect((await accept(admin, token)).body).toMatchObject({
      code: 'conflict',
      message: 'You already have a role. An owner can change it.',
    })
    expect((await accept(guest, token)).status).toBe(204)
  })

  it('ends when it is revoked or expires, or when its author is no longer an admin', async () => {
    const revoked = await invite()
    for (const [as, status] of [
      [undefined, 401],
      [guest, 403],
      [admin, 204],
      [admin, 409],
    ] as const)
      expect((await revoke(as, revoked.id)).status).toBe(status)
    expect((await revoke(admin, newId())).status).toBe(404)
    expect((await audited())[0]).toMatchObject({
      action: 'invitation.revoke',
      before: { state: 'open' },
    })
    const late = await invite()
    await sql`update invitations set expires_at = ${t.deps.now()} where id = ${late.id}`.execute(
      t.deps.db,
    )
    const fallen = await t.person('Fallen', { isAdmin: true })
    const { body: theirs } = await t.call(createInvitation, { as: fallen, body: {} })
    await sql`update users set is_admin = false where id = ${fallen.id}`.execute(t.deps.db)
    for (const [made, state] of [
      [revoked, 'revoked'],
      [late, 'expired'],
      [theirs as NewInvitation, 'revoked'],
    ] as const) {
      expect((await read(undefined, tokenOf(made))).body.state).toBe(state)
      expect((await accept(guest, tokenOf(made))).status).toBe(409)
    }
    expect(await isAdmin(guest)).toBe(false)
  })

  it('needs an admin with a fresh sign-in and a valid address', async () => {
    for (const [as, status] of [
      [undefined, 401],
      [guest, 403],
    ] as const) {
      expect((await t.call(createInvitation, { as, body: {} })).status).toBe(status)
      expect((await t.call(listInvitations, { as })).status).toBe(status)
    }
    for (const body of [
      { email: 'a@b' },
      { email: 'a@b.c\nBcc: d@e.f' },
      { note: 'n'.repeat(201) },
      { isAdmin: true },
    ])
      expect((await t.call(createInvitation, { as: admin, body })).status).toBe(400)
    const old = new Date(t.deps.now().getTime() - 16 * 60_000)
    await sql`update sessions set signed_in_at = ${old} where user_id = ${admin.id}`.execute(
      t.deps.db,
    )
    expect((await t.call(createInvitation, { as: admin, body: {} })).body.code).toBe('auth.stale')
    for (const [token, status] of [
      ['x', 400],
      ['x'.repeat(43), 404],
    ] as const) {
      expect((await read(undefined, token)).status).toBe(status)
      expect((await accept(guest, token)).status).toBe(status)
    }
  })

  it('is listed newest first, page by page, without its link', async () => {
    const ids = [(await invite()).id, (await invite()).id, (await invite()).id]
    const all = await walkIds(t, listInvitations, { as: admin, query: { limit: 2 } })
    expect(all.slice(0, 3)).toEqual(ids.toReversed())
    const { body } = await t.call(listInvitations, { as: admin })
    expect(JSON.stringify(body)).not.toMatch(/url|token/)
    for (const query of [{ cursor: 'x' }, { limit: 0 }])
      expect((await t.call(listInvitations, { as: admin, query })).status).toBe(400)
  })

  it('never puts its token into the server log', async () => {
    const token = tokenOf(await invite())
    expect(loggedPath(`/invitation/${token}?from=mail`)).toBe('/invitation/…')
    expect(loggedPath('/api/posts?search=jar')).toBe('/api/posts')
  })
})

describe('what waits for an admin', () => {
  it('is counted by kind, and several reports of one thing count once', async () => {
    for (const [as, status] of [
      [undefined, 401],
      [guest, 403],
    ] as const)
      expect((await t.call(getQueues, { as })).status).toBe(status)
    const before = (await t.call(getQueues, { as: admin })).body
    const post = await makePost(t.deps, admin, { title: 'Jar' })
    for (const as of [guest, await t.person('Other')]) {
      await t.call(createReport, { as, body: { kind: 'post', id: post, reason: 'spam' } })
    }
    expect((await t.call(listReports, { as: admin })).body[0]).toMatchObject({
      openCount: 2,
      picture: { id: expect.any(String) },
    })
    expect((await t.call(getQueues, { as: admin })).body).toEqual({
      reports: before.reports + 1,
      disputes: 0,
      promotions: 0,
      adInquiries: 0,
      appeals: 0,
      takedowns: 0,
      proposals: 0,
      pendingPosts: 0,
      held: 0,
      lookAlikes: 0,
      suspensions: 0,
    })
  })
})
