import {
  createComment,
  deleteComment,
  likeComment,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { deleteMedia, uploadMedia } from '@plinth/contract/media/media.ts'
import { readNotifications } from '@plinth/contract/notifications/notifications.ts'
import {
  createPost,
  deletePost,
  getPost,
  hidePost,
  likePost,
  listForYou,
  moderatePost,
  savePost,
  sharePost,
  updatePost,
  viewPost,
  type PostView,
} from '@plinth/contract/posts/posts.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { addUploads, putInPost } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { formOf, makePost, type PostOptions } from '../../../test/content/posts.ts'
import { processOutbox } from '../../core/notifications/outbox/outbox-queries.ts'
import { newId } from '../../db/id.ts'

// No worker empties the outbox, so that the test can read it.
const t = testApp({ JOBS: 'off' })
let marit: Person
let ann: Person
let ben: Person
let admin: Person
beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
  ben = await t.person('Ben')
  admin = await t.person('Ada', { isAdmin: true })
})
afterEach(expectRightCounters)

const make = (options: PostOptions = {}) => makePost(t.deps, marit, options)
const act = (endpoint: EndpointDefinition, as: Person, id: string, body?: object) =>
  t.call(endpoint, { as, params: { id }, body })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const comment = async (as: Person, post: string): Promise<string> =>
  (await act(createComment, as, post, { content: 'Hello' })).body.id as string

async function mediaOf(postId: string): Promise<string> {
  const files = t.deps.db.selectFrom('post_media').select('media_id')
  return (await files.where('post_id', '=', postId).executeTakeFirstOrThrow()).media_id
}

/** Counters that differ from their rows, and orphaned files. */
async function wrongCounters(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'post' as what, p.id from posts p where
      p.like_count <> (select count(*) from post_likes r where r.post_id = p.id)
      or p.save_count <> (select count(*) from post_saves r where r.post_id = p.id)
      or p.share_count <> (select count(*) from post_shares r where r.post_id = p.id)
      or p.comment_count <> (select count(*) from comments c where c.post_id = p.id and not c.is_removed)
      or not exists (select 1 from post_media f where f.post_id = p.id)
    union all
    select 'comment', c.id from comments c where
      c.like_count <> (select count(*) from comment_likes r where r.comment_id = c.id)
      or c.reply_count <> (select count(*) from comments r where r.parent_id = c.id and not r.is_removed)
    union all
    select 'user', u.id from users u where
      u.post_count <> (select count(*) from posts p where p.creator_id = u.id and p.is_visible)
      or u.follower_count <> (select count(*) from follows f where f.followed_id = u.id)
      or u.following_count <> (select count(*) from follows f where f.follower_id = u.id)`.execute(
    t.deps.db,
  )
  return rows
}

async function expectRightCounters(): Promise<void> {
  expect(await wrongCounters()).toEqual([])
}

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.deps.db)
  return rows[0]?.count ?? 0
}

/**
 * Lets all of them begin while a row is held, one after the other, so that each waits behind the one before; then
 * lets the row go. What would wait in a circle does so every time.
 */
async function meetAt(
  { table, id }: { table: 'posts' | 'comments' | 'media' | 'notifications' | 'users'; id: string },
  deeds: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const under: Promise<Answer>[] = []
  await t.deps.db.transaction().execute(async (trx) => {
    await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(trx)
    for (const deed of deeds) {
      under.push(deed())
      await expect.poll(waiting, { interval: 5, timeout: 1_500 }).toBe(under.length)
    }
  })
  return Promise.all(under)
}

describe('while a post is being deleted', () => {
  it.each<[string, (id: string) => Promise<() => Promise<Answer>>]>([
    ['a like', (id) => Promise.resolve(() => act(likePost, ann, id))],
    ['a save', (id) => Promise.resolve(() => act(savePost, ann, id))],
    ['a share', (id) => Promise.resolve(() => act(sharePost, ann, id))],
    ['a comment', (id) => Promise.resolve(() => act(createComment, ann, id, { content: 'x' }))],
    ['a hide', (id) => Promise.resolve(() => act(hidePost, ann, id, { hidden: true }))],
    ['an edit', (id) => Promise.resolve(() => act(updatePost, marit, id, { title: 'x' }))],
    [
      'an approval',
      (id) => Promise.resolve(() => act(moderatePost, admin, id, { isFeatured: true })),
    ],
    ['another deletion', (id) => Promise.resolve(() => act(deletePost, admin, id))],
    [
      'an unlike',
      async (id) => {
        await act(likePost, ann, id)
        return () => act(likePost, ann, id, { liked: false })
      },
    ],
    [
      'an unsave',
      async (id) => {
        await act(savePost, ann, id)
        return () => act(savePost, ann, id, { saved: false })
      },
    ],
    [
      'a change of a comment',
      async (id) => {
        const written = await comment(ann, id)
        return () => act(updateComment, ann, written, { content: 'y' })
      },
    ],
    [
      'a removal of a comment',
      async (id) => {
        const written = await comment(ann, id)
        return () => act(deleteComment, ann, written)
      },
    ],
  ])('%s finds it gone', async (_, prepare) => {
    const id = await make()
    const deed = await prepare(id)
    const answers = await meetAt({ table: 'posts', id }, [() => act(deletePost, marit, id), deed])
    expect(statuses(answers)).toEqual([204, 404])
  })
})

describe('while a post is being deleted, the notifications', () => {
  it('are made from what is left', async () => {
    const id = await make()
    await act(likePost, ann, id)
    const worked = async () => ({ status: (await processOutbox(t.deps.db))?.taken ?? -1 })
    const [gone, taken] = await meetAt({ table: 'posts', id }, [
      () => act(deletePost, marit, id),
      worked as () => Promise<Answer>,
    ])
    expect([gone?.status, taken?.status]).toEqual([204, 0])
  })

  it('can be marked as read', async () => {
    const id = await make()
    const ids = [newId(), newId()]
    for (const [at, kind] of ['like', 'comment'].entries()) {
      await sql`insert into notifications (id, user_id, kind, post_id)
        values (${ids[at]}, ${marit.id}, ${kind}, ${id})`.execute(t.deps.db)
    }
    const answers = await meetAt({ table: 'notifications', id: ids[0] ?? '' }, [
      () => act(deletePost, marit, id),
      () => t.call(readNotifications, { as: marit, body: {} }),
    ])
    expect(statuses(answers)).toEqual([204, 200])
  })
})

describe('locked in one order', () => {
  it('a comment is removed while somebody unlikes it', async () => {
    const post = await make()
    const id = await comment(ann, post)
    await act(likeComment, ben, id)
    // The removal has begun and waits for the comment's lock; the like comes after it.
    const answers = await meetAt({ table: 'comments', id }, [
      () => act(deleteComment, ann, id),
      () => act(likeComment, ben, id, { liked: false }),
    ])
    expect(statuses(answers)).toEqual([204, 404])
  })

  it('an upload is deleted while a post uses it', async () => {
    const upload = await t.call(uploadMedia, {
      as: marit,
      query: { fileName: 'a.png' },
      body: await makePicture('image/png', 200, 100),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(upload.status).toBe(201)
    const { id, url } = upload.body as { id: string; url: string }
    const form = await formOf([
      { name: 'title', value: 'Taken' },
      { name: 'media_0', value: url },
    ])
    const answers = await meetAt({ table: 'media', id }, [
      () => t.call(createPost, { as: marit, ...form }),
      () => act(deleteMedia, marit, id),
    ])
    expect(statuses(answers), JSON.stringify(answers)).toEqual([201, 409])
  })

  it('two posts with one file are deleted, and the file with the last', async () => {
    const [one, two] = [await make(), await make()]
    const shared = await mediaOf(one)
    await putInPost(t.deps.db, two, shared)
    const answers = await meetAt({ table: 'media', id: shared }, [
      () => act(deletePost, marit, one),
      () => act(deletePost, marit, two),
    ])
    expect(statuses(answers), JSON.stringify(answers)).toEqual([204, 204])
    const left = await t.deps.db.selectFrom('media').select('id').where('id', '=', shared).execute()
    expect(left).toEqual([])
  })

  it.each([['users'], ['media']] as const)(
    'a post goes private while a new one takes its file, held up at %s',
    async (table) => {
      const id = await make()
      const mediaId = await mediaOf(id)
      const form = await formOf([
        { name: 'title', value: 'Again' },
        { name: 'media_0', value: `/media/${mediaId}/original.jpg` },
      ])
      const create = () => t.call(createPost, { as: marit, ...form })
      const hide = () => act(updatePost, marit, id, { isPublic: false })
      const at = { table, id: table === 'users' ? marit.id : mediaId }
      const [one, two] = table === 'users' ? [hide, create] : [create, hide]
      expect(statuses(await meetAt(at, [one, two])).toSorted()).toEqual([200, 201])
    },
  )
})

describe('at once', () => {
  const rowsOf = async (table: 'posts' | 'media' | 'post_media') => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}`.execute(t.deps.db)
    return rows[0]?.count ?? -1
  }

  it('a comment while the post becomes private is written before, or not at all', async () => {
    const id = await make()
    const hide = () => act(updatePost, marit, id, { isPublic: false })
    const say = () => act(createComment, ann, id, { content: 'x' })
    const written = async () => ((await act(getPost, marit, id)).body as PostView).commentCount
    // Whether its writer still reads it depends on who is faster.
    await meetAt({ table: 'posts', id }, [say, hide])
    expect(await written()).toBe(1)
    await act(updatePost, marit, id, { isPublic: true })
    expect(statuses(await meetAt({ table: 'posts', id }, [hide, say]))).toEqual([200, 404])
    expect(await written()).toBe(1)
  })

  it('two approvals make one notification, and a concurrent edit loses nothing', async () => {
    const id = await make({ isApproved: false })
    const approve = () => act(moderatePost, admin, id, { isApproved: true, isFeatured: true })
    const edit = () => act(updatePost, marit, id, { title: 'Edited', tags: ['one'] })
    const answers = await meetAt({ table: 'posts', id }, [approve, edit, approve])
    expect(statuses(answers)).toEqual([200, 200, 200])
    const { body } = await act(getPost, ben, id)
    expect(body).toMatchObject({ title: 'Edited', isApproved: true, isFeatured: true })
    const kinds = t.deps.db.selectFrom('notices').select('kind').where('post_id', '=', id)
    expect((await kinds.orderBy('kind').execute()).map(({ kind }) => kind)).toEqual([
      'approval',
      'feature',
    ])
  })

  it('one client id with different files makes one post with the files of one request', async () => {
    const picture = Uint8Array.from(await makePicture('image/png', 200, 100))
    const other = Uint8Array.from(await makePicture('image/png', 100, 200))
    const clientId = newId()
    const send = async (file: Uint8Array<ArrayBuffer>) =>
      t.call(createPost, {
        as: ann,
        ...(await formOf([
          { name: 'title', value: 'Once' },
          { name: 'clientId', value: clientId },
          { name: 'media_0', fileName: 'a.png', value: file },
        ])),
      })
    const before = [await rowsOf('posts'), await rowsOf('media'), await rowsOf('post_media')]
    const answers = await Promise.all([send(picture), send(other), send(picture), send(other)])
    expect(statuses(answers)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1)
    expect([await rowsOf('posts'), await rowsOf('media'), await rowsOf('post_media')]).toEqual(
      before.map((count) => count + 1),
    )
  })

  it('uploads over the quota are refused, however many arrive', async () => {
    const hoarder = await t.person('Hoarder')
    await addUploads(t.deps.db, hoarder.id, 198)
    const body = await makePicture('image/png', 40, 30)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        t.call(uploadMedia, {
          as: hoarder,
          query: { fileName: 'a.png' },
          body,
          headers: { 'content-type': 'application/octet-stream' },
        }),
      ),
    )
    expect(statuses(answers).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
  })

  it('everything together fails nowhere, has no deadlock, and leaves all counts correct', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => t.person(`P${n}`)))
    const posts = await Promise.all(Array.from({ length: 4 }, () => make()))
    const comments = await Promise.all(posts.map((id) => comment(ann, id)))
    const random = seeded(Number(process.env.RACE_SEED ?? 7))
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const deeds: (() => Promise<Answer>)[] = [
      () => act(likePost, oneOf(people), oneOf(posts)),
      () => act(savePost, oneOf(people), oneOf(posts)),
      () => act(sharePost, oneOf(people), oneOf(posts)),
      () => act(viewPost, oneOf(people), oneOf(posts)),
      () => act(hidePost, oneOf(people), oneOf(posts), { hidden: random() < 0.5 }),
      () => act(likeComment, oneOf(people), oneOf(comments)),
      () => act(createComment, oneOf(people), oneOf(posts), { content: 'x', parentId: undefined }),
      () => act(followUser, oneOf(people), oneOf(people).id),
      () => act(followUser, oneOf(people), marit.id),
      () => t.call(listForYou, { as: oneOf(people) }),
      () =>
        act(updatePost, marit, oneOf(posts), { isPublic: random() < 0.7, tags: [oneOf(posts)] }),
      () => act(moderatePost, admin, oneOf(posts), { isApproved: random() < 0.7 }),
    ]
    const seen = new Map<number, number>()
    for (let round = 0; round < 12; round += 1) {
      if (round === 8) deeds.push(() => act(deletePost, marit, oneOf(posts.slice(2))))
      if (round === 10) deeds.push(() => act(deleteComment, marit, oneOf(comments)))
      const answers = await Promise.all(Array.from({ length: 40 }, () => oneOf(deeds)()))
      for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
      await expectRightCounters()
    }
    expect(
      [...seen.keys()].filter((status) => ![200, 201, 204, 400, 404, 429].includes(status)),
    ).toEqual([])
    expect(seen.get(200)).toBeGreaterThan(200)
  })
})

/** The same numbers each time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
