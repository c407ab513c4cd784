import {
  confirmProposal,
  declineProposal,
  listProposals,
  withdrawProposal,
  type Proposal,
} from '@plinth/contract/moderation/proposals.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { getProject, ruleDispute } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Answer, Person } from '../../../../test/app.ts'
import { booksOf, hiring, pairUp, type Pair } from '../../../../test/content/projects.ts'

const t = paidApp()
let pair: Pair
let first: Person
let second: Person
beforeEach(async () => {
  await sql`update users set staff_role = null`.execute(t.deps.db)
  // A deposit of $500.01, one cent above what one person may rule on.
  pair = await pairUp(t, 100_002)
  first = await t.person('First', { role: 'finance' })
  second = await t.person('Second', { role: 'finance' })
})

const on = (id: string) => ({ params: { id } })
const rule = (as: Person, id: string): Promise<Answer> =>
  t.call(ruleDispute, { as, ...on(id), body: { toClient: 200, reason: 'The plates exist.' } })
const confirm = (as: Person, id: string) => t.call(confirmProposal, { as, ...on(id) })
const waiting = async (as: Person): Promise<Proposal[]> =>
  (await t.call(listProposals, { as })).body
const statusOf = async (id: string) =>
  (await t.call(getProject, { as: first, ...on(id) })).body.status
const actionsOf = async (id: string) => {
  const owner = await t.person('Owner', { role: 'owner' })
  const { body } = await t.call(listAudit, { as: owner, query: { subjectId: id } })
  return (body as AuditEntry[]).toReversed().map(({ action }) => action)
}

/** A disputed project on which the first person has proposed a ruling. */
async function proposed(): Promise<{ projectId: string; id: string }> {
  const { id: projectId } = await hiring(t, pair).in('disputed')
  const { status, body } = await rule(first, projectId)
  expect([status, body.status]).toEqual([200, 'disputed'])
  const one = (await waiting(second)).find(({ subjectId }) => subjectId === projectId)
  expect(one).toMatchObject({
    kind: 'ruling',
    title: 'Moon Jar',
    split: { toClient: 200, toCreator: 300.01 },
    reason: 'The plates exist.',
    proposedBy: { id: first.id },
    isOwn: false,
  })
  return { projectId, id: one?.id ?? '' }
}

describe('a ruling above the sum', () => {
  it('moves no money until a second person confirms it', async () => {
    const { projectId, id } = await proposed()
    expect(await booksOf(t, projectId)).toMatchObject({ held: 50_001 })
    expect((await rule(second, projectId)).status).toBe(409)
    expect((await confirm(first, id)).status).toBe(403)
    expect(await booksOf(t, projectId)).toMatchObject({ held: 50_001 })
    expect((await confirm(second, id)).body).toMatchObject({ state: 'confirmed' })
    expect(await statusOf(projectId)).toBe('resolved')
    const { fees, ...books } = await booksOf(t, projectId)
    expect(books).toEqual({ held: 0, client: 20_000, creator: 30_001 - fees })
    expect(await actionsOf(projectId)).toEqual([
      'proposal.make',
      'proposal.confirm',
      'dispute.rule',
    ])
  })

  it('has one effect when it is confirmed twice at once', async () => {
    const { projectId, id } = await proposed()
    const owner = await t.person('Owner', { role: 'owner' })
    const answers = await Promise.all([second, owner, second, owner].map((as) => confirm(as, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await booksOf(t, projectId)).toMatchObject({ held: 0, client: 20_000 })
    expect((await actionsOf(projectId)).filter((one) => one === 'dispute.rule')).toHaveLength(1)
  })

  it('changes nothing when it is declined or withdrawn', async () => {
    const { projectId, id } = await proposed()
    const note = { note: 'Ask the creator first.' }
    await t.call(declineProposal, { as: second, ...on(id), body: note })
    expect((await confirm(second, id)).status).toBe(409)
    expect((await rule(first, projectId)).body.status).toBe('disputed')
    const [again] = await waiting(first)
    expect((await t.call(withdrawProposal, { as: first, ...on(again?.id ?? '') })).status).toBe(200)
    expect((await confirm(second, again?.id ?? '')).status).toBe(409)
    expect(await booksOf(t, projectId)).toMatchObject({ held: 50_001 })
  })

  it('is void once the other side has answered', async () => {
    const { projectId, id } = await proposed()
    await hiring(t, pair).dispute(projectId, pair.creator)
    const { status, body } = await confirm(second, id)
    expect([status, body.message]).toEqual([409, expect.stringContaining('The case has changed')])
    expect(await booksOf(t, projectId)).toMatchObject({ held: 50_001 })
    expect(await waiting(second)).toEqual([])
  })

  it('cannot be confirmed by a party, even one with the right', async () => {
    const { projectId, id } = await proposed()
    await sql`update users set staff_role = 'finance' where id = ${pair.creator.id}`.execute(
      t.deps.db,
    )
    expect((await confirm(pair.creator, id)).status).toBe(403)
    expect(await booksOf(t, projectId)).toMatchObject({ held: 50_001 })
  })

  it('counts at once if nobody else may rule, and one up to the sum always does', async () => {
    await sql`update users set staff_role = 'support' where id = ${second.id}`.execute(t.deps.db)
    const large = await hiring(t, pair).in('disputed')
    expect((await rule(first, large.id)).body.status).toBe('resolved')
    await sql`update users set staff_role = 'finance' where id = ${second.id}`.execute(t.deps.db)
    const small = await hiring(t, await pairUp(t, 100_000)).in('disputed')
    expect((await rule(first, small.id)).body.status).toBe('resolved')
  })
})
