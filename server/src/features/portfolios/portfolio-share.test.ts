import { uploadMedia } from '@plinth/contract/media/media.ts'
import {
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { createAppeal, listTakenDown } from '@plinth/contract/moderation/appeals.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { createPortfolio, deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import {
  getPost,
  listFollowedPosts,
  listForYou,
  listUserPosts,
  updatePost,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, testApp, type Person } from '../../../test/app.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makeWork } from '../../../test/content/works.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import {
  followersStatement,
  MAX_FOLLOWERS,
  unreadStatement,
} from '../../core/notifications/outbox/new-work-queries.ts'

const t = testApp()
let maker: Person
let ann: Person
let ben: Person

beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
  ben = await t.person('Ben')
  await t.call(followUser, { as: ann, params: { id: maker.id } })
})

async function hang(title: string, body: object = { alsoPost: true }, as = maker, app = t) {
  const upload = await app.request({
    method: uploadMedia.method,
    url: `${uploadMedia.path}?fileName=work.png`,
    // Narrower than any rendition: it is ready at once.
    payload: await makePicture('image/png', 200, 100),
    headers: { 'content-type': 'image/png' },
    as,
  })
  const { status, body: work } = await app.call(createPortfolio, {
    as,
    body: { title, category: 'crafting', fileName: 'work.png', fileUrl: upload.body.url, ...body },
  })
  expect(status, JSON.stringify(work)).toBe(201)
  return work
}
const postsOf = async ({ id }: Person, as?: Person): Promise<Post[]> =>
  (await t.call(listUserPosts, { params: { id }, as })).body
async function newsOf(person: Person): Promise<Notification[]> {
  await waitForOutbox(t)
  const { body } = await t.call(listNotifications, { as: person })
  return (body as Notification[]).filter(({ kind }) => kind === 'new_work')
}

describe('a new work', () => {
  it('is shown in a post of its own, which followers find in their feeds', async () => {
    const work = await hang('Moon jar', {
      alsoPost: true,
      description: 'Two bowls.',
      tags: ['clay'],
      startingPrice: 460,
    })
    const [post] = await postsOf(maker)
    expect(post).toMatchObject({
      type: 'portfolio',
      portfolioId: work.id,
      title: 'Moon jar',
      description: 'Two bowls.',
      tags: ['clay'],
      category: { slug: 'crafting' },
      price: 460,
      isReady: true,
    })
    for (const list of [listFollowedPosts, listForYou]) {
      const { body } = await t.call(list, { as: ann })
      expect((body as Post[]).map(({ id }) => id)).toContain(post?.id)
    }
  })

  it('has no post unless its maker wants one', async () => {
    await hang('Quiet jar', {})
    await hang('Quieter jar', { alsoPost: false })
    expect(await postsOf(maker)).toEqual([])
    expect(await newsOf(ann)).toEqual([])
  })

  it('takes its post along when it is deleted', async () => {
    const work = await hang('Short-lived jar')
    const [post] = await postsOf(maker)
    await t.call(createComment, { as: ann, params: { id: post?.id }, body: { content: 'Lovely' } })
    expect(await newsOf(ann)).toHaveLength(1)
    expect(
      (
        await t.call(deletePortfolio, {
          as: maker,
          params: { id: work.id },
          query: { forGood: true },
        })
      ).status,
    ).toBe(204)
    expect(await postsOf(maker, maker)).toEqual([])
    expect(await newsOf(ann)).toEqual([])
  })

  it('takes its post along when it is taken down, and brings it back', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const work = await hang('Questioned jar')
    const [post] = await postsOf(maker)
    const ofWork = { params: { kind: 'portfolio', id: work.id } }
    const ofPost = { params: { kind: 'post', id: post?.id } }
    const seesPost = async (as: Person) =>
      (await t.call(getPost, { as, params: { id: post?.id } })).status === 200
    const standing = async () => {
      await waitForOutbox(t)
      const { body } = await t.call(listNotifications, { as: maker })
      return (body as Notification[]).filter(({ kind }) => kind === 'standing')
    }

    await t.call(takeDown, { as: admin, ...ofWork, body: { reason: 'stolen_work', note: 'No.' } })
    expect(await seesPost(ann)).toBe(false)
    expect(await postsOf(maker)).toEqual([])
    expect(await seesPost(maker)).toBe(true)
    // Its file is not public any more either.
    const file = await t.request({ method: 'GET', url: work.picture.originalUrl })
    expect(file.status).toBe(404)

    // One act: one notification, one thing to appeal for, one way back.
    expect(await standing()).toHaveLength(1)
    const down = (await t.call(listTakenDown, { as: maker })).body as { id: string }[]
    expect(down.map(({ id }) => id)).toEqual([work.id])
    const appeal = { kind: 'post', id: post?.id, text: 'It is mine.' }
    expect((await t.call(createAppeal, { as: maker, body: appeal })).status).toBe(404)
    const alone = await t.call(putBack, { as: admin, ...ofPost })
    expect(alone).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('with its work') as string },
    })

    expect((await t.call(putBack, { as: admin, ...ofWork })).status).toBe(204)
    expect(await seesPost(ann)).toBe(true)
  })

  it('that comes back leaves a post down that was taken down by itself', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const work = await hang('Doubtful jar')
    const [post] = await postsOf(maker)
    const body = { reason: 'other', note: 'Its words.' }
    const act = async (endpoint: typeof takeDown | typeof putBack, kind: string, id?: string) => {
      const sent = endpoint === takeDown ? { body } : {}
      const { status } = await t.call(endpoint, { as: admin, params: { kind, id }, ...sent })
      expect(status).toBe(204)
    }
    await act(takeDown, 'post', post?.id)
    await act(takeDown, 'portfolio', work.id)
    await act(putBack, 'portfolio', work.id)
    const { status } = await t.call(getPost, { as: ann, params: { id: post?.id } })
    expect(status).toBe(404)
    await act(putBack, 'post', post?.id)
  })

  it('leaves a post with other files, which is then a post of images', async () => {
    const work = await hang('Jar with a view')
    const [post] = await postsOf(maker)
    const other = await hang('Another jar', {})
    await sql`insert into post_media (post_id, position, media_id)
      select ${post?.id}::uuid, 1, media_id from portfolio_items where id = ${other.id}::uuid`.execute(
      t.deps.db,
    )
    await t.call(deletePortfolio, { as: maker, params: { id: work.id }, query: { forGood: true } })
    expect(await postsOf(maker)).toMatchObject([{ id: post?.id, type: 'image', portfolioId: null }])
  })

  it('waits for approval where posts do', async () => {
    const strict = await startTestApp({ MODERATION: 'pre' })
    try {
      const author = await strict.person('Author', { isCreator: true })
      await hang('Waits', { alsoPost: true }, author, strict)
      const { body } = await strict.call(listUserPosts, { params: { id: author.id }, as: author })
      expect(body).toMatchObject([{ type: 'portfolio', isApproved: false }])
    } finally {
      await strict.close()
    }
  })
})

describe('followers', () => {
  it('are notified once, and others are not', async () => {
    const work = await hang('Moon jar')
    expect(await newsOf(ann)).toMatchObject([
      {
        kind: 'new_work',
        actorCount: 1,
        actors: [{ id: maker.id }],
        workCount: 1,
        work: { id: work.id, title: 'Moon jar' },
        post: null,
        isRead: false,
      },
    ])
    expect([await newsOf(ben), await newsOf(maker)]).toEqual([[], []])

    const [post] = await postsOf(maker)
    for (const isPublic of [false, true]) {
      await t.call(updatePost, { as: maker, params: { id: post?.id }, body: { isPublic } })
    }
    expect(await newsOf(ann)).toMatchObject([{ workCount: 1 }])
  })

  it('have the works of one maker in one notification until they read it', async () => {
    const lucia = await t.person('Lucía', { isCreator: true })
    await t.call(followUser, { as: ann, params: { id: lucia.id } })
    await hang('First')
    const second = await hang('Second')
    await hang('Poster', { alsoPost: true }, lucia)
    expect(await newsOf(ann)).toMatchObject([
      { actors: [{ id: lucia.id }], workCount: 1 },
      { actors: [{ id: maker.id }], workCount: 2, work: { id: second.id } },
    ])
    await t.call(readNotifications, { as: ann, body: {} })
    const third = await hang('Third')
    expect(await newsOf(ann)).toMatchObject([
      { actors: [{ id: maker.id }], workCount: 1, work: { id: third.id }, isRead: false },
      { workCount: 1, isRead: true },
      { workCount: 2, isRead: true },
    ])
  })

  it('hear nothing if they turned it off, if one blocks the other, or if the work is down', async () => {
    const eve = await t.person('Eve')
    await t.call(followUser, { as: eve, params: { id: maker.id } })
    const off = { new_work: { app: false, mail: false } }
    await t.call(updateNotificationSettings, { as: ann, body: off })
    await t.call(blockUser, { as: eve, params: { id: maker.id } })
    await hang('Unheard')
    expect([await newsOf(ann), await newsOf(eve)]).toEqual([[], []])

    await t.call(followUser, { as: ben, params: { id: maker.id } })
    const work = await hang('Taken down later')
    expect(await newsOf(ben)).toHaveLength(1)
    await sql`update portfolio_items set is_listed = false where id = ${work.id}::uuid`.execute(
      t.deps.db,
    )
    expect(await newsOf(ben)).toEqual([])
  })

  it('of many are notified in parts, each once', async () => {
    const crowd = MAX_FOLLOWERS * 6 + 10
    await writeInBulk(t.deps, async (trx) => {
      await sql`
          insert into users (id, first_name, last_name, handle)
          select gen_random_uuid(), 'Crowd', n::text, 'crowd_' || n from generate_series(1, 30000) n`.execute(
        trx,
      )
      await sql`
          insert into follows (follower_id, followed_id)
          select id, ${maker.id}::uuid from users where first_name = 'Crowd' limit ${crowd}::int`.execute(
        trx,
      )
    })
    const work = await hang('For a crowd')
    await waitForOutbox(t)
    const { rows } = await sql<{ rows: number; people: number }>`
      select count(*)::int as rows, count(distinct user_id)::int as people
      from notifications where item_id = ${work.id}::uuid`.execute(t.deps.db)
    expect(rows).toEqual([{ rows: crowd + 1, people: crowd + 1 }])
    const bounds = { never: /Seq Scan (follows|users|notif)/, most: MAX_FOLLOWERS }
    const beginning = { makerId: maker.id, afterTime: null, afterId: null }
    await expectRead(t.deps, followersStatement(beginning), bounds)
    const { rows: next } = await followersStatement(beginning).execute(t.deps.db)
    const unread = unreadStatement(
      maker.id,
      next.map(({ id }) => id),
    )
    await expectRead(t.deps, unread, bounds)
  })
})

it('that is imported with an older date is no news', async () => {
  const work = await makeWork(t.deps, maker)
  await sql`
    insert into posts (id, creator_id, type, title, is_ready, portfolio_id, created_at)
    values (gen_random_uuid(), ${maker.id}::uuid, 'portfolio', 'Old', true, ${work}::uuid, now() - interval '2 days')`.execute(
    t.deps.db,
  )
  expect(await newsOf(ann)).toEqual([])
})
