import { createComment, deleteComment, listComments } from '@plinth/contract/posts/comments.ts'
import {
  closeReport,
  createReport,
  getReport,
  listAudit,
  listReports,
  type AuditEntry,
  type ReportKind,
} from '@plinth/contract/moderation/moderation.ts'
import { deletePortfolio, getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { deletePost, getPost, moderatePost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
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
  await sql`delete from reports`.execute(t.deps.db)
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
  dana = await t.person('Dana')
  admin = await t.person('Admin', { isAdmin: true })
})

const report = async (as: Person, kind: ReportKind, id: string): Promise<string> => {
  const body = { kind, id, reason: 'stolen_work', text: 'Hers is older.' }
  const answer = await t.call(createReport, { as, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}
const on = (id: string) => ({ params: { id } })
const close = (as: Person | undefined, id: string, more: object = {}) =>
  t.call(closeReport, {
    as,
    ...on(id),
    body: { status: 'closed', outcome: 'no_action', note: 'It is hers.', ...more },
  })
const commentOn = async (as: Person, post: string): Promise<string> =>
  (await t.call(createComment, { as, ...on(post), body: { content: 'Mine!' } })).body.id
/** What this test's admin did according to the audit log, oldest first. */
const audited = async (): Promise<AuditEntry[]> => {
  const { body } = await t.call(listAudit, { as: admin, query: { limit: 100 } })
  return (body as AuditEntry[]).filter(({ actor }) => actor?.id === admin.id).toReversed()
}
const open = async () => idsOf(await t.call(listReports, { as: admin }))

describe('the list of reports', () => {
  it('has the open ones, newest first, page by page, without their text', async () => {
    const post = await makePost(t.deps, marit, { title: 'Jar', description: 'Fired twice' })
    const ids = [await report(dana, 'post', post), await report(ben, 'post', post)]
    for (let count = 0; count < 3; count += 1) {
      ids.push(await report(dana, 'user', (await t.person('Many')).id))
    }
    expect(await walkIds(t, listReports, { as: admin, query: { limit: 2 } })).toEqual(
      ids.toReversed(),
    )
    const { body } = await t.call(listReports, { as: admin, query: { limit: 100 } })
    expect(body.at(-1)).toEqual({
      id: ids[0],
      kind: 'post',
      subjectId: post,
      title: 'Jar',
      picture: expect.objectContaining({ alt: expect.any(String) }),
      reason: 'stolen_work',
      reporter: expect.objectContaining({ id: dana.id, firstName: 'Dana' }),
      author: expect.objectContaining({ id: marit.id }),
      status: 'open',
      outcome: null,
      openCount: 2,
      createdAt: expect.any(String),
      closedAt: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/Fired twice|Hers is older/)
  })

  it('has the closed ones, the most recently closed first', async () => {
    const ids = [await report(dana, 'user', marit.id), await report(dana, 'user', ben.id)]
    for (const id of ids.toReversed()) await close(admin, id)
    expect(
      await walkIds(t, listReports, { as: admin, query: { status: 'closed', limit: 1 } }),
    ).toEqual(ids)
    expect(await open()).toEqual([])
  })

  it.each([listReports, listAudit])(
    '$path is for admins, and takes its own cursors',
    async (list) => {
      expect((await t.call(list, {})).status).toBe(401)
      for (const as of [ben, marit]) expect((await t.call(list, { as })).status).toBe(403)
      for (const query of [{ cursor: 'x' }, { limit: 0 }, { limit: 101 }, { status: 'all' }])
        expect((await t.call(list, { as: admin, query })).status).toBe(400)
    },
  )
})

describe('a report', () => {
  it('shows what was reported, by whom, and the earlier reports of it', async () => {
    const post = await makePost(t.deps, marit, { title: 'Jar', description: 'Fired twice' })
    const first = await report(dana, 'post', post)
    const second = await report(ben, 'post', post)
    await sql`update posts set title = 'Changed' where id = ${post}`.execute(t.deps.db)
    const { status, body } = await t.call(getReport, { as: admin, ...on(second) })
    expect([status, body]).toMatchObject([
      200,
      {
        text: 'Hers is older.',
        snapshot: { title: 'Jar', text: 'Fired twice' },
        earlier: [{ id: first, reporter: { id: dana.id }, text: 'Hers is older.' }],
        note: null,
        closedBy: null,
      },
    ])
    expect((await t.call(getReport, { as: admin, ...on(first) })).body.earlier).toEqual([])
    expect(await audited()).toMatchObject([
      { action: 'report.read', subjectKind: 'report', subjectId: second, before: null },
      { action: 'report.read', subjectKind: 'report', subjectId: first },
    ])
  })

  it('that does not exist is not found and not logged', async () => {
    for (const [id, status] of [
      [newId(), 404],
      ['jar', 400],
    ] as const) {
      expect((await t.call(getReport, { as: admin, ...on(id) })).status).toBe(status)
      expect((await close(admin, id)).status).toBe(status)
    }
    expect(await audited()).toEqual([])
  })

  it('is closed once, by an admin, with a reason', async () => {
    const id = await report(dana, 'user', marit.id)
    expect((await close(undefined, id)).status).toBe(401)
    for (const as of [dana, marit]) expect((await close(as, id)).status).toBe(403)
    for (const body of [
      { note: ' ' },
      { note: undefined },
      { outcome: 'kept' },
      { status: 'open' },
    ])
      expect((await close(admin, id, body)).status).toBe(400)
    const answers = await Promise.all([close(admin, id), close(admin, id), close(admin, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { body } = await t.call(getReport, { as: admin, ...on(id) })
    expect(body).toMatchObject({
      status: 'closed',
      outcome: 'no_action',
      note: 'It is hers.',
      closedBy: { id: admin.id },
      openCount: 0,
    })
    expect((await audited())[0]).toMatchObject({
      action: 'report.close',
      subjectKind: 'user',
      subjectId: marit.id,
      before: { status: 'open' },
      after: { status: 'closed', outcome: 'no_action', note: 'It is hers.', reports: [id] },
      requestId: expect.any(String),
    })
  })

  it('is closed together with earlier reports of the same thing, but not with later ones', async () => {
    const post = await makePost(t.deps, marit)
    const elsewhere = await report(dana, 'user', marit.id)
    const ids = [
      await report(dana, 'post', post),
      await report(ben, 'post', post),
      await report(admin, 'post', post),
    ]
    expect((await close(admin, ids[1] ?? '')).body.status).toBe('closed')
    expect(await open()).toEqual([ids[2], elsewhere])
    expect((await t.call(getPost, { as: dana, ...on(post) })).status).toBe(200)
  })
})

describe('what is removed', () => {
  it('is hidden from everybody but its author and admins if it is a post, and all its reports are closed', async () => {
    const post = await makePost(t.deps, marit)
    const first = await report(dana, 'post', post)
    await report(ben, 'post', post)
    expect((await close(admin, first, { outcome: 'removed' })).body.outcome).toBe('removed')
    expect(await open()).toEqual([])
    for (const [as, status] of [
      [undefined, 404],
      [dana, 404],
      [marit, 200],
      [admin, 200],
    ] as const) {
      expect((await t.call(getPost, { as, ...on(post) })).status).toBe(status)
    }
    expect(await audited()).toMatchObject([
      { action: 'post.take_down', after: { reason: 'Stolen work: It is hers.' } },
      { action: 'report.close', subjectId: post, after: { outcome: 'removed' } },
    ])
  })

  it('disappears if it is a comment', async () => {
    const post = await makePost(t.deps, marit)
    const id = await report(dana, 'comment', await commentOn(ben, post))
    expect((await close(admin, id, { outcome: 'removed' })).status).toBe(200)
    expect((await t.call(listComments, on(post))).body).toEqual([])
    expect((await t.call(getPost, on(post))).body.commentCount).toBe(0)
    expect((await audited()).map(({ action }) => action)).toEqual([
      'comment.delete',
      'report.close',
    ])
  })

  it('is taken down if it is a work', async () => {
    const work = await makeWork(t.deps, marit, { title: 'Moon' })
    const id = await report(dana, 'portfolio', work)
    expect((await close(admin, id, { outcome: 'removed' })).status).toBe(200)
    for (const [as, status] of [
      [undefined, 404],
      [dana, 404],
      [marit, 200],
      [admin, 200],
    ] as const)
      expect((await t.call(getPortfolio, { as, ...on(work) })).status).toBe(status)
    expect(await audited()).toMatchObject([
      { action: 'portfolio.take_down', before: { title: 'Moon', creatorId: marit.id } },
      { action: 'report.close' },
    ])
  })

  it('cannot be a message or a person', async () => {
    const { id } = await writeMessage(t, ben, dana)
    for (const [kind, subject] of [
      ['message', id],
      ['user', ben.id],
    ] as const) {
      const reportId = await report(dana, kind, subject)
      const { status, body } = await close(admin, reportId, { outcome: 'removed' })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['outcome']])
    }
    expect(await open()).toHaveLength(2)
    expect(await audited()).toEqual([])
  })

  it('cannot be something that was deleted, and the report stays open', async () => {
    const post = await makePost(t.deps, marit)
    const work = await makeWork(t.deps, marit)
    const comment = await commentOn(ben, post)
    const ids = [
      await report(dana, 'post', post),
      await report(dana, 'portfolio', work),
      await report(dana, 'comment', comment),
    ]
    for (const table of ['comments', 'posts', 'portfolio_items'])
      await sql`delete from ${sql.table(table)} where id in (${post}, ${work}, ${comment})`.execute(
        t.deps.db,
      )
    for (const id of ids) expect((await close(admin, id, { outcome: 'removed' })).status).toBe(409)
    expect(await open()).toEqual(ids.toReversed())
    expect(await audited()).toEqual([])
    for (const id of ids) expect((await close(admin, id)).status).toBe(200)
  })
})

describe('the audit log', () => {
  it('logs what admins do to other people’s things, but not what people do to their own', async () => {
    const [post, other] = [await makePost(t.deps, marit), await makePost(t.deps, marit)]
    const own = await makePost(t.deps, admin)
    const comment = await commentOn(ben, other)
    const work = await makeWork(t.deps, marit)
    const body = { isFeatured: true, title: 'Better' }
    await t.call(moderatePost, { as: admin, ...on(post), body })
    for (const [endpoint, id] of [
      [deletePost, post],
      [deletePost, own],
      [deleteComment, comment],
      [deletePortfolio, work],
    ] as const) {
      expect((await t.call(endpoint, { as: admin, ...on(id) })).status).toBe(204)
    }
    expect(await audited()).toMatchObject([
      {
        action: 'post.moderate',
        subjectId: post,
        before: { isFeatured: false, title: 'Untitled' },
        after: body,
      },
      { action: 'post.delete', subjectId: post, before: { title: 'Better' } },
      { action: 'comment.delete', subjectId: comment, before: { content: 'Mine!' } },
      { action: 'portfolio.delete', subjectId: work },
    ])
    await t.call(deletePost, { as: marit, ...on(other) })
    const { rows } = await sql`select 1 from audit_log where actor_id = ${marit.id}`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([])
  })

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async (statement) => {
      await t.call(getReport, { as: admin, ...on(await report(dana, 'user', marit.id)) })
      for (const role of ['origin', 'replica']) {
        const change = t.deps.db.transaction().execute(async (trx) => {
          await sql.raw(`set local session_replication_role = ${role}`).execute(trx)
          await sql.raw(statement).execute(trx)
        })
        await expect(change).rejects.toThrow('only ever added to')
      }
      expect(await audited()).toHaveLength(1)
    },
  )

  it('offers no way to remove an entry', async () => {
    for (const method of ['DELETE', 'PATCH', 'PUT'] as const) {
      const url = `/api/admin/audit/${newId()}`
      expect((await t.request({ method, url, as: admin })).status).toBe(404)
    }
  })

  it('is read page by page, newest first', async () => {
    const id = await report(dana, 'user', marit.id)
    for (let count = 0; count < 5; count += 1) await t.call(getReport, { as: admin, ...on(id) })
    const all = (await audited()).toReversed().map((entry) => entry.id)
    const paged = await walkIds(t, listAudit, { as: admin, query: { limit: 2 } })
    expect(paged.slice(0, 5)).toEqual(all)
  })
})
