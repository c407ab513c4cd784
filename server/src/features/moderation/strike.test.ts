import { changeUser, listUsers } from '@plinth/contract/moderation/admin.ts'
import {
  createAppeal,
  decideAppeal,
  listAppeals,
  getOwnLimits,
  type PersonLimits,
} from '@plinth/contract/moderation/appeals.ts'
import { closeReport, createReport } from '@plinth/contract/moderation/moderation.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import {
  STRIKES_FOR_LOWEST,
  STRIKES_FOR_SUSPENSION,
  STRIKE_DAYS,
} from '@plinth/contract/people/levels.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { NOBODY_LISTENS, emailsWaitingFor } from '../../../test/content/jobs.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off', ...NOBODY_LISTENS })
let admin: NamedPerson
let ben: NamedPerson
beforeAll(async () => {
  admin = await t.person('Ada', { isAdmin: true })
})
beforeEach(async () => {
  ben = await t.person('Ben')
})

const limitsOf = async (as: Person): Promise<PersonLimits> =>
  (await t.call(getOwnLimits, { as })).body
const down = (id: string) =>
  t.call(takeDown, {
    as: admin,
    params: { kind: 'post', id },
    body: { reason: 'spam', note: 'The same picture again' },
  })
async function struck(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const id = await makePost(t.deps, ben)
    expect((await down(id)).status).toBe(204)
    ids.push(id)
  }
  return ids
}
const appeal = (kind: 'post' | 'strike', id: string, as: Person = ben) =>
  t.call(createAppeal, { as, body: { kind, id, text: 'It was mine.' } })
const decide = (id: string, outcome: 'restored' | 'upheld') =>
  t.call(decideAppeal, { as: admin, params: { id }, body: { outcome, note: 'We looked again.' } })

it('comes with a takedown, says why and until when, and goes when the thing is put back', async () => {
  const [id] = await struck(1)
  const { strikes, liveStrikes } = await limitsOf(ben)
  expect(liveStrikes).toBe(1)
  expect(strikes).toEqual([
    {
      id: expect.any(String),
      kind: 'post',
      subjectId: id,
      reason: expect.stringContaining('The same picture again'),
      createdAt: expect.any(String),
      until: expect.any(String),
      isLive: true,
      isLifted: false,
      appeal: null,
    },
  ])
  const [strike] = strikes
  if (strike === undefined) throw new Error('There is no strike.')
  expect(Date.parse(strike.until) - Date.parse(strike.createdAt)).toBe(STRIKE_DAYS * 86_400_000)
  await t.call(putBack, { as: admin, params: { kind: 'post', id } })
  expect(await limitsOf(ben)).toMatchObject({
    liveStrikes: 0,
    strikes: [{ isLive: false, isLifted: true }],
  })
  // Down again, it is the same one strike.
  await down(id ?? '')
  expect(await limitsOf(ben)).toMatchObject({ liveStrikes: 1, strikes: [{ isLive: true }] })
  expect((await limitsOf(admin)).strikes).toEqual([])
})

it('goes with an accepted appeal against the takedown, and stays with an upheld one', async () => {
  const [first = '', second = ''] = await struck(2)
  await decide((await appeal('post', first)).body.id, 'restored')
  expect((await limitsOf(ben)).liveStrikes).toBe(1)
  await decide((await appeal('post', second)).body.id, 'upheld')
  expect((await limitsOf(ben)).liveStrikes).toBe(1)
})

it('gives the lowest limits with three, and none when they have ended', async () => {
  const [, , third = ''] = await struck(STRIKES_FOR_LOWEST)
  expect((await limitsOf(ben)).level).toBe('first_day')
  await t.call(putBack, { as: admin, params: { kind: 'post', id: third } })
  expect((await limitsOf(ben)).level).toBe('member')
})

it('proposes a suspension with five and never suspends', async () => {
  const due = async () => {
    const query = { filter: 'suspension_due' }
    const { body } = await t.call(listUsers, { as: admin, query })
    return body.map(({ id }: { id: string }) => id)
  }
  const waiting = async () => (await t.call(getQueues, { as: admin })).body.suspensions
  const before = await waiting()
  const [first = ''] = await struck(STRIKES_FOR_SUSPENSION - 1)
  expect(await due()).not.toContain(ben.id)
  await struck(1)
  expect(await due()).toContain(ben.id)
  expect(await waiting()).toBe(before + 1)
  const { body } = await t.call(listUsers, { as: admin, query: { search: ben.id } })
  expect(body).toMatchObject([{ strikes: STRIKES_FOR_SUSPENSION, suspended: null }])
  await t.call(putBack, { as: admin, params: { kind: 'post', id: first } })
  expect(await due()).not.toContain(ben.id)
  await down(first)
  const change = { suspended: true, reason: 'Too many strikes' }
  await t.call(changeUser, { as: admin, params: { id: ben.id }, body: change })
  expect(await due()).not.toContain(ben.id)
  expect(await waiting()).toBe(before)
})

it('comes with a removed comment, and can be appealed against once, by its owner alone', async () => {
  const postId = await makePost(t.deps, await t.person('Marit'))
  const written = await t.call(createComment, {
    as: ben,
    params: { id: postId },
    body: { content: 'Buy kilns' },
  })
  const report = await t.call(createReport, {
    as: await t.person('Dana'),
    body: { kind: 'comment', id: written.body.id, reason: 'spam' },
  })
  const close = { status: 'closed', outcome: 'removed', note: 'An advert' }
  await t.call(closeReport, { as: admin, params: { id: report.body.id }, body: close })
  const [strike] = (await limitsOf(ben)).strikes
  expect(strike).toMatchObject({ kind: 'comment', subjectId: written.body.id, isLive: true })
  const id = strike?.id ?? ''
  expect((await appeal('strike', id, await t.person('Eve'))).status).toBe(404)
  expect((await appeal('strike', newId())).status).toBe(404)
  const { body, status } = await appeal('strike', id)
  expect(status).toBe(201)
  expect((await appeal('strike', id)).status).toBe(409)
  expect((await limitsOf(ben)).strikes).toMatchObject([{ appeal: 'open', isLive: true }])
  const open = await t.call(listAppeals, { as: admin })
  expect(open.body).toContainEqual(
    expect.objectContaining({
      id: body.id,
      kind: 'strike',
      reason: expect.stringContaining('advert'),
    }),
  )
  await decide(body.id, 'restored')
  expect(await limitsOf(ben)).toMatchObject({
    liveStrikes: 0,
    strikes: [{ appeal: 'restored', isLifted: true }],
  })
  expect(await emailsWaitingFor(t, ben)).toEqual(['We took your strike back'])
})
