import {
  approvePosts,
  closeManyReports,
  putBackMany,
  suspendMany,
  takeDownMany,
  MAX_BULK,
} from '@plinth/contract/moderation/bulk.ts'
import { createReport, listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { getPost } from '@plinth/contract/posts/posts.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let admin: Person
let marit: Person
beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true })
})

const WHY = { reason: 'spam', note: 'The same advert again.' }
const posts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makePost(t.deps, marit)))
const send = (endpoint: EndpointDefinition, body: object, params: object = {}, as = admin) =>
  t.call(endpoint, { as, params, body })
/** The result of each, in the order of the ids. */
const resultsOf = async (answer: ReturnType<typeof send>): Promise<string[]> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { result: string }[]).map(({ result }) => result)
}
const loggedOf = async (subjectId: string): Promise<string[]> => {
  const { body } = await t.call(listAudit, { as: admin, query: { subjectId } })
  return (body as AuditEntry[]).toReversed().map(({ action }) => action)
}
const isOpenToAll = async (id: string) => (await t.call(getPost, { params: { id } })).status === 200

describe('many posts', () => {
  it('are taken down for one reason, each logged, and put back', async () => {
    const ids = await posts(3)
    const kind = { kind: 'post' }
    expect(await resultsOf(send(takeDownMany, { ids, ...WHY }, kind))).toEqual(
      ids.map(() => 'done'),
    )
    expect(await Promise.all(ids.map(isOpenToAll))).toEqual([false, false, false])
    expect(await resultsOf(send(putBackMany, { ids }, kind))).toEqual(ids.map(() => 'done'))
    expect(await Promise.all(ids.map(isOpenToAll))).toEqual([true, true, true])
    for (const id of ids) expect(await loggedOf(id)).toEqual(['post.take_down', 'post.put_back'])
  })

  it('are judged one by one: what is down already and what is gone stops nothing', async () => {
    const [first = '', second = ''] = await posts(2)
    const kind = { kind: 'post' }
    await send(takeDownMany, { ids: [first], ...WHY }, kind)
    const gone = newId()
    const { body } = await send(takeDownMany, { ids: [first, gone, second], ...WHY }, kind)
    expect(body).toEqual([
      { id: first, result: 'decided', message: 'It’s already down.' },
      { id: gone, result: 'not_allowed', message: 'There is nothing here.' },
      { id: second, result: 'done', message: null },
    ])
    expect(await isOpenToAll(second)).toBe(false)
  })

  it('stay as they are where the database refuses one, and the others happen', async () => {
    const [bad = '', good = ''] = await posts(2)
    await sql`alter table posts add constraint refuses_one
      check (id <> ${sql.lit(bad)} or taken_down_at is null)`.execute(t.deps.db)
    const { body } = await send(takeDownMany, { ids: [bad, good], ...WHY }, { kind: 'post' })
    await sql`alter table posts drop constraint refuses_one`.execute(t.deps.db)
    expect(body).toMatchObject([
      { id: bad, result: 'failed', message: expect.stringContaining('Something went wrong') },
      { id: good, result: 'done' },
    ])
    expect([await loggedOf(bad), await loggedOf(good)]).toEqual([[], ['post.take_down']])
  })

  it('are approved, and wait again when that is undone', async () => {
    const ids = await posts(2)
    expect(await resultsOf(send(approvePosts, { ids, isApproved: false }))).toEqual([
      'done',
      'done',
    ])
    expect(await Promise.all(ids.map(isOpenToAll))).toEqual([false, false])
    expect(await resultsOf(send(approvePosts, { ids, isApproved: true }))).toEqual(['done', 'done'])
    expect(await resultsOf(send(approvePosts, { ids, isApproved: true }))).toEqual([
      'decided',
      'decided',
    ])
    expect(await loggedOf(ids[0] ?? '')).toEqual(['post.moderate', 'post.moderate'])
  })
})

it('takes many works down', async () => {
  const ids = await Promise.all([makeWork(t.deps, marit), makeWork(t.deps, marit)])
  expect(await resultsOf(send(takeDownMany, { ids, ...WHY }, { kind: 'portfolio' }))).toEqual([
    'done',
    'done',
  ])
})

it('closes many reports, and says which were closed already', async () => {
  const ids = await posts(2)
  const reporter = await t.person('Rosa')
  const report = async (id: string) =>
    (await t.call(createReport, { as: reporter, body: { kind: 'post', id, reason: 'spam' } })).body
      .id as string
  const reports = [await report(ids[0] ?? ''), await report(ids[1] ?? '')]
  const body = { ids: reports, outcome: 'no_action', note: 'It is fine.' }
  expect(await resultsOf(send(closeManyReports, body))).toEqual(['done', 'done'])
  expect(await resultsOf(send(closeManyReports, body))).toEqual(['decided', 'decided'])
  expect(await loggedOf(ids[0] ?? '')).toEqual(['report.close'])
})

describe('many accounts', () => {
  it('are suspended and restored, but neither one’s own nor, without the right, those of staff', async () => {
    const helper = await t.person('Sam', { role: 'support' })
    const [ben, rosa] = [await t.person('Ben'), await t.person('Rosa')]
    const ids = [ben.id, helper.id, admin.id, rosa.id]
    const suspend = (suspended: boolean) =>
      send(suspendMany, { ids, suspended, reason: 'Spam' }, {}, helper)
    expect((await suspend(true)).body).toEqual([
      { id: ben.id, result: 'done', message: null },
      { id: helper.id, result: 'not_allowed', message: 'You can’t suspend yourself.' },
      { id: admin.id, result: 'not_allowed', message: 'This account is staff. Ask an owner.' },
      { id: rosa.id, result: 'done', message: null },
    ])
    expect(await resultsOf(suspend(false))).toEqual(['done', 'not_allowed', 'not_allowed', 'done'])
    expect(await loggedOf(ben.id)).toEqual(['user.suspend', 'user.restore'])
  })
})

it('refuses no ids, more than it takes, the same one twice and what is no id', async () => {
  const [id = ''] = await posts(1)
  const many = Array.from({ length: MAX_BULK + 1 }, () => newId())
  for (const ids of [[], many, [id, id], ['x']])
    expect((await send(approvePosts, { ids, isApproved: true })).status).toBe(400)
})
