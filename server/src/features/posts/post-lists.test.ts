import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  getPost,
  likePost,
  listExplorePosts,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
  savePost,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Answer, type CallInput, type Person } from '../../../test/app.ts'
import { nextOf, walk } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
let admin: Person
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
  admin = await plinth.person('Ada', { isAdmin: true })
})

interface Listed {
  id: string
  title: string
}

const titlesOf = ({ body }: Pick<Answer, 'body'>): string[] =>
  (body as Listed[]).map(({ title }) => title)
const titles = async (endpoint: EndpointDefinition, input: CallInput = {}): Promise<string[]> => {
  const answer = await plinth.call(endpoint, input)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return titlesOf(answer)
}

/** All of a list, page by page. */
async function listed(
  endpoint: EndpointDefinition,
  input: CallInput,
  limit = 2,
): Promise<string[]> {
  const pages = await walk(plinth, endpoint, { ...input, query: { ...input.query, limit } })
  return pages.flatMap(titlesOf)
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('one post', () => {
  it('contains everything that its page shows', async () => {
    const work = await makeWork(plinth.deps, marit, { priceCents: 45_050 })
    const id = await makePost(plinth.deps, marit, {
      title: 'Linocut',
      description: 'Two plates.',
      tags: ['Print'],
      portfolioId: work,
      categoryId: 5,
    })
    const { status, body } = await plinth.call(getPost, { params: { id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      type: 'image',
      title: 'Linocut',
      category: { id: 5, name: 'Artwork', slug: 'artwork' },
      portfolioId: work,
      price: 450.5,
      isReady: true,
      isPublic: true,
      isApproved: true,
      isFeatured: false,
      isFollowing: false,
      isLiked: false,
      isSaved: false,
      creator: { id: marit.id, firstName: 'Marit' },
      creatorFollowers: 0,
      likes: 0,
      likeCount: 0,
    })
    expect(body.media).toHaveLength(1)
    expect(body.mediaUrl).toBe(body.primaryMediaUrl)
    expect(body.mediaUrls).toEqual([body.mediaUrl])
    expect(body.thumbnailUrl).toMatch(/960\.webp$/)
  })

  it('shows up to three others of its author that everybody can see, newest first', async () => {
    const maker = await plinth.person('Maker', { isCreator: true })
    const [oldest] = await Promise.all(
      [5, 4, 3, 2, 1].map((minutes) =>
        makePost(plinth.deps, maker, {
          title: `${minutes} min`,
          createdAt: minutesAgo(minutes),
          isPublic: minutes !== 2,
        }),
      ),
    )
    for (const as of [undefined, maker]) {
      const { body } = await plinth.call(getPost, { params: { id: oldest }, as })
      const more = body.moreByCreator as Listed[]
      expect(more.map(({ title }) => title)).toEqual(['1 min', '3 min', '4 min'])
    }
  })

  it("has the viewer's own like, save and follow", async () => {
    const id = await makePost(plinth.deps, marit, { title: 'Bound' })
    const ann = await plinth.person('Ann')
    await plinth.call(likePost, { params: { id }, as: ann })
    await plinth.call(savePost, { params: { id }, as: ann })
    await plinth.call(followUser, { params: { id: marit.id }, as: ann })
    const bound = { isLiked: true, isSaved: true, isFollowing: true }
    const free = { isLiked: false, isSaved: false, isFollowing: false }
    expect((await plinth.call(getPost, { params: { id }, as: ann })).body).toMatchObject(bound)
    expect((await plinth.call(getPost, { params: { id }, as: bob })).body).toMatchObject(free)
    const flagsOf = async (as?: Person) => {
      const { body } = await plinth.call(listExplorePosts, { query: { sort: 'newest' }, as })
      return (body as Listed[]).find((post) => post.id === id)
    }
    expect(await flagsOf(ann)).toMatchObject(bound)
    expect(await flagsOf(bob)).toMatchObject(free)
    expect(await flagsOf()).toMatchObject(free)
  })

  it('is shown as liked among the liked ones, as saved among the saved ones, and as no more than it is', async () => {
    const ann = await plinth.person('Ann')
    const [liked, saved, both] = await Promise.all(
      ['Liked', 'Saved', 'Both'].map((title) => makePost(plinth.deps, marit, { title })),
    )
    for (const id of [liked, both]) await plinth.call(likePost, { params: { id }, as: ann })
    for (const id of [saved, both]) await plinth.call(savePost, { params: { id }, as: ann })
    const marksIn = async (list: typeof listLikedPosts | typeof listSavedPosts) => {
      const { body } = await plinth.call(list, { as: ann })
      return (body as Post[]).map(({ title, isLiked, isSaved, isFollowing }) => ({
        title,
        marks: [isLiked, isSaved, isFollowing],
      }))
    }
    expect(await marksIn(listLikedPosts)).toEqual([
      { title: 'Both', marks: [true, true, false] },
      { title: 'Liked', marks: [true, false, false] },
    ])
    expect(await marksIn(listSavedPosts)).toEqual([
      { title: 'Both', marks: [true, true, false] },
      { title: 'Saved', marks: [false, true, false] },
    ])
  })

  it('is 404 if it does not exist, 400 for a malformed id, 401 for an ended session', async () => {
    expect((await plinth.call(getPost, { params: { id: newId() } })).status).toBe(404)
    expect((await plinth.call(getPost, { params: { id: 'x' } })).status).toBe(400)
    const id = await makePost(plinth.deps, marit)
    const headers = { cookie: 'plinth=gone' }
    expect((await plinth.call(getPost, { params: { id }, headers })).status).toBe(401)
  })
})

describe('explore', () => {
  it('has the newest or the hottest first, in all categories or one, page by page', async () => {
    await sql`delete from posts`.execute(plinth.deps.db)
    const heat = [3, 9, 1, 9, 7]
    for (const [at, hot] of heat.entries()) {
      await makePost(plinth.deps, marit, {
        title: `${at}`,
        hot: hot + 0.123_456_789_012,
        categoryId: at % 2 === 0 ? 1 : 2,
        createdAt: minutesAgo(at),
      })
    }
    await makePost(plinth.deps, marit, { title: 'hidden', isPublic: false, hot: 99 })
    const explore = (query: object, limit?: number) => listed(listExplorePosts, { query }, limit)
    expect(await explore({ sort: 'newest' })).toEqual(['0', '1', '2', '3', '4'])
    expect(await explore({ sort: 'newest', categoryId: 2 }, 1)).toEqual(['1', '3'])
    // Of two that are as hot the later id comes first.
    expect(await explore({})).toEqual(['3', '1', '4', '0', '2'])
    expect(await explore({ sort: 'popular' }, 1)).toEqual(['3', '1', '4', '0', '2'])
    expect(await explore({ categoryId: 1 }, 2)).toEqual(['4', '0', '2'])
    expect(await explore({ categoryId: 6 })).toEqual([])
  })

  it('refuses a cursor of another order, an unknown sort and a limit out of bounds', async () => {
    const cursor = nextOf(await plinth.call(listExplorePosts, { query: { limit: 1 } }))
    for (const query of [
      { sort: 'newest', cursor },
      { cursor: 'nonsense' },
      { sort: 'oldest' },
      { limit: 101 },
      { limit: 0 },
      { categoryId: 0 },
      { colour: 'red' },
    ]) {
      const { status } = await plinth.call(listExplorePosts, { query })
      expect(status, JSON.stringify(query)).toBe(400)
    }
  })
})

describe('the posts of one person', () => {
  it('are all of them for the author and admins, and the visible ones for others', async () => {
    const maker = await plinth.person('Maker', { isCreator: true })
    const make = (title: string, minutes: number, options: object = {}) =>
      makePost(plinth.deps, maker, { title, createdAt: minutesAgo(minutes), ...options })
    await make('seen', 4)
    await make('private', 3, { isPublic: false })
    await make('pending', 2, { isApproved: false })
    await make('unfinished', 1, { isReady: false })
    const of = (as?: Person) => listed(listUserPosts, { params: { id: maker.id }, as }, 2)
    const all = ['unfinished', 'pending', 'private', 'seen']
    expect(await of(maker)).toEqual(all)
    expect(await of(admin)).toEqual(all)
    expect(await of(bob)).toEqual(['seen'])
    expect(await of()).toEqual(['seen'])
  })

  it('are 404 for an unknown or suspended person', async () => {
    const gone = await plinth.person('Gone')
    await plinth.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', gone.id)
      .execute()
    for (const id of [gone.id, newId()]) {
      expect((await plinth.call(listUserPosts, { params: { id } })).status).toBe(404)
    }
    expect(await titles(listUserPosts, { params: { id: bob.id } })).toEqual([])
  })
})

describe.each([
  ['liked', listLikedPosts, likePost],
  ['saved', listSavedPosts, savePost],
] as const)('the %s posts', (_, list, mark) => {
  it('are in the order of the likes or saves, without those that became invisible', async () => {
    const reader = await plinth.person('Reader')
    const ids: string[] = []
    for (const title of ['a', 'b', 'c', 'd']) {
      const id = await makePost(plinth.deps, marit, { title })
      ids.push(id)
      await plinth.call(mark, { params: { id }, as: reader })
    }
    expect(await listed(list, { as: reader }, 3)).toEqual(['d', 'c', 'b', 'a'])
    await plinth.deps.db
      .updateTable('posts')
      .set({ is_public: false })
      .where('id', '=', ids[1] ?? '')
      .execute()
    expect(await listed(list, { as: reader }, 1)).toEqual(['d', 'c', 'a'])
    expect(await titles(list, { as: bob })).toEqual([])
    await plinth.call(mark, { params: { id: ids[3] }, as: reader })
    expect(await titles(list, { as: reader })).toEqual(['c', 'a'])
  })

  it("are the viewer's own only, and refuse a cursor of another list", async () => {
    expect((await plinth.call(list)).status).toBe(401)
    const query = { limit: 1, sort: 'newest' }
    const cursor = nextOf(await plinth.call(listExplorePosts, { query }))
    expect(cursor).not.toBeNull()
    expect((await plinth.call(list, { as: bob, query: { cursor } })).status).toBe(400)
  })
})

describe('works and posts with a tag', () => {
  it('are found in upper or lower case, newest first, posts and works separately', async () => {
    const maker = await plinth.person('Tagger', { isCreator: true })
    for (const [at, tag] of ['Riso', 'RISO', 'riso', 'other'].entries()) {
      const createdAt = minutesAgo(at)
      await makePost(plinth.deps, maker, { title: `post ${at}`, tags: [tag], createdAt })
      await makeWork(plinth.deps, maker, { title: `work ${at}`, tags: [tag], createdAt })
    }
    await makePost(plinth.deps, maker, { title: 'private', tags: ['riso'], isPublic: false })
    await makeWork(plinth.deps, maker, { title: 'unlisted', tags: ['riso'], isListed: false })
    for (const tag of ['riso', 'RiSo', '#riso']) {
      expect(await listed(listTagPosts, { params: { tag } })).toEqual([
        'post 0',
        'post 1',
        'post 2',
      ])
      expect(await listed(listTagPortfolios, { params: { tag } })).toEqual([
        'work 0',
        'work 1',
        'work 2',
      ])
    }
    expect(await titles(listTagPosts, { params: { tag: 'nobody-uses-this' } })).toEqual([])
  })

  it.each([
    ['posts', listTagPosts],
    ['works', listTagPortfolios],
  ])('takes no blank tag, none too long, and no broken cursor: %s', async (_, endpoint) => {
    for (const tag of [' ', 'x'.repeat(51)]) {
      expect((await plinth.call(endpoint, { params: { tag } })).status).toBe(400)
    }
    const query = { cursor: 'nonsense' }
    expect((await plinth.call(endpoint, { params: { tag: 'riso' }, query })).status).toBe(400)
  })
})
