import { getPortfolio, listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  getPost,
  likePost,
  listFollowedPosts,
  listLikedPosts,
  listTagPosts,
  listUserPosts,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type CallInput, type Person } from '../test/app.ts'
import { makePost } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'
import type { Database } from './db/pool.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true })
  bob = await t.person('Bob')
  await t.call(followUser, { as: bob, params: { id: marit.id }, body: { following: true } })
})

const first = async (endpoint: EndpointDefinition, input: CallInput): Promise<Post> => {
  const { status, body } = await t.call(endpoint, input)
  expect(status).toBe(200)
  return (Array.isArray(body) ? body[0] : body) as Post
}

/** Changes that a card shows, each as whoever makes it in the database. */
const CHANGES: [string, (db: Database, post: string) => Promise<unknown>, object][] = [
  [
    'its title',
    (db, id) => sql`update posts set title = 'New' where id = ${id}`.execute(db),
    { title: 'New' },
  ],
  [
    'its tags',
    (db, id) => sql`update posts set tags = '{one,two}' where id = ${id}`.execute(db),
    { tags: ['one', 'two'] },
  ],
  [
    'that it is featured',
    (db, id) => sql`update posts set featured_at = now() where id = ${id}`.execute(db),
    { isFeatured: true },
  ],
  [
    'that it is sensitive',
    (db, id) => sql`update posts set sensitive_by_admin = true where id = ${id}`.execute(db),
    { isSensitive: true },
  ],
  [
    'its author’s name',
    (db, id) =>
      sql`update users set last_name = 'Berg' where id = (select creator_id from posts where id = ${id})`.execute(
        db,
      ),
    { creator: { lastName: 'Berg' } },
  ],
  [
    'what its file shows',
    (db, id) =>
      sql`update media set alt = 'Two plates' where id in (select media_id from post_media where post_id = ${id})`.execute(
        db,
      ),
    { media: [{ picture: { alt: 'Two plates' } }] },
  ],
  [
    'its work’s price',
    (db, id) =>
      sql`update portfolio_items set starting_price_cents = 12300 where id = (select portfolio_id from posts where id = ${id})`.execute(
        db,
      ),
    { price: 123 },
  ],
  [
    'a like',
    (db, id) => sql`update posts set like_count = like_count + 1 where id = ${id}`.execute(db),
    { likes: 2, likeCount: 2 },
  ],
]

describe('a card that was already shown', () => {
  it.each(CHANGES)('shows %s at once in every list', async (_, change, expected) => {
    const maker = await t.person('Solveig', { isCreator: true })
    await t.call(followUser, { as: bob, params: { id: maker.id }, body: { following: true } })
    const work = await makeWork(t.deps, maker, { priceCents: 45_000 })
    const id = await makePost(t.deps, maker, { title: 'Old', tags: ['one'], portfolioId: work })
    await t.call(likePost, { as: bob, params: { id }, body: { liked: true } })
    const lists: [EndpointDefinition, CallInput][] = [
      [listFollowedPosts, { as: bob }],
      [listLikedPosts, { as: bob }],
      [listUserPosts, { as: bob, params: { id: maker.id } }],
      [listTagPosts, { as: bob, params: { tag: 'one' } }],
      [getPost, { as: bob, params: { id } }],
    ]
    for (const [endpoint, input] of lists)
      expect(await first(endpoint, input)).toMatchObject({ id, title: 'Old', isLiked: true })
    await change(t.deps.db, id)
    for (const [endpoint, input] of lists)
      expect(await first(endpoint, input), endpoint.path).toMatchObject(expected)
  })

  it('is gone from every list with its post', async () => {
    const id = await makePost(t.deps, marit, { title: 'Gone', tags: ['gone'] })
    const of = { as: bob, params: { tag: 'gone' } }
    expect(await first(listTagPosts, of)).toMatchObject({ id })
    await sql`update posts set is_public = false where id = ${id}`.execute(t.deps.db)
    expect((await t.call(listTagPosts, of)).body).toEqual([])
    expect((await t.call(getPost, { as: bob, params: { id } })).status).toBe(404)
    // Its author still sees it.
    expect(await first(getPost, { as: marit, params: { id } })).toMatchObject({ isPublic: false })
  })

  it('shows files that failed to its author and to no one else, whoever looked first', async () => {
    const id = await makePost(t.deps, marit, { title: 'Half' })
    const second = await makePost(t.deps, marit, { title: 'Other half', isPublic: false })
    await sql`insert into post_media (post_id, position, media_id)
      select ${id}, 1, media_id from post_media where post_id = ${second}`.execute(t.deps.db)
    await sql`update media set state = 'failed', failure = 'It is broken.' where id = (
      select media_id from post_media where post_id = ${id} and position = 1)`.execute(t.deps.db)
    for (let round = 0; round < 2; round += 1) {
      expect((await first(getPost, { as: bob, params: { id } })).media).toHaveLength(1)
      expect((await first(getPost, { as: marit, params: { id } })).media).toHaveLength(2)
    }
  })

  it('of a work shows its new rating and price', async () => {
    const id = await makeWork(t.deps, marit, { priceCents: 10_000 })
    const lists: [EndpointDefinition, CallInput][] = [
      [listUserPortfolios, { as: bob, params: { id: marit.id } }],
      [getPortfolio, { as: bob, params: { id } }],
    ]
    for (const [endpoint, input] of lists)
      expect(await first(endpoint, input)).toMatchObject({ startingPrice: 100, rating: null })
    await sql`update users set review_count = 2, rating_sum = 9 where id = ${marit.id}`.execute(
      t.deps.db,
    )
    await sql`update portfolio_items set starting_price_cents = 20000 where id = ${id}`.execute(
      t.deps.db,
    )
    for (const [endpoint, input] of lists)
      expect(await first(endpoint, input)).toMatchObject({
        startingPrice: 200,
        rating: { average: 4.5, count: 2 },
      })
  })
})

describe('two people’s flags', () => {
  it('never mix, however their requests are interleaved', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => t.person(`Reader ${at}`)))
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        makePost(t.deps, marit, { title: `Mixed ${at}`, tags: ['mixed'] }),
      ),
    )
    // Reader n likes post n alone.
    await Promise.all(
      people.map((as, at) =>
        t.call(likePost, { as, params: { id: ids[at] ?? '' }, body: { liked: true } }),
      ),
    )
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, turn) => {
        const at = turn % people.length
        const { body } = await t.call(listTagPosts, { as: people[at], params: { tag: 'mixed' } })
        return { at, liked: (body as Post[]).filter(({ isLiked }) => isLiked).map(({ id }) => id) }
      }),
    )
    for (const { at, liked } of answers) expect(liked).toEqual([ids[at]])
  })
})
