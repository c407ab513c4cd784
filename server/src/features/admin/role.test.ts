import {
  changeUser,
  deleteUser,
  listUsers,
  type AdminUser,
} from '@plinth/contract/moderation/admin.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import {
  confirmProposal,
  declineProposal,
  listProposals,
  withdrawProposal,
  type Proposal,
} from '@plinth/contract/moderation/proposals.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { deletePost, getPost, updatePost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { NOBODY_LISTENS, emailsWaitingFor } from '../../../test/content/jobs.ts'
import { makePost } from '../../../test/content/posts.ts'

const t = testApp({ JOBS: 'off', ...NOBODY_LISTENS })
let owner: Person
let ben: Person
beforeEach(async () => {
  // Removes the staff of earlier tests.
  await sql`update users set staff_role = null`.execute(t.deps.db)
  owner = await t.person('Olga', { role: 'owner' })
  ben = await t.person('Ben')
})

const on = (id: string) => ({ params: { id } })
const change = (as: Person, { id }: Person, body: object): Promise<Answer> =>
  t.call(changeUser, { as, ...on(id), body })
const roleOf = async ({ id }: Person) => {
  const { role, is_admin: isAdmin } = await t.deps.db
    .selectFrom('users')
    .select(['staff_role as role', 'is_admin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(isAdmin).toBe(role !== null)
  return role
}
const proposals = async (as: Person, box: 'open' | 'closed' = 'open'): Promise<Proposal[]> =>
  (await t.call(listProposals, { as, query: { box } })).body
const loggedOf = async ({ id }: Person) => {
  const { body } = await t.call(listAudit, { as: owner, query: { subjectId: id } })
  return (body as AuditEntry[])
    .toReversed()
    .map(({ action, actorRole, before, after }) => ({ action, actorRole, before, after }))
}
/** Proposes Ben as another owner and returns the proposal. */
async function propose(as: Person): Promise<string> {
  const { status, body } = await change(as, ben, { role: 'owner', reason: 'She builds it.' })
  expect([status, body.role]).toEqual([200, null])
  const [one] = await proposals(as)
  expect(one).toMatchObject({
    kind: 'owner',
    title: 'Ben Test',
    reason: 'She builds it.',
    isOwn: true,
  })
  return one?.id ?? ''
}

describe('roles', () => {
  it('are given, changed and taken, count from the next request, and are logged with the role at the time', async () => {
    expect((await change(owner, ben, { role: 'support' })).body).toMatchObject({
      role: 'support',
      isAdmin: true,
    })
    expect((await t.call(getViewer, { as: ben })).body).toMatchObject({
      role: 'support',
      isAdmin: true,
    })
    expect((await t.call(getProfile, on(ben.id))).body).toMatchObject({ isAdmin: true })
    expect((await t.call(getProfile, on(ben.id))).body).not.toHaveProperty('role')
    expect((await t.call(listUsers, { as: ben })).status).toBe(200)
    await change(owner, ben, { role: 'finance', reason: 'Helps with refunds.' })
    await change(owner, ben, { isAdmin: false })
    expect((await t.call(listUsers, { as: ben })).status).toBe(403)
    expect(await loggedOf(ben)).toEqual([
      {
        action: 'user.admin',
        actorRole: 'owner',
        before: { role: null },
        after: { role: 'support' },
      },
      {
        action: 'user.admin',
        actorRole: 'owner',
        before: { role: 'support' },
        after: { role: 'finance', reason: 'Helps with refunds.' },
      },
      {
        action: 'user.admin',
        actorRole: 'owner',
        before: { role: 'finance' },
        after: { role: null },
      },
    ])
  })

  it('names the role of somebody who gives up their own', async () => {
    const other = await t.person('Other', { role: 'owner' })
    await change(other, other, { isAdmin: false })
    expect(await loggedOf(other)).toMatchObject([{ actorRole: 'owner', after: { role: null } }])
  })

  it('are all admins for the specification’s fields, and its switch gives the usual one', async () => {
    expect((await change(owner, ben, { isAdmin: true })).body).toMatchObject({
      isAdmin: true,
      role: 'moderator',
    })
    const { body } = await t.call(listUsers, { as: owner, query: { filter: 'admins' } })
    expect((body as AdminUser[]).map(({ role }) => role).toSorted()).toEqual(['moderator', 'owner'])
  })

  it('follow what an older server writes', async () => {
    await sql`update users set is_admin = true where id = ${ben.id}`.execute(t.deps.db)
    expect(await roleOf(ben)).toBe('owner')
    await sql`update users set is_admin = false where id = ${ben.id}`.execute(t.deps.db)
    expect(await roleOf(ben)).toBeNull()
  })

  it('let nobody but owners act on the accounts of staff', async () => {
    const support = await t.person('Sam', { role: 'support' })
    const moderator = await t.person('Mo', { role: 'moderator' })
    for (const whom of [owner, moderator]) {
      const { status } = await change(support, whom, { suspended: true, reason: 'So' })
      expect(status).toBe(403)
    }
    expect((await change(support, ben, { suspended: true, reason: 'So' })).status).toBe(200)
    expect((await change(owner, moderator, { suspended: true, reason: 'So' })).status).toBe(200)
  })

  it('decide what staff may do with the posts of others', async () => {
    const [moderator, finance] = [
      await t.person('Mo', { role: 'moderator' }),
      await t.person('Fin', { role: 'finance' }),
    ]
    const post = await makePost(t.deps, ben, { isPublic: false })
    expect((await t.call(getPost, { as: finance, ...on(post) })).status).toBe(404)
    expect((await t.call(getPost, { as: moderator, ...on(post) })).status).toBe(200)
    const body = { title: 'Reworded' }
    expect((await t.call(updatePost, { as: finance, ...on(post), body })).status).toBe(404)
    expect((await t.call(updatePost, { as: moderator, ...on(post), body })).status).toBe(200)
    expect((await t.call(deletePost, { as: moderator, ...on(post) })).status).toBe(404)
    expect((await t.call(deletePost, { as: owner, ...on(post) })).status).toBe(204)
  })
})

describe('the last owner', () => {
  it('can neither be demoted nor leave', async () => {
    for (const body of [{ isAdmin: false }, { role: 'support' }]) {
      const { status, body: answer } = await change(owner, owner, body)
      expect([status, answer.code]).toEqual([409, 'conflict'])
    }
    await change(owner, ben, { role: 'finance' })
    expect((await change(owner, owner, { isAdmin: false })).status).toBe(409)
    expect(await roleOf(owner)).toBe('owner')
  })

  it.each([
    ['demote one another', { role: 'support' }],
    ['leave', null],
  ])('is left when two owners %s at once', async (_, body) => {
    for (let time = 0; time < 5; time += 1) {
      await sql`update users set staff_role = null`.execute(t.deps.db)
      const [one, two] = [
        await t.person('One', { role: 'owner' }),
        await t.person('Two', { role: 'owner' }),
      ]
      const answers = await Promise.all([
        body ? change(one, two, body) : change(one, one, { isAdmin: false }),
        body ? change(two, one, body) : change(two, two, { isAdmin: false }),
      ])
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses[0]).toBe(200)
      expect([403, 409]).toContain(statuses[1])
      const { rows } = await sql`select 1 from users where staff_role = 'owner'`.execute(t.deps.db)
      expect(rows).toHaveLength(1)
    }
  })
})

describe('a second owner', () => {
  it('needs no second person on a new installation, because there is none', async () => {
    await t.person('Mo', { role: 'moderator' })
    const { body } = await change(owner, ben, { role: 'owner' })
    expect(body).toMatchObject({ role: 'owner', isAdmin: true })
    expect(await proposals(owner)).toEqual([])
  })
})

describe('a proposal of an owner', () => {
  let other: Person
  beforeEach(async () => {
    await sql`delete from proposals`.execute(t.deps.db)
    other = await t.person('Otto', { role: 'owner' })
  })

  it('needs a reason and waits until another owner confirms it', async () => {
    const { status, body } = await change(owner, ben, { role: 'owner' })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']])
    const id = await propose(owner)
    expect(await emailsWaitingFor(t, other)).toEqual([
      'A new owner of Plinth needs a second person',
    ])
    for (const person of [owner, ben]) expect(await emailsWaitingFor(t, person)).toEqual([])
    expect(await roleOf(ben)).toBeNull()
    expect((await t.call(getQueues, { as: other })).body.proposals).toBe(1)
    expect((await change(other, ben, { role: 'owner', reason: 'Again.' })).status).toBe(409)
    expect((await t.call(confirmProposal, { as: owner, ...on(id) })).status).toBe(403)
    expect(await roleOf(ben)).toBeNull()
    const answer = await t.call(confirmProposal, { as: other, ...on(id) })
    expect(answer.body).toMatchObject({ state: 'confirmed', decidedBy: { id: other.id } })
    expect(await roleOf(ben)).toBe('owner')
    expect((await loggedOf(ben)).map(({ action }) => action)).toEqual([
      'proposal.make',
      'proposal.confirm',
      'user.admin',
    ])
    expect((await t.call(getQueues, { as: other })).body.proposals).toBe(0)
    expect(await proposals(other)).toEqual([])
    expect(await proposals(other, 'closed')).toMatchObject([{ id, state: 'confirmed' }])
  })

  it('is declined with a reason, or withdrawn by whoever made it, and nothing else happens', async () => {
    const first = await propose(owner)
    expect((await t.call(declineProposal, { as: other, ...on(first), body: {} })).status).toBe(400)
    expect((await t.call(withdrawProposal, { as: other, ...on(first) })).status).toBe(403)
    const note = { note: 'Too soon.' }
    expect((await t.call(declineProposal, { as: owner, ...on(first), body: note })).status).toBe(
      403,
    )
    const declined = await t.call(declineProposal, { as: other, ...on(first), body: note })
    expect(declined.body).toMatchObject({ state: 'declined', note: 'Too soon.' })
    const second = await propose(owner)
    expect((await t.call(withdrawProposal, { as: owner, ...on(second) })).body.state).toBe(
      'withdrawn',
    )
    for (const id of [first, second])
      expect((await t.call(confirmProposal, { as: other, ...on(id) })).status).toBe(409)
    expect(await roleOf(ben)).toBeNull()
    expect((await loggedOf(ben)).map(({ action }) => action)).toEqual([
      'proposal.make',
      'proposal.decline',
      'proposal.make',
      'proposal.withdraw',
    ])
  })

  it('expires after 7 days, and a new one can be made', async () => {
    const id = await propose(owner)
    t.clock.advance({ days: 7, minutes: 1 })
    await sql`update sessions set signed_in_at = ${t.deps.now()}`.execute(t.deps.db)
    expect((await t.call(confirmProposal, { as: other, ...on(id) })).status).toBe(409)
    expect(await proposals(other, 'closed')).toMatchObject([{ id, state: 'expired' }])
    expect(await propose(owner)).not.toBe(id)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['their role changes', () => change(other, ben, { role: 'support' })],
    ['they are suspended', () => change(other, ben, { suspended: true, reason: 'So' })],
    ['they are deleted', () => t.call(deleteUser, { as: other, ...on(ben.id) })],
    ['whoever made it is no owner any more', () => change(other, owner, { role: 'support' })],
  ])('is void when %s', async (_, happen) => {
    const id = await propose(owner)
    await happen()
    const { status, body } = await t.call(confirmProposal, { as: other, ...on(id) })
    expect([404, 409], body.message).toContain(status)
    expect(await roleOf(ben)).not.toBe('owner')
    expect(await proposals(other, 'closed')).toMatchObject([{ id, state: 'void' }])
  })

  it('is for nobody without the right', async () => {
    const id = await propose(owner)
    const finance = await t.person('Fin', { role: 'finance' })
    expect(await proposals(finance)).toEqual([])
    expect((await t.call(getQueues, { as: finance })).body.proposals).toBe(0)
    for (const endpoint of [confirmProposal, withdrawProposal])
      expect((await t.call(endpoint, { as: finance, ...on(id) })).status).toBe(404)
    t.clock.advance({ minutes: 16 })
    expect((await t.call(confirmProposal, { as: other, ...on(id) })).body.code).toBe('auth.stale')
  })

  it('has one effect when two confirm it at once', async () => {
    const id = await propose(owner)
    const third = await t.person('Third', { role: 'owner' })
    const answers = await Promise.all(
      [other, third, other, third].map((as) => t.call(confirmProposal, { as, ...on(id) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const log = await loggedOf(ben)
    expect(log.filter(({ action }) => action === 'user.admin')).toHaveLength(1)
    expect(log.filter(({ action }) => action === 'proposal.confirm')).toHaveLength(1)
  })
})
