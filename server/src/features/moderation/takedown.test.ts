import {
  createAppeal,
  decideAppeal,
  listAppeals,
  listOwnAppeals,
  listTakenDown,
} from '@plinth/contract/moderation/appeals.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { createComment, likeComment, listComments } from '@plinth/contract/posts/comments.ts'
import { closeReport, createReport } from '@plinth/contract/moderation/moderation.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import {
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
  savePortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  getPost,
  likePost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
  listTagPosts,
  listUserPosts,
  savePost,
  sharePost,
  updatePost,
} from '@plinth/contract/posts/posts.ts'
import {
  getSensitiveChoice,
  labelSensitive,
  updateSensitiveChoice,
} from '@plinth/contract/moderation/sensitive.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import {
  followUser,
  getProfile,
  getUserStats,
  listFollowers,
  searchPeople,
} from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person, type TestApp } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { idsOf, nextOf } from '../../../test/content/lists.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { findSuspension, restore, suspend } from '../../core/users/suspension-queries.ts'
import { newId } from '../../db/id.ts'

const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl }))
let admin: Person
let marit: Person
let ben: Person
let post: string
let work: string
/** Unique to each test, so that lists and searches find only its own things. */
let tag: string

beforeEach(async () => {
  tag = `t${newId().replaceAll('-', '')}`
  admin = await t.person('Admin', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true, lastName: tag })
  ben = await t.person('Ben')
  await sql`update users set email = id || '@example.com', email_verified = true
    where id = ${marit.id}`.execute(t.deps.db)
  post = await makePost(t.deps, marit, { title: tag, tags: [tag], hot: 1e9 })
  work = await makeWork(t.deps, marit, { title: tag, tags: [tag], pop: 1e9 })
})

const on = (id: string) => ({ params: { id } })
const expectStatus = async (answer: ReturnType<TestApp['call']>, ...expected: number[]) => {
  const { status, body } = await answer
  expect(expected, JSON.stringify(body)).toContain(status)
  return body
}
type Act = (trx: Parameters<typeof suspend>[1]) => Promise<(() => void) | null>
const inTransaction = async (act: Act) => {
  const notify = await t.deps.db.transaction().execute(act)
  notify?.()
  return notify !== null
}
const suspendNow = (person: Person, reason = 'Spam in many comments') =>
  inTransaction((trx) => suspend(t.deps, trx, { userId: person.id, reason }))
const restoreNow = (person: Person) =>
  inTransaction((trx) => restore(t.deps, trx, { userId: person.id }))
const emailsTo = async (to: string): Promise<string> => {
  const { rows } = await mailbox.query<{ mail: string }>(
    'select l::text as mail from letters l where l::text like $1',
    [`%${to}%`],
  )
  return rows.map(({ mail }) => mail).join('\n')
}

/** Calls that return Marit or something she made. */
const endpointsOfMarit = () =>
  [
    ...[getProfile, getUserStats, listFollowers, listUserPortfolios, listUserPosts].map(
      (endpoint) => [endpoint, marit.id] as const,
    ),
    ...[getPost, listComments].map((endpoint) => [endpoint, post] as const),
    [getPortfolio, work] as const,
  ] satisfies (readonly [Parameters<TestApp['call']>[0], string])[]
/** Reports a thing and takes it down with that report. */
const takeDown = async (kind: 'post' | 'portfolio', id: string) => {
  const body = { kind, id, reason: 'stolen_work', text: '' }
  const report = await expectStatus(t.call(createReport, { as: ben, body }), 201)
  const closing = { status: 'closed', outcome: 'removed', note: 'Made by Dana Reed.' }
  await expectStatus(t.call(closeReport, { as: admin, ...on(report.id), body: closing }), 200)
}
/** The lists in which anybody could find the post and the work. */
const seenBy = async (as: Person | undefined) => {
  const has = async (list: Parameters<TestApp['call']>[0], input: object = {}) => {
    const ids = idsOf(await t.call(list, { as, ...input }))
    return ids.includes(post) || ids.includes(work)
  }
  const forYou = await t.call(listForYou, { as })
  const cursor = nextOf(forYou)
  const lists = {
    // What somebody has liked or saved is not new to them, and comes after the new posts.
    forYou:
      idsOf(forYou).includes(post) ||
      (cursor !== null && (await has(listForYou, { query: { cursor } }))),
    explore: await has(listExplorePosts),
    newest: await has(listExplorePosts, { query: { sort: 'newest' } }),
    works: await has(listPortfolios, { query: { sort: 'popular' } }),
    search: await has(listPortfolios, { query: { search: tag } }),
    tagPosts: await has(listTagPosts, { params: { tag } }),
    tagWorks: await has(listTagPortfolios, { params: { tag } }),
  }
  return [...new Set(Object.values(lists))]
}
const shown = async (as: Person | undefined) => {
  await sql`delete from for_you_lists`.execute(t.deps.db)
  // Public pages are cached for a second.
  await vi.waitFor(async () => expect(await seenBy(as)).toHaveLength(1), { timeout: 8_000 })
  return (await seenBy(as))[0]
}

type Counts = Record<string, number>
const countsOf = async (others: {
  post: string
  work: string
  comment: string
}): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select p.like_count as "postLikes", p.save_count as "postSaves", p.share_count as shares,
      p.comment_count as comments, i.like_count as "workLikes", i.save_count as "workSaves",
      c.like_count as "commentLikes", c.reply_count as replies,
      u.follower_count as followers, u.following_count as following, m.post_count as posts,
      (select work_count from categories where id = 1) as category
    from posts p, portfolio_items i, comments c, users u, users m
    where p.id = ${others.post} and i.id = ${others.work} and c.id = ${others.comment}
      and u.id = ${ben.id} and m.id = ${marit.id}`.execute(t.deps.db)
  const [row] = rows
  if (row === undefined) throw new Error('no counts')
  return row
}

describe('a suspension', () => {
  it('removes everything of theirs from lists and counters, and restoring puts it back', async () => {
    const others = {
      post: await makePost(t.deps, ben),
      work: await makeWork(t.deps, ben),
      comment: '',
    }
    const say = async (as: Person, content: string, parentId?: string) =>
      (await t.call(createComment, { as, ...on(others.post), body: { content, parentId } })).body.id
    others.comment = await say(ben, 'Mine')
    const before = await countsOf(others)
    const spoken = await say(marit, 'A word')
    await say(marit, 'A reply', others.comment)
    await say(ben, 'Under hers', spoken)
    for (const [endpoint, id] of [
      [likePost, others.post],
      [savePost, others.post],
      [sharePost, others.post],
      [likePortfolio, others.work],
      [savePortfolio, others.work],
      [likeComment, others.comment],
      [followUser, ben.id],
    ] as const)
      await expectStatus(t.call(endpoint, { as: marit, ...on(id) }), 200)
    await t.call(followUser, { as: ben, ...on(marit.id) })
    const during = await countsOf(others)
    expect(await shown(ben)).toBe(true)

    expect(await suspendNow(marit)).toBe(true)
    expect(await suspendNow(marit)).toBe(false)
    expect(await shown(ben)).toBe(false)
    expect(await shown(undefined)).toBe(false)
    // Counters include only what is still visible.
    expect(await countsOf(others)).toEqual({
      ...before,
      comments: Number(before['comments']) + 1,
      posts: 0,
      category: Number(before['category']) - 1,
    })
    const said = (await t.call(listComments, { as: ben, ...on(others.post) })).body
    expect(said).toMatchObject([
      { content: 'Mine', replies: [] },
      { content: '', isRemoved: true, replies: [{ content: 'Under hers' }] },
    ])
    for (const [endpoint, id] of endpointsOfMarit())
      await expectStatus(t.call(endpoint, { as: ben, ...on(id) }), 404)
    await expectStatus(t.call(getProfile, { as: admin, ...on(marit.id) }), 200)
    await expectStatus(t.call(likePost, { as: ben, ...on(post) }), 404)
    expect(idsOf(await t.call(listFollowedPosts, { as: ben }))).toEqual([])
    expect(idsOf(await t.call(searchPeople, { as: ben, query: { search: tag } }))).toEqual([])

    expect(await restoreNow(marit)).toBe(true)
    expect(await restoreNow(marit)).toBe(false)
    expect(await countsOf(others)).toEqual(during)
    expect(await shown(ben)).toBe(true)
  })

  it('ends their sessions and emails them the reason and a link to appeal', async () => {
    await suspendNow(marit)
    await expectStatus(t.call(getViewer, { as: marit }), 401)
    await restoreNow(marit)
    // The old session no longer works.
    await expectStatus(t.call(getViewer, { as: marit }), 401)
    await suspendNow(marit, 'Copies of others')
    const address = `${marit.id}@example.com`
    await expect.poll(() => emailsTo(address), { timeout: 100_000 }).toContain('Copies of others')
    const { appealPath = '' } = (await findSuspension(t.deps.db, marit.id)) ?? {}
    expect(await emailsTo(address)).toContain('/api/appeals/account')
    const form = await t.request({ method: 'GET', url: appealPath })
    expect([form.status, form.body]).toEqual([200, expect.stringContaining('Copies of others')])
    const send = (url: string, text: string) =>
      t.request({
        method: 'POST',
        url,
        payload: new URLSearchParams({ text }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send(appealPath, '  ')).status).toBe(400)
    expect((await send(appealPath, 'x'.repeat(2_001))).status).toBe(400)
    for (const path of [appealPath.replace(/.$/, 'x'), appealPath.replace(marit.id, ben.id)])
      expect((await send(path, 'Me')).status).toBe(404)
    for (const text of ['I was hacked', 'Again'])
      expect((await send(appealPath, text)).status).toBe(200)
    const open = (await t.call(listAppeals, { as: admin, query: { limit: 100 } })).body
    const [appeal, ...more] = open.filter(
      (one: { subjectId: string }) => one.subjectId === marit.id,
    )
    expect(more).toEqual([])
    expect(appeal).toMatchObject({
      kind: 'account',
      text: 'I was hacked',
      reason: 'Copies of others',
    })
    const body = { outcome: 'restored', note: 'We mistook you.' }
    await expectStatus(t.call(decideAppeal, { as: admin, ...on(appeal.id), body }), 200)
    await expectStatus(t.call(getProfile, { as: ben, ...on(marit.id) }), 200)
    await expect.poll(() => emailsTo(address), { timeout: 100_000 }).toContain('We mistook you.')
    // The link works only for that suspension.
    await suspendNow(marit)
    expect((await t.request({ method: 'GET', url: appealPath })).status).toBe(404)

    const next = (await findSuspension(t.deps.db, marit.id))?.appealPath ?? ''
    expect((await send(next, 'Once more')).status).toBe(200)
    const waiting = (await t.call(listAppeals, { as: admin, query: { limit: 100 } })).body.find(
      (one: { subjectId: string }) => one.subjectId === marit.id,
    )
    const stays = { outcome: 'upheld', note: 'The copies are there.' }
    await expectStatus(t.call(decideAppeal, { as: admin, ...on(waiting.id), body: stays }), 200)
    await expect.poll(() => emailsTo(address), { timeout: 100_000 }).toContain(stays.note)
    await expectStatus(t.call(getProfile, { as: ben, ...on(marit.id) }), 404)
  })
})

describe('what is taken down', () => {
  it.each(['post', 'portfolio'] as const)(
    'as a %s is seen by its author and admins alone',
    async (kind) => {
      const id = kind === 'post' ? post : work
      const view = kind === 'post' ? getPost : getPortfolio
      const count = async () => (await t.call(listCategories)).body[0].workCount as number
      const hung = await count()
      const [was] = await readStanding(kind, id)
      await takeDown(kind, id)
      if (kind === 'portfolio') expect(await count()).toBe(hung - 1)
      for (const [as, status] of [
        [undefined, 404],
        [ben, 404],
        [marit, 200],
        [admin, 200],
      ] as const)
        await expectStatus(t.call(view, { as, ...on(id) }), status)
      expect((await readStanding(kind, id))[0]?.isPrivate).toBe(true)

      await waitForOutbox(t)
      const notifications = (await t.call(listNotifications, { as: marit })).body
      expect(notifications[0]).toMatchObject({
        kind: 'standing',
        standing: { state: 'taken_down', reason: 'Stolen work: Made by Dana Reed.' },
      })
      const appeal = { kind, id, text: 'It is mine: see the sketches.' }
      await expectStatus(t.call(createAppeal, { body: appeal }), 401)
      await expectStatus(t.call(createAppeal, { as: ben, body: appeal }), 404)
      for (const bad of [
        { ...appeal, text: ' ' },
        { ...appeal, kind: 'account' },
        { ...appeal, kind: 'copyright' },
        { ...appeal, id: 'x' },
      ])
        await expectStatus(t.call(createAppeal, { as: marit, body: bad }), 400)
      const sent = await expectStatus(t.call(createAppeal, { as: marit, body: appeal }), 201)
      expect(sent).toMatchObject({
        state: 'open',
        title: tag,
        reason: 'Stolen work: Made by Dana Reed.',
      })
      await expectStatus(t.call(createAppeal, { as: marit, body: appeal }), 409)
      expect((await t.call(listTakenDown, { as: marit })).body).toMatchObject([
        {
          kind,
          id,
          picture: { id: expect.any(String) as string },
          notice: null,
          appeal: { id: sent.id },
        },
      ])
      expect((await t.call(listTakenDown, { as: ben })).body).toEqual([])

      const verdict = { outcome: 'restored', note: 'The sketches are yours.' }
      for (const [as, status] of [
        [undefined, 401],
        [marit, 403],
      ] as const)
        await expectStatus(t.call(decideAppeal, { as, ...on(sent.id), body: verdict }), status)
      await expectStatus(t.call(decideAppeal, { as: admin, ...on(newId()), body: verdict }), 404)
      await expectStatus(
        t.call(decideAppeal, { as: admin, ...on(sent.id), body: { outcome: 'restored' } }),
        400,
      )
      const answers = await Promise.all(
        [1, 2].map(() => t.call(decideAppeal, { as: admin, ...on(sent.id), body: verdict })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      await expectStatus(t.call(view, { ...on(id) }), 200)
      expect((await readStanding(kind, id))[0]).toEqual(was)
      if (kind === 'portfolio') expect(await count()).toBe(hung)
      expect((await t.call(listOwnAppeals, { as: marit })).body).toMatchObject([
        { id: sent.id, state: 'restored', note: verdict.note },
      ])
      await waitForOutbox(t)
      expect((await t.call(listNotifications, { as: marit })).body[0].standing).toMatchObject({
        state: 'restored',
        note: verdict.note,
      })
      // A new takedown can be appealed again.
      await takeDown(kind, id)
      const again = await expectStatus(t.call(createAppeal, { as: marit, body: appeal }), 201)
      const no = { outcome: 'upheld', note: 'No.' }
      await expectStatus(t.call(decideAppeal, { as: admin, ...on(again.id), body: no }), 200)
      await expectStatus(t.call(view, { as: ben, ...on(id) }), 404)
      await waitForOutbox(t)
      expect((await t.call(listNotifications, { as: marit })).body[0].standing).toMatchObject({
        state: 'upheld',
        note: 'No.',
      })
    },
  )

  it('is gone from every list, even from the saved works of others', async () => {
    for (const endpoint of [savePost, likePost]) await t.call(endpoint, { as: ben, ...on(post) })
    await t.call(savePortfolio, { as: ben, ...on(work) })
    expect(await shown(ben)).toBe(true)
    await takeDown('post', post)
    await takeDown('portfolio', work)
    expect(await shown(ben)).toBe(false)
    expect(await shown(undefined)).toBe(false)
  })
})

const readStanding = async (kind: 'post' | 'portfolio', id: string) => {
  const { rows } = await (
    kind === 'post'
      ? sql<{ isPrivate: boolean; at: Date }>`select m.is_private as "isPrivate", p.created_at as at
        from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
        where p.id = ${id}`
      : sql<{ isPrivate: boolean; at: Date }>`select m.is_private as "isPrivate", i.created_at as at
        from portfolio_items i join media m on m.id = i.media_id where i.id = ${id}`
  ).execute(t.deps.db)
  return rows
}

describe('sensitive media', () => {
  it('is labelled by its author or an admin, whose label the author cannot take off', async () => {
    const label = (as: Person | undefined, isSensitive: boolean, kind = 'portfolio', id = work) =>
      t.call(labelSensitive, { as, params: { kind, id }, body: { isSensitive } })
    const isSensitive = async () => (await t.call(getPortfolio, on(work))).body.isSensitive
    const set = (wish: boolean) =>
      t.call(updatePortfolio, { as: marit, ...on(work), body: { isSensitive: wish } })
    expect(await isSensitive()).toBe(false)
    await expectStatus(set(true), 200)
    expect(await isSensitive()).toBe(true)
    expect((await t.call(getPortfolio, on(work))).body.picture.isSensitive).toBe(true)
    await expectStatus(set(false), 200)
    expect(await isSensitive()).toBe(false)
    expect((await t.call(getPortfolio, on(work))).body.picture.isSensitive).toBe(false)
    await expectStatus(label(undefined, true), 401)
    await expectStatus(label(marit, true), 403)
    await expectStatus(label(admin, true, 'comment'), 400)
    await expectStatus(label(admin, true, 'post', newId()), 404)
    await expectStatus(label(admin, true), 204)
    await expectStatus(set(false), 200)
    expect(await isSensitive()).toBe(true)
    await expectStatus(label(admin, false), 204)
    expect(await isSensitive()).toBe(false)
    await t.call(updatePost, { as: marit, ...on(post), body: { isSensitive: true } })
    expect((await t.call(getPost, on(post))).body).toMatchObject({
      isSensitive: true,
      media: [{ picture: { isSensitive: true } }],
    })
  })

  it('is blurred unless the viewer chooses to see it', async () => {
    await expectStatus(t.call(getSensitiveChoice), 401)
    const choice = async () => (await t.call(getSensitiveChoice, { as: ben })).body.showsSensitive
    expect(await choice()).toBe(false)
    const body = { showsSensitive: true }
    await expectStatus(t.call(updateSensitiveChoice, { body }), 401)
    await expectStatus(t.call(updateSensitiveChoice, { as: ben, body: {} }), 400)
    await expectStatus(t.call(updateSensitiveChoice, { as: ben, body }), 200)
    expect(await choice()).toBe(true)
  })
})

describe('a block', () => {
  it('keeps the blocked person out and removes each from the other’s lists', async () => {
    expect(await shown(ben)).toBe(true)
    await expectStatus(t.call(blockUser, { as: marit, ...on(ben.id) }), 204)
    expect(await shown(ben)).toBe(false)
    for (const [endpoint, id] of endpointsOfMarit()) {
      await expectStatus(t.call(endpoint, { as: ben, ...on(id) }), 404)
      for (const as of [undefined, admin, marit])
        await expectStatus(t.call(endpoint, { as, ...on(id) }), 200)
    }
    for (const [endpoint, id] of [
      [likePost, post],
      [savePost, post],
      [sharePost, post],
      [likePortfolio, work],
      [savePortfolio, work],
      [followUser, marit.id],
    ] as const)
      await expectStatus(t.call(endpoint, { as: ben, ...on(id) }), 404)
    const body = { content: 'Hey' }
    await expectStatus(t.call(createComment, { as: ben, ...on(post), body }), 404)
    // The person who blocks can still open the other's profile.
    await expectStatus(t.call(getProfile, { as: marit, ...on(ben.id) }), 200)
  })

  it('hides each one’s comments from the other under other people’s posts', async () => {
    const elsewhere = await makePost(t.deps, admin)
    for (const as of [marit, ben])
      await t.call(createComment, { as, ...on(elsewhere), body: { content: 'Hello' } })
    await t.call(blockUser, { as: marit, ...on(ben.id) })
    const said = async (as: Person) =>
      (await t.call(listComments, { as, ...on(elsewhere) })).body.map(
        ({ author }: { author: { id: string } }) => author.id,
      )
    expect([await said(marit), await said(ben), await said(admin)]).toEqual([
      [marit.id],
      [ben.id],
      [marit.id, ben.id],
    ])
  })
})
