import {
  createAnswer,
  deleteAnswer,
  listAnswers,
  MAX_ANSWERS,
  updateAnswer,
  type CannedAnswer,
} from '@plinth/contract/moderation/answers.ts'
import { suspendMany, takeDownMany } from '@plinth/contract/moderation/bulk.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'

const t = testApp({ JOBS: 'off' })
let admin: Person
beforeEach(async () => {
  await sql`delete from canned_answers`.execute(t.deps.db)
  admin = await t.person('Admin', { isAdmin: true })
})

const SPAM = { name: 'Spam', body: 'Hello {name}, {title} is an advert.' }
const make = (body: object = SPAM) => t.call(createAnswer, { as: admin, body })
const all = async (): Promise<CannedAnswer[]> =>
  (await t.call(listAnswers, { as: admin })).body as CannedAnswer[]

describe('a canned answer', () => {
  it('is written, changed and removed, and each is in the audit log', async () => {
    const { status, body } = await make()
    expect([status, body]).toMatchObject([201, { ...SPAM, madeBy: { id: admin.id } }])
    const params = { id: body.id }
    const better = { ...SPAM, body: 'Hello {name}, this is an advert.' }
    expect((await t.call(updateAnswer, { as: admin, params, body: better })).body).toMatchObject(
      better,
    )
    expect(await all()).toMatchObject([better])
    expect((await t.call(deleteAnswer, { as: admin, params })).status).toBe(204)
    expect(await all()).toEqual([])
    const log = await t.call(listAudit, { as: admin, query: { subjectId: body.id } })
    expect(
      (log.body as AuditEntry[]).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['answer.delete', better, null],
      ['answer.update', { body: SPAM.body }, { body: better.body }],
      ['answer.create', null, SPAM],
    ])
  })

  it('has a name of its own, whatever its capitals', async () => {
    await make()
    expect((await make({ ...SPAM, name: 'SPAM' })).status).toBe(409)
    const { body } = await make({ ...SPAM, name: 'Scam' })
    const renamed = { as: admin, params: { id: body.id }, body: SPAM }
    expect((await t.call(updateAnswer, renamed)).status).toBe(409)
  })

  it('is one of so many', async () => {
    await sql`insert into canned_answers (id, name, body)
      select gen_random_uuid(), 'Answer ' || i, 'Text' from generate_series(1, ${MAX_ANSWERS - 1}::int) i`.execute(
      t.deps.db,
    )
    const both = await Promise.all([make(), make({ ...SPAM, name: 'Scam' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('needs a name and a text', async () => {
    for (const body of [{ name: ' ', body: 'x' }, { name: 'x', body: '' }, { name: 'x' }])
      expect((await make(body)).status).toBe(400)
  })

  it('is not found once it is gone', async () => {
    const params = { id: admin.id }
    expect((await t.call(updateAnswer, { as: admin, params, body: SPAM })).status).toBe(404)
    expect((await t.call(deleteAnswer, { as: admin, params })).status).toBe(404)
  })
})

describe('one reason for many', () => {
  it('names each maker and their post', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const ben = await t.person('Ben', { isCreator: true })
    const ids = [
      await makePost(t.deps, marit, { title: 'Moon jar' }),
      await makePost(t.deps, ben, { title: 'Red bowl' }),
    ]
    const body = { ids, reason: 'other', note: SPAM.body }
    await t.call(takeDownMany, { as: admin, params: { kind: 'post' }, body })
    const { rows } = await sql<{ reason: string }>`
      select taken_down_reason as reason from posts where id = any (${ids}::uuid[])
      order by title`.execute(t.deps.db)
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Hello Marit, Moon jar is an advert.',
      'Hello Ben, Red bowl is an advert.',
    ])
  })

  it('names each person who is suspended', async () => {
    const ben = await t.person('Ben')
    const body = { ids: [ben.id], suspended: true, reason: 'Hello {name}, {title} stops now.' }
    await t.call(suspendMany, { as: admin, body })
    const { rows } = await sql<{ reason: string }>`
      select suspended_reason as reason from users where id = ${ben.id}`.execute(t.deps.db)
    expect(rows).toEqual([{ reason: 'Hello Ben, it stops now.' }])
  })
})
