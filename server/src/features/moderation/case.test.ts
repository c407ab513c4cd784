import { createAppeal, decideAppeal } from '@plinth/contract/moderation/appeals.ts'
import {
  addProof,
  assignCase,
  getCase,
  getOwnCase,
  listAssignedCases,
  noteCase,
  type CaseCard,
  type ContentCase,
} from '@plinth/contract/moderation/cases.ts'
import { closeReport, createReport } from '@plinth/contract/moderation/moderation.ts'
import { takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { deleteMedia } from '@plinth/contract/media/media.ts'
import { createPortfolio, deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { updatePost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { idsOf, nextOf } from '../../../test/content/lists.ts'
import { writeMessage } from '../../../test/content/messages.ts'
import { makePost } from '../../../test/content/posts.ts'
import { createMediaClient } from '../../../test/media/media-client.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let admin: NamedPerson
let marit: NamedPerson
let ben: NamedPerson
let post: string

beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
  post = await makePost(t.deps, marit, { title: 'Glaze test' })
})

const on = (kind: string, id: string) => ({ params: { kind, id } })
const report = async (kind: string, id: string, as: Person = ben, text = 'Look at this.') => {
  const { status, body } = await t.call(createReport, {
    as,
    body: { kind, id, reason: 'spam', text },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}
const open = async (kind: string, id: string, as: Person = admin): Promise<ContentCase> => {
  const { status, body } = await t.call(getCase, { as, ...on(kind, id) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const down = (kind: string, id: string) =>
  t.call(takeDown, { as: admin, ...on(kind, id), body: { reason: 'spam', note: 'An ad.' } })
const actionsOn = async (id: string) =>
  (
    await sql<{ action: string }>`
      select action from audit_log where subject_id = ${id}::uuid order by id`.execute(t.deps.db)
  ).rows.map(({ action }) => action)

describe('the case of something reported', () => {
  it('shows it as it was and as it is, with every report, and logs who opened it', async () => {
    await report('post', post, ben, 'It is an ad.')
    const edit = { title: 'Renamed', description: 'Now harmless.' }
    await t.call(updatePost, { as: marit, params: { id: post }, body: edit })
    const second = await t.person('Second')
    await report('post', post, second)
    const found = await open('post', post)
    expect(found).toMatchObject({
      kind: 'post',
      subjectId: post,
      assignee: null,
      author: { id: marit.id },
      now: { title: 'Renamed', text: 'Now harmless.', takenDown: null },
      reports: [
        { reporter: { id: second.id }, snapshot: { title: 'Renamed' } },
        { reporter: { id: ben.id }, text: 'It is an ad.', snapshot: { title: 'Glaze test' } },
      ],
      appeals: [],
      proof: [],
      notes: [],
    })
    expect(await actionsOn(post)).toEqual(['case.open'])
  })

  it('keeps the picture as it was, in private, after the author deleted the work', async () => {
    const files = createMediaClient(t, marit)
    const { id: mediaId, url } = await files.upload(await makePicture('image/png'), 'cup.png')
    const plain = url.replace(/[?].*/, '')
    const { body: work } = await t.call(createPortfolio, {
      as: marit,
      body: { title: 'Cup', category: 'photography', fileUrl: url, fileName: 'cup.png' },
    })
    await sql`update portfolio_items set is_listed = true where id = ${work.id}::uuid`.execute(
      t.deps.db,
    )
    await report('portfolio', work.id)
    expect((await t.app.inject({ url: plain })).statusCode).toBe(200)
    const gone = { as: marit, params: { id: work.id }, query: { forGood: true } }
    expect((await t.call(deletePortfolio, gone)).status).toBe(204)
    expect((await t.app.inject({ url: plain })).statusCode).toBe(404)
    expect((await t.call(deleteMedia, { as: marit, params: { id: mediaId } })).status).toBe(409)
    const { now, reports } = await open('portfolio', work.id)
    expect(now).toBeNull()
    const [picture] = reports[0]?.pictures ?? []
    expect(picture?.id).toBe(mediaId)
    expect((await t.app.inject({ url: picture?.originalUrl ?? '' })).statusCode).toBe(200)
  })

  it('shows of a conversation only the reported message', async () => {
    const [first, reported] = [
      await writeMessage(t, marit, ben, { subject: 'Glaze' }),
      await writeMessage(t, marit, ben, { subject: 'Glaze' }),
    ]
    await report('message', reported.id)
    const found = await open('message', reported.id)
    expect(found.now?.text).toBe(reported.content)
    expect(JSON.stringify(found)).not.toContain(`${first.content}"`)
  })

  it('shows comments and people, and a thing that is gone', async () => {
    await report('user', marit.id)
    expect((await open('user', marit.id)).now).toMatchObject({ takenDown: null, pictures: [] })
    await report('post', post)
    await sql`delete from posts where id = ${post}::uuid`.execute(t.deps.db)
    expect(await open('post', post)).toMatchObject({ now: null, author: { id: marit.id } })
  })

  it('lists what was decided against its author before, and not itself', async () => {
    const other = await makePost(t.deps, marit, { title: 'Older' })
    const third = await makePost(t.deps, marit, { title: 'Third' })
    expect((await down('post', other)).status).toBe(204)
    const id = await report('post', third)
    await t.call(closeReport, {
      as: admin,
      params: { id },
      body: { status: 'closed', outcome: 'removed', note: 'Spam again.' },
    })
    await report('post', post)
    const { strikes } = await open('post', post)
    expect(strikes.map(({ kind, title }) => [kind, title])).toEqual([
      ['removed', 'Third'],
      ['removed', 'Older'],
    ])
    expect(strikes[0]?.reason).toBe('Spam again.')
    expect((await open('post', third)).strikes.map(({ title }) => title)).toEqual(['Older'])
  })

  it('is closed to members, to whoever it is about, and to roles without the right', async () => {
    await report('post', post)
    const finance = await t.person('Finance', { role: 'finance' })
    for (const [as, status] of [
      [undefined, 401],
      [marit, 403],
      [ben, 403],
      [finance, 403],
    ] as const) {
      expect((await t.call(getCase, { as, ...on('post', post) })).status).toBe(status)
    }
    await sql`update users set staff_role = 'moderator' where id = ${marit.id}`.execute(t.deps.db)
    for (const [endpoint, body] of [
      [getCase, undefined],
      [noteCase, { text: 'Mine.' }],
      [assignCase, { assigneeId: null }],
    ] as const) {
      const { status, body: refused } = await t.call(endpoint, {
        as: marit,
        ...on('post', post),
        ...(body === undefined ? {} : { body }),
      })
      expect([status, refused.message]).toEqual([403, expect.stringContaining('your own case')])
    }
    for (const [kind, id, status] of [
      ['post', newId(), 404],
      ['portfolio', post, 404],
      ['dispute', post, 400],
      ['post', 'x', 400],
    ] as const) {
      expect((await t.call(getCase, { as: admin, ...on(kind, id) })).status).toBe(status)
    }
    expect(await actionsOn(post)).toEqual([])
  })
})

describe('notes and assignment', () => {
  it('are for staff alone, and logged without the words', async () => {
    await report('post', post)
    const moderator = await t.person('Moderator', { role: 'moderator' })
    const noted = { as: moderator, ...on('post', post), body: { text: ' Same ad as last week. ' } }
    expect((await t.call(noteCase, noted)).body.text).toBe('Same ad as last week.')
    const given = { as: admin, ...on('post', post), body: { assigneeId: moderator.id } }
    expect((await t.call(assignCase, given)).status).toBe(204)
    expect((await t.call(assignCase, given)).status).toBe(204)
    const found = await open('post', post)
    expect(found).toMatchObject({
      assignee: { id: moderator.id },
      notes: [{ author: { id: moderator.id }, text: 'Same ad as last week.' }],
    })
    expect(found.staff.map(({ id }) => id)).toEqual(
      expect.arrayContaining([admin.id, moderator.id]),
    )
    const own = await t.call(getOwnCase, { as: ben, ...on('post', post) })
    expect([own.status, JSON.stringify(own.body).includes('last week')]).toEqual([200, false])
    expect(await actionsOn(post)).toEqual(['case.note', 'case.assign', 'case.open'])
    const { rows } = await sql<{ text: string }>`
      select coalesce(after::text, '') as text from audit_log
      where subject_id = ${post}::uuid`.execute(t.deps.db)
    expect(rows.map(({ text }) => text).join()).not.toContain('last week')
  })

  it('go only to staff who may decide the case', async () => {
    await report('post', post)
    const finance = await t.person('Finance', { role: 'finance' })
    for (const assigneeId of [ben.id, finance.id, marit.id, newId()]) {
      const { status } = await t.call(assignCase, {
        as: admin,
        ...on('post', post),
        body: { assigneeId },
      })
      expect(status).toBe(409)
    }
    for (const body of [{ text: ' ' }, { text: '' }, { text: 'x'.repeat(5_001) }, {}]) {
      expect((await t.call(noteCase, { as: admin, ...on('post', post), body })).status).toBe(400)
    }
    const nothing = { as: admin, ...on('post', newId()), body: { text: 'Nothing here.' } }
    expect((await t.call(noteCase, nothing)).status).toBe(404)
  })

  it('make a list for each member of staff, page by page, while their role may decide it', async () => {
    const moderator = await t.person('Moderator', { role: 'moderator' })
    const posts: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const id = await makePost(t.deps, marit, { title: `Post ${at}` })
      await report('post', id)
      const body = { assigneeId: moderator.id }
      await t.call(assignCase, { as: admin, ...on('post', id), body })
      posts.unshift(id)
    }
    const list = async (query: object = {}) =>
      t.call(listAssignedCases, { as: moderator, query: { limit: 2, ...query } })
    const first = await list()
    const second = await list({ cursor: nextOf(first) })
    const all = [...first.body, ...second.body] as CaseCard[]
    expect(all.map(({ subjectId, title, isOpen }) => [subjectId, title, isOpen])).toEqual(
      posts.map((id, at) => [id, `Post ${2 - at}`, true]),
    )
    expect(idsOf(second)).toHaveLength(1)
    expect((await t.call(listAssignedCases, { as: admin })).body).toEqual([])
    await sql`update users set staff_role = 'finance' where id = ${moderator.id}`.execute(t.deps.db)
    expect((await list()).body).toEqual([])
    expect((await list({ cursor: 'x' })).status).toBe(400)
  })
})

describe('proof in the case of something reported', () => {
  const prove = (as: Person | undefined, body: object = { text: 'Here is the original.' }) =>
    t.call(addProof, { as, ...on('post', post), body })
  const own = (as: Person) => t.call(getOwnCase, { as, ...on('post', post) })
  const appeal = (as: Person) =>
    t.call(createAppeal, { as, body: { kind: 'post', id: post, text: 'It is my own glaze.' } })

  it('lets the reporter and the appealing author add theirs, unseen by each other', async () => {
    await report('post', post)
    expect((await own(marit)).status).toBe(404)
    expect((await prove(marit)).status).toBe(404)
    expect((await prove(ben)).status).toBe(201)
    await down('post', post)
    expect((await own(marit)).status).toBe(404)
    expect((await appeal(marit)).status).toBe(201)
    const mine = await own(marit)
    expect(mine.body).toMatchObject({
      side: 'author',
      title: 'Glaze test',
      said: 'It is my own glaze.',
      canAdd: true,
      proof: [],
      outcome: null,
    })
    const added = await prove(marit, { text: 'My sketch, dated.' })
    expect(added.body.proof).toMatchObject([{ side: 'author', isOwn: true }])
    const theirs = await own(ben)
    expect(theirs.body).toMatchObject({
      side: 'reporter',
      said: 'Look at this.',
      canAdd: false,
      proof: [{ side: 'reporter', text: 'Here is the original.' }],
      outcome: { result: 'removed', reason: 'An ad.' },
    })
    for (const [who, answer] of [
      [ben, mine],
      [ben, added],
      [marit, theirs],
    ] as const) {
      expect(JSON.stringify(answer.body)).not.toContain(who.id)
    }
    expect((await open('post', post)).proof.map(({ side, text }) => [side, text])).toEqual([
      ['reporter', 'Here is the original.'],
      ['author', 'My sketch, dated.'],
    ])
  })

  it('takes ten entries with ten files of one’s own each, and never an empty one', async () => {
    await report('post', post)
    const stranger = await t.person('Stranger')
    expect((await prove(undefined)).status).toBe(401)
    expect((await prove(stranger)).status).toBe(404)
    const { id: theirs } = await createMediaClient(t, marit).upload('Mine.', 'note.txt')
    const { id: file } = await createMediaClient(t, ben).upload('Yours.', 'note.txt')
    for (const [body, status] of [
      [{ text: ' ' }, 400],
      [{ text: '', fileIds: [] }, 400],
      [{ text: 'x'.repeat(5_001) }, 400],
      [{ text: 'x', fileIds: [file, file] }, 400],
      [{ text: 'x', fileIds: Array.from({ length: 11 }, newId) }, 400],
      [{ text: 'x', fileIds: [theirs] }, 409],
      [{ text: 'x', fileIds: [newId()] }, 409],
    ] as const) {
      expect([body, (await prove(ben, body)).status]).toEqual([body, status])
    }
    const { body: added } = await prove(ben, { text: '', fileIds: [file] })
    expect(added.proof).toMatchObject([{ text: '', files: [{ id: file, fileName: 'note.txt' }] }])
    const { url } = added.proof[0].files[0].document
    expect((await t.app.inject({ url })).statusCode).toBe(200)
    expect((await t.app.inject({ url: url.replace(/\?.*/, '') })).statusCode).toBe(404)
    expect((await t.call(deleteMedia, { as: ben, params: { id: file } })).status).toBe(409)
    for (let at = 1; at < 10; at += 1) expect((await prove(ben)).status).toBe(201)
    const most = await prove(ben)
    expect([most.status, most.body.message]).toEqual([409, expect.stringContaining('10 times')])
  })

  // Last, because the clock stays ahead.
  it('ends with the last day, and with the decision, whose reason the author reads', async () => {
    await report('post', post)
    t.clock.advance({ days: 6 })
    expect((await prove(ben)).status).toBe(201)
    t.clock.advance({ days: 2 })
    const late = await prove(ben)
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('7 days')])
    await down('post', post)
    const { body } = await appeal(marit)
    await sql`update appeals set created_at = ${t.deps.now()} where id = ${body.id}::uuid`.execute(
      t.deps.db,
    )
    expect((await prove(marit)).status).toBe(201)
    const decision = { outcome: 'upheld', note: 'The sketch is of another glaze.' }
    await t.call(decideAppeal, { as: admin, params: { id: body.id }, body: decision })
    expect((await prove(marit)).status).toBe(409)
    expect((await own(marit)).body).toMatchObject({
      canAdd: false,
      outcome: { result: 'upheld', reason: 'The sketch is of another glaze.' },
    })
  })
})
