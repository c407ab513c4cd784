import {
  getPost,
  likePost,
  savePost,
  sharePost,
  viewPost,
  type PostView,
} from '@plinth/contract/posts/posts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost, type PostOptions } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'
import { hotScoreQueue } from './post-jobs.ts'

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
let admin: Person
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
  admin = await plinth.person('Ada', { isAdmin: true })
})

const make = (options: PostOptions = {}) => makePost(plinth.deps, marit, options)
const read = async (id: string, as?: Person): Promise<PostView> =>
  (await plinth.call(getPost, { params: { id }, as })).body as PostView

describe.each([
  ['a like', likePost, 'liked', 'likeCount'],
  ['a save', savePost, 'saved', 'saveCount'],
] as const)('%s', (_, endpoint, state, count) => {
  const set = (id: string, as: Person | undefined, body?: object) =>
    plinth.call(endpoint, { params: { id }, as, body })

  it('toggles, and a wanted state can be repeated', async () => {
    const id = await make()
    expect((await set(id, bob)).body).toEqual({ [state]: true, [count]: 1 })
    expect((await set(id, bob)).body).toEqual({ [state]: false, [count]: 0 })
    for (let times = 0; times < 2; times += 1) {
      expect((await set(id, bob, { [state]: true })).body).toEqual({ [state]: true, [count]: 1 })
    }
    expect((await set(id, admin)).body).toEqual({ [state]: true, [count]: 2 })
    expect((await set(id, bob, { [state]: false })).body).toEqual({ [state]: false, [count]: 1 })
    expect((await read(id))[count]).toBe(1)
  })

  it('is for people who can see the post', async () => {
    const hidden = await make({ isPublic: false })
    expect((await set(hidden, bob)).status).toBe(404)
    expect((await set(hidden, marit)).status).toBe(200)
    expect((await set(hidden, admin)).status).toBe(200)
    expect((await set(newId(), bob)).status).toBe(404)
    expect((await set(hidden, undefined)).status).toBe(401)
    expect((await set(hidden, bob, { [state]: 'yes' })).status).toBe(400)
    expect((await set(hidden, bob, { other: true })).status).toBe(400)
    expect((await set('x', bob)).status).toBe(400)
  })
})

it('likes notify the author, saves do not', async () => {
  const id = await make()
  await plinth.call(savePost, { params: { id }, as: bob })
  await plinth.call(likePost, { params: { id }, as: bob })
  await plinth.call(likePost, { params: { id }, as: bob })
  const notices = await plinth.deps.db
    .selectFrom('notices')
    .select(['kind', 'actor_id', 'is_undone'])
    .where('post_id', '=', id)
    .orderBy('id')
    .execute()
  expect(notices).toEqual([
    { kind: 'like', actor_id: bob.id, is_undone: false },
    { kind: 'like', actor_id: bob.id, is_undone: true },
  ])
})

describe('a view', () => {
  it('counts once per person and day, and not the author’s own', async () => {
    const [id, hidden] = [await make(), await make({ isPublic: false })]
    for (const as of [bob, bob, admin, marit]) {
      expect((await plinth.call(viewPost, { params: { id }, as })).status).toBe(204)
    }
    await plinth.call(viewPost, { params: { id: hidden }, as: bob })
    await plinth.call(viewPost, { params: { id: newId() }, as: bob })
    await expect.poll(() => read(id).then((post) => post.viewCount), { timeout: 5_000 }).toBe(2)
    expect((await read(id)).views).toBe(2)
    expect((await read(hidden, marit)).viewCount).toBe(0)
    expect((await plinth.call(viewPost, { params: { id } })).status).toBe(401)
    expect((await plinth.call(viewPost, { params: { id: 'x' }, as: bob })).status).toBe(400)
  })
})

describe('a share', () => {
  it('counts once per person, and not for the author', async () => {
    const id = await make()
    const share = (as?: Person, post = id) => plinth.call(sharePost, { params: { id: post }, as })
    expect((await share(bob)).body).toEqual({ shareCount: 1 })
    const again = await Promise.all([share(bob), share(bob)])
    expect(again.map(({ body }) => body.shareCount as number)).toEqual([1, 1])
    expect((await share(admin)).body).toEqual({ shareCount: 2 })
    expect(await share(marit)).toMatchObject({ status: 200, body: { shareCount: 2 } })
    expect((await share(undefined)).status).toBe(401)
    expect((await share(bob, await make({ isPublic: false }))).status).toBe(404)
    expect((await share(bob, newId())).status).toBe(404)
    expect((await share(bob, 'x')).status).toBe(400)
  })
})

describe("a post's hot score", () => {
  it('depends on its likes, saves, comments and age', async () => {
    const createdAt = new Date(Date.now() - 86_400_000)
    const id = await make({ createdAt })
    const still = await make({ createdAt, hot: 1 })
    await plinth.call(likePost, { params: { id }, as: bob })
    await plinth.call(savePost, { params: { id }, as: bob })
    await plinth.deps.db
      .updateTable('posts')
      .set({ comment_count: 2 })
      .where('id', '=', id)
      .execute()
    await hotScoreQueue(plinth).flush()
    const rows = await plinth.deps.db
      .selectFrom('posts')
      .select(['id', 'hot'])
      .where('id', 'in', [id, still])
      .execute()
    const hot = new Map(rows.map((row) => [row.id, row.hot]))
    // 1 like, 1 save, 2 comments.
    expect(hot.get(id)).toBeCloseTo(
      Math.log10(1 + 1 + 2 + 6) + createdAt.getTime() / 172_800_000,
      6,
    )
    expect(hot.get(still)).toBe(1)
  })
})
