import { createComment } from '@plinth/contract/posts/comments.ts'
import {
  reasonsFor,
  REPORTS_PER_HOUR,
  createReport,
  getReport,
  type ReportKind,
} from '@plinth/contract/moderation/moderation.ts'
import { updatePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { writeMessage } from '../../../test/content/messages.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let dana: Person
let admin: Person
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
  dana = await t.person('Dana')
  admin = await t.person('Admin', { isAdmin: true })
})

const report = (as: Person | undefined, kind: ReportKind, id: string, more: object = {}) =>
  t.call(createReport, { as, body: { kind, id, reason: 'spam', ...more } })
const comment = async (as: Person, post: string, content = 'So well lit.'): Promise<string> => {
  const { body } = await t.call(createComment, { as, params: { id: post }, body: { content } })
  return body.id
}

interface Kept {
  author: string
  snapshot: { title: string; text: string; tags: string[]; files: string[]; postId: string | null }
}
async function kept(reportId: string): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select author_id as author, snapshot from reports where id = ${reportId}`.execute(t.deps.db)
  return rows[0]
}
const countOf = async (id: string) =>
  (await sql`select 1 from reports where subject_id = ${id}`.execute(t.deps.db)).rows.length

it('stores the text of each kind of thing and who its author is', async () => {
  const post = await makePost(t.deps, marit, { title: 'Jar', description: 'Fired', tags: ['ink'] })
  const work = await makeWork(t.deps, marit, {
    title: 'Moon',
    description: 'White',
    tags: ['clay'],
  })
  const said = await comment(ben, post)
  const message = await writeMessage(t, ben, dana, { subject: 'Glaze' })
  await sql`update users set bio = 'Potter', website = 'https://jar.example' where id = ${marit.id}`.execute(
    t.deps.db,
  )
  const none = { tags: [], files: [], postId: null }
  for (const [kind, id, author, snapshot] of [
    ['post', post, marit, { ...none, title: 'Jar', text: 'Fired', tags: ['ink'] }],
    ['portfolio', work, marit, { ...none, title: 'Moon', text: 'White', tags: ['clay'] }],
    ['comment', said, ben, { ...none, title: '', text: 'So well lit.', postId: post }],
    ['message', message.id, ben, { ...none, title: 'Glaze', text: message.content }],
    [
      'user',
      marit.id,
      marit,
      { ...none, title: 'Marit Test', text: 'Potter\nhttps://jar.example' },
    ],
  ] as const) {
    const { status, body } = await report(dana, kind, id, { text: ' Look at it. ' })
    expect([status, body]).toMatchObject([
      201,
      { kind, subjectId: id, reason: 'spam', text: 'Look at it.' },
    ])
    expect(await kept(body.id)).toMatchObject({ author: author.id, snapshot })
  }
})

it('keeps the reported text, whatever happens to the thing', async () => {
  const post = await makePost(t.deps, marit, { title: 'As it was' })
  const { body } = await report(dana, 'post', post)
  await sql`delete from posts where id = ${post}`.execute(t.deps.db)
  expect(await kept(body.id)).toMatchObject({ snapshot: { title: 'As it was' } })
})

it.each(reasonsFor('user'))('takes the reason $label', async ({ value }) => {
  const { status, body } = await report(dana, 'user', marit.id, { reason: value })
  expect([status, body.reason]).toEqual([201, value])
})

it('takes a false origin of works only, with what the work said', async () => {
  const work = await makeWork(t.deps, marit)
  const said = { origin: 'ai_assisted', originParts: 'The sky' }
  await t.call(updatePortfolio, { as: marit, params: { id: work }, body: said })
  const { status, body } = await report(dana, 'portfolio', work, { reason: 'origin' })
  expect([status, body.reason]).toEqual([201, 'origin'])
  const origin = { kind: 'ai_assisted', parts: 'The sky' }
  expect(await kept(body.id)).toMatchObject({ snapshot: { origin } })
  await t.call(updatePortfolio, { as: marit, params: { id: work }, body: { origin: 'hand' } })
  const read = await t.call(getReport, { as: admin, params: { id: body.id } })
  expect(read).toMatchObject({ status: 200, body: { reason: 'origin', snapshot: { origin } } })
  const post = await makePost(t.deps, marit)
  for (const [kind, id] of [
    ['post', post],
    ['user', marit.id],
  ] as const) {
    const refused = await report(dana, kind, id, { reason: 'origin' })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { reason: 'You can report a wrong origin only for a work.' } },
    })
  }
})

describe('a person can report only what they can see:', () => {
  it('a post and its comments', async () => {
    const post = await makePost(t.deps, marit)
    const hidden = await makePost(t.deps, marit, { isPublic: false })
    const under = await comment(marit, hidden)
    for (const as of [dana, marit, admin]) expect((await report(as, 'post', post)).status).toBe(201)
    for (const [kind, id] of [
      ['post', hidden],
      ['comment', under],
    ] as const) {
      expect((await report(dana, kind, id)).status).toBe(404)
      for (const as of [marit, admin]) expect((await report(as, kind, id)).status).toBe(201)
    }
    expect((await report(undefined, 'post', post)).status).toBe(401)
  })

  it('a comment that was not removed', async () => {
    const post = await makePost(t.deps, marit)
    const top = await comment(ben, post)
    await sql`update comments set is_removed = true where id = ${top}`.execute(t.deps.db)
    expect((await report(dana, 'comment', top)).status).toBe(404)
  })

  it('a published work', async () => {
    const work = await makeWork(t.deps, marit, { isListed: false })
    expect((await report(dana, 'portfolio', work)).status).toBe(404)
    for (const as of [marit, admin]) expect((await report(as, 'portfolio', work)).status).toBe(201)
  })

  it('a message they received', async () => {
    const { id } = await writeMessage(t, ben, marit)
    for (const as of [ben, dana, admin]) expect((await report(as, 'message', id)).status).toBe(404)
    expect((await report(marit, 'message', id)).status).toBe(201)
    expect(await countOf(id)).toBe(1)
  })

  it('another person with an account', async () => {
    expect((await report(marit, 'user', marit.id)).status).toBe(404)
    expect((await report(dana, 'user', marit.id.toUpperCase())).status).toBe(201)
    await sql`update users set suspended_at = now() where id = ${ben.id}`.execute(t.deps.db)
    expect((await report(dana, 'user', ben.id)).status).toBe(404)
  })

  it.each(['message', 'post', 'portfolio', 'comment', 'user'] as const)(
    'a %s by its own kind only',
    async (kind) => {
      const post = await makePost(t.deps, marit)
      const ids = [newId(), kind === 'post' ? marit.id : post]
      for (const id of ids) {
        const { status, body } = await report(dana, kind, id)
        expect([status, body.message]).toEqual([404, 'There is nothing here.'])
      }
    },
  )
})

it.each([
  [{ kind: 'post', reason: 'spam' }, 'id'],
  [{ kind: 'post', id: 'jar', reason: 'spam' }, 'id'],
  [{ kind: 'project', id: newId(), reason: 'spam' }, 'kind'],
  [{ kind: 'post', id: newId(), reason: 'dislike' }, 'reason'],
  [{ kind: 'post', id: newId(), reason: 'spam', text: 'a'.repeat(1_001) }, 'text'],
  [{ kind: 'post', id: newId(), reason: 'spam', reporterId: newId() }, 'reporterId'],
])('refuses %j', async (body, field) => {
  const answer = await t.call(createReport, { as: dana, body })
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
})

describe('a second report', () => {
  it('is the same as the first while that one is open, even when both are sent at once', async () => {
    const post = await makePost(t.deps, marit)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => report(dana, 'post', post, { text: `No. ${at}` })),
    )
    const [first] = answers
    for (const { status, body } of answers) expect([status, body]).toEqual([201, first?.body])
    expect(await countOf(post)).toBe(1)
    // Another person's report is a different one.
    expect((await report(ben, 'post', post)).body.id).not.toBe(first?.body.id)
    await sql`update reports set closed_at = now(), outcome = 'no_action', note = 'Fine.'
      where id = ${first?.body.id}`.execute(t.deps.db)
    expect((await report(dana, 'post', post)).body.id).not.toBe(first?.body.id)
    expect(await countOf(post)).toBe(3)
  })
})

describe('the hourly limit of reports', () => {
  it('holds even for reports sent at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: REPORTS_PER_HOUR + 4 }, () => t.person('Many')),
    )
    const answers = await Promise.all(people.map(({ id }) => report(dana, 'user', id)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(REPORTS_PER_HOUR)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'rate.limited',
      message: expect.stringContaining('You can send another in 60 minutes.'),
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500)
    // Repeating an earlier report still works, other people can report, and the limit ends after an hour.
    const known = answers.findIndex(({ status }) => status === 201)
    expect((await report(dana, 'user', people[known]?.id ?? '')).status).toBe(201)
    expect((await report(ben, 'user', marit.id)).status).toBe(201)
    await sql`update reports set created_at = now() - interval '61 minutes'
      where reporter_id = ${dana.id}`.execute(t.deps.db)
    expect((await report(dana, 'user', marit.id)).status).toBe(201)
  })
})
