import { randomUUID } from 'node:crypto'
import { likePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import {
  hidePost,
  likePost,
  listForYou,
  savePost,
  showLessOf,
  type ForYouPost,
} from '@plinth/contract/posts/posts.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../../test/app.ts'
import { idsOf, nextOf } from '../../../../test/content/lists.ts'
import { makePost, type PostOptions } from '../../../../test/content/posts.ts'
import { makeWork } from '../../../../test/content/works.ts'

// No background jobs, because the tables are emptied between tests.
const t = testApp({ JOBS: 'off' })
let vera: Person
let marit: Person
let tomas: Person
beforeEach(async () => {
  await t.deps.db.transaction().execute(async (trx) => {
    // The ledger refers to people and cannot be emptied otherwise.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate users cascade`.execute(trx)
  })
  vera = await t.person('Vera')
  marit = await t.person('Marit', { isCreator: true })
  tomas = await t.person('Tomas', { isCreator: true })
  // Old accounts, so that nobody is a newcomer unless a test makes them one.
  await sql`update users set created_at = now() - interval '1 year'`.execute(t.deps.db)
})

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)
const post = (by: Person, options: PostOptions = {}) =>
  makePost(t.deps, by, { createdAt: ago(2), viewCount: 100, likeCount: 10, ...options })

const list = (as?: Person, query: object = {}) => t.call(listForYou, { as, query })
const postsOf = ({ body }: Answer): ForYouPost[] => body
const hide = (id: string, hidden = true, as: Person | undefined = vera) =>
  t.call(hidePost, { as, params: { id }, body: { hidden } })
const less = (id: string, wish = true, as: Person | undefined = vera) =>
  t.call(showLessOf, { as, params: { id }, body: { less: wish } })

/** Everything that a visit shows, page by page. */
async function allOf(as: Person, limit = 20): Promise<ForYouPost[]> {
  const posts: ForYouPost[] = []
  let answer = await afresh(as, { limit })
  posts.push(...postsOf(answer))
  while (nextOf(answer) !== null) {
    answer = await list(as, { limit, cursor: nextOf(answer) })
    posts.push(...postsOf(answer))
  }
  return posts
}
const isOlder = ({ reasons }: ForYouPost) => reasons.some(({ kind }) => kind === 'older')
const look = (by: Person, id: string, days = 0) =>
  sql`insert into post_views (post_id, day, viewer_id)
    values (${id}, (now() at time zone 'utc')::date - ${days}::int, ${by.id})`.execute(t.deps.db)

/** A first page from a new list, because the saved one has expired. */
async function afresh(as: Person, query: object = {}): Promise<Answer> {
  await sql`update for_you_lists set made_at = now() - interval '61 seconds'
    where user_id = ${as.id}`.execute(t.deps.db)
  return list(as, query)
}

async function manyPosts(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    ids.push(await post(at % 2 === 0 ? marit : tomas, { createdAt: ago(1 + at) }))
  }
  return ids
}

describe('a member', () => {
  it('gets first what they follow, save and like, with the reasons', async () => {
    const ines = await t.person('Ines', { isCreator: true })
    const otto = await t.person('Otto', { isCreator: true })
    await sql`update users set created_at = now() - interval '1 year'`.execute(t.deps.db)
    // Too few to be called popular.
    const few = { likeCount: 4 }
    const plain = await post(otto, { categoryId: 3, ...few })
    const followed = await post(marit, { categoryId: 3, ...few })
    const tagged = await post(ines, { tags: ['Linocut', 'paper'], categoryId: 3, ...few })
    const ofCategory = await post(tomas, { categoryId: 2, ...few })
    expect(new Set(idsOf(await list(vera)))).toEqual(new Set([plain, followed, tagged, ofCategory]))

    await t.call(followUser, { as: vera, params: { id: marit.id } })
    const saved = await post(otto, { tags: ['linocut'], categoryId: null, createdAt: ago(90) })
    await t.call(savePost, { as: vera, params: { id: saved } })
    for (let n = 0; n < 3; n += 1) {
      const work = await makeWork(t.deps, tomas, { categoryId: 2 })
      await t.call(likePortfolio, { as: vera, params: { id: work } })
    }
    const answer = await afresh(vera)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([followed, tagged, ofCategory, plain])
    expect(postsOf(answer).map(({ reasons }) => reasons)).toEqual([
      [{ kind: 'follow', text: 'You follow Marit' }],
      [{ kind: 'tag', text: 'Because you save #linocut' }],
      [{ kind: 'category', text: 'You often like Photography' }],
      [],
    ])
    expect(postsOf(answer)[0]).toMatchObject({ isFollowing: true, isLiked: false })
    const after = await list(vera, { cursor: nextOf(answer) })
    expect(postsOf(after)).toMatchObject([{ id: saved, isSaved: true }])
  })

  it('gets popular posts, new posts and newcomers of all categories before liking anything', async () => {
    const nina = await t.person('Nina', { isCreator: true, days: 0 })
    for (let categoryId = 1; categoryId <= 6; categoryId += 1) {
      await post(categoryId % 2 === 0 ? marit : tomas, { categoryId, createdAt: ago(3) })
    }
    const byNewcomer = await post(nina, { likeCount: 0, viewCount: 0, createdAt: ago(0) })
    const answer = await list(vera)
    expect(new Set(postsOf(answer).map(({ categoryId }) => categoryId))).toEqual(
      new Set([1, 2, 3, 4, 5, 6]),
    )
    const reasons = new Map(postsOf(answer).map((one) => [one.id, one.reasons]))
    expect(reasons.get(byNewcomer)?.map(({ kind }) => kind)).toEqual(['fresh', 'newcomer'])
    expect([...reasons.values()].flat().map(({ text }) => text)).toContain('Popular this week')
  })

  it('never gets private, pending or unready posts, their own, or those of suspended people', async () => {
    const shown = await post(marit)
    const going = await post(tomas)
    await post(marit, { isPublic: false })
    await post(marit, { isApproved: false })
    await post(marit, { isReady: false })
    await post(vera)
    expect(new Set(idsOf(await list(vera)))).toEqual(new Set([shown, going]))
    await sql`update users set suspended_at = now() where id = ${tomas.id}`.execute(t.deps.db)
    // At once in the saved list, and in the next.
    expect(idsOf(await list(vera))).toEqual([shown])
    expect(idsOf(await afresh(vera))).toEqual([shown])
    const admin = await t.person('Ada', { isAdmin: true })
    expect(idsOf(await list(admin)).length).toBe(2)
  })

  it('gets an empty list while there are no posts, and the first post at once', async () => {
    expect(await list(vera)).toMatchObject({ status: 200, body: [] })
    const first = await post(marit)
    expect(idsOf(await list(vera))).toEqual([first])
  })

  it('gets 401 with an ended session', async () => {
    const answer = await list({ id: vera.id, cookie: 'plinth=ended' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.required' } })
  })
})

describe('paging', () => {
  it('follows the list in its original order while posts and likes arrive', async () => {
    const all = await manyPosts(30)
    const first = await list(vera, { limit: 12 })
    const [liked] = idsOf(first)
    await post(tomas, { createdAt: ago(0), likeCount: 90 })
    await t.call(likePost, { as: vera, params: { id: liked ?? '' } })

    const again = await list(vera, { limit: 12 })
    expect(idsOf(again)).toEqual(idsOf(first))
    expect(postsOf(again)[0]).toMatchObject({ isLiked: true, likeCount: 11 })
    const second = await list(vera, { limit: 12, cursor: nextOf(first) })
    const third = await list(vera, { limit: 12, cursor: nextOf(second) })
    const ids = [first, second, third].flatMap(idsOf)
    expect(ids).toHaveLength(30)
    expect(new Set(ids)).toEqual(new Set(all))
    const end = await list(vera, { limit: 12, cursor: nextOf(third) })
    expect(end.body).toEqual([])
    expect(nextOf(end)).toBeNull()
    expect(idsOf(await list(vera, { limit: 100 }))).toEqual(ids)

    expect(await allOf(vera)).toHaveLength(31)
  })

  it('starts with the same list for two requests at once', async () => {
    await manyPosts(6)
    const [one, other] = await Promise.all([list(vera), list(vera)])
    expect(one.status).toBe(200)
    expect(idsOf(one)).toEqual(idsOf(other))
  })

  it('leaves out posts that were deleted or made private, and continues', async () => {
    await manyPosts(9)
    const ids = idsOf(await list(vera))
    const first = await list(vera, { limit: 3 })
    await sql`delete from posts where id = ${ids[3]}`.execute(t.deps.db)
    await sql`update posts set is_public = false where id in (${ids[4]}, ${ids[5]})`.execute(
      t.deps.db,
    )
    const second = await list(vera, { limit: 3, cursor: nextOf(first) })
    expect(second.body).toEqual([])
    const third = await list(vera, { limit: 3, cursor: nextOf(second) })
    expect(idsOf(third)).toEqual(ids.slice(6))
  })

  it('continues at the same place when the list was made again or deleted', async () => {
    await manyPosts(8)
    const cursor = nextOf(await list(vera, { limit: 3 }))
    await post(tomas, { createdAt: ago(0) })
    const anew = idsOf(await afresh(vera))
    expect(idsOf(await list(vera, { limit: 3, cursor }))).toEqual(anew.slice(3, 6))
    await sql`delete from for_you_lists`.execute(t.deps.db)
    expect(idsOf(await list(vera, { limit: 3, cursor }))).toEqual(anew.slice(3, 6))
    const beyond = Buffer.from(JSON.stringify([randomUUID(), 9_007_199_254_740_991]))
    expect(await list(vera, { cursor: beyond.toString('base64url') })).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('makes a new list when it has another version of the ranking', async () => {
    await manyPosts(2)
    const old = await list(vera)
    await post(tomas)
    expect(idsOf(await list(vera))).toEqual(idsOf(old))
    await sql`update for_you_lists set ranking_version = 0`.execute(t.deps.db)
    expect(idsOf(await list(vera))).toHaveLength(3)
  })

  it.each([
    'nonsense',
    ['not an id', 20],
    [randomUUID(), -1],
    [randomUUID(), 1.5],
    [randomUUID(), '20'],
    ['popular', 1, randomUUID()],
    ['older', 1, 'not an id'],
    ['older', 20],
  ])('refuses a cursor that no list gave out: %j', async (values) => {
    const cursor =
      typeof values === 'string'
        ? values
        : Buffer.from(JSON.stringify(values)).toString('base64url')
    const answer = await list(vera, { cursor })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })

  it.each([
    ['popular', 'hot', randomUUID()],
    ['popular', 1, 'not an id'],
    ['newest', 1, randomUUID()],
    [randomUUID(), 20],
  ])('refuses a visitor a cursor that their list did not give out: %j', async (...values) => {
    const cursor = Buffer.from(JSON.stringify(values)).toString('base64url')
    expect(await list(undefined, { cursor })).toMatchObject({ status: 400 })
  })
})

describe('after everything new', () => {
  it('come older posts, newest first and each once, and then the end', async () => {
    const ids = await manyPosts(9)
    const seen = [ids[1], ids[4], ids[7]] as string[]
    for (const [at, id] of seen.entries()) await look(vera, id, at)
    const shown = await allOf(vera, 2)
    const older = shown.filter(isOlder)
    expect(shown.slice(6)).toEqual(older)
    expect(older.map(({ id }) => id)).toEqual(seen)
    expect(older[0]?.reasons).toHaveLength(1)
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(ids))
    expect(shown).toHaveLength(9)
  })

  it('are what the viewer looked at weeks ago, liked or saved', async () => {
    const [looked, liked, saved, unseen] = (await manyPosts(4)) as [string, string, string, string]
    await sql`update posts set created_at = created_at - interval '60 days'`.execute(t.deps.db)
    await look(vera, looked, 50)
    await t.call(likePost, { as: vera, params: { id: liked } })
    await t.call(savePost, { as: vera, params: { id: saved } })
    const shown = await allOf(vera)
    expect(shown.map(({ id }) => id)).toEqual([unseen, looked, liked, saved])
    expect(shown.map(isOlder)).toEqual([false, true, true, true])
  })

  it('starts with older posts at once when nothing is new, until something is', async () => {
    const ids = await manyPosts(3)
    for (const id of ids) await look(vera, id)
    const answer = await list(vera)
    expect(idsOf(answer)).toEqual(ids)
    expect(postsOf(answer).every(isOlder)).toBe(true)
    expect(nextOf(answer)).toBeNull()
    const brandNew = await post(tomas, { createdAt: ago(0) })
    expect(idsOf(await list(vera))).toEqual([brandNew])
  })

  it('comes nothing that the viewer may not see or asked for less of', async () => {
    const wim = await t.person('Wim', { isCreator: true })
    const [seen, hidden] = [await post(marit), await post(marit)]
    const [damped, blocked] = [await post(tomas), await post(wim)]
    const own = await post(vera)
    const unlisted = await post(marit, { isPublic: false })
    for (const id of [seen, hidden, damped, blocked, own, unlisted]) await look(vera, id)
    await hide(hidden)
    await less(tomas.id)
    await sql`insert into blocks (blocker_id, blocked_id)
      values (${wim.id}, ${vera.id})`.execute(t.deps.db)
    expect((await allOf(vera)).map(({ id }) => id)).toEqual([seen])
  })
})

describe('a visitor', () => {
  it('gets what is popular now, page by page, with a reason only where it is true', async () => {
    const hot = (by: Person, heat: number, options: PostOptions = {}) =>
      post(by, { hot: heat, ...options })
    const ids = [
      await hot(marit, 9),
      await hot(tomas, 8, { likeCount: 4 }),
      await hot(tomas, 7, { createdAt: ago(8) }),
      await hot(marit, 6.123456789),
      await hot(marit, 6.123456789),
    ]
    const [last] = ids.slice(3).sort()
    const suspended = await t.person('Sly')
    await hot(suspended, 10)
    await sql`update users set suspended_at = now() where id = ${suspended.id}`.execute(t.deps.db)
    await hot(marit, 10, { isPublic: false })

    const first = await list(undefined, { limit: 4 })
    // The one with a few likes only comes last on this page, and the next page goes on below it.
    const [, few] = ids
    expect(idsOf(first)).toEqual([...ids.filter((id) => id !== few && id !== last), few])
    expect(postsOf(first).map(({ reasons }) => reasons.map(({ text }) => text))).toEqual([
      ['Popular this week'],
      [],
      ['Popular this week'],
      [],
    ])
    const second = await list(undefined, { limit: 4, cursor: nextOf(first) })
    expect(idsOf(second)).toEqual([last])
    expect(nextOf(second)).toBeNull()
  })

  it('gets an empty list while there are no posts', async () => {
    expect(await list()).toMatchObject({ status: 200, body: [] })
  })
})

describe('not for me', () => {
  it('removes a post from every page at once, and from later lists, until it is put back', async () => {
    await manyPosts(6)
    const ids = idsOf(await list(vera))
    const first = await list(vera, { limit: 2 })
    const hidden = ids[3] ?? ''
    expect(await hide(hidden)).toMatchObject({ status: 200, body: { hidden: true } })
    expect(await hide(hidden)).toMatchObject({ status: 200, body: { hidden: true } })
    // The list that is being read stays as it is but for that post.
    const second = await list(vera, { limit: 4, cursor: nextOf(first) })
    expect(idsOf(second)).toEqual(ids.slice(2).filter((id) => id !== hidden))
    expect(idsOf(await list(vera))).not.toContain(hidden)
    expect(idsOf(await afresh(vera))).toHaveLength(5)
    // Other people still get the post.
    expect(idsOf(await list(await t.person('Wim')))).toContain(hidden)

    expect(await hide(hidden, false)).toMatchObject({ status: 200, body: { hidden: false } })
    expect(await hide(hidden, false)).toMatchObject({ status: 200, body: { hidden: false } })
    expect(idsOf(await list(vera))).toContain(hidden)
  })

  it('shows less like it', async () => {
    const linocut = await post(marit, { tags: ['linocut'], likeCount: 20 })
    const other = await post(tomas)
    const hidden = await post(marit, { tags: ['Linocut'], createdAt: ago(40) })
    expect(idsOf(await list(vera)).slice(0, 2)).toEqual([linocut, other])
    await hide(hidden)
    expect(idsOf(await list(vera))).toEqual([other, linocut])
  })

  it('is refused without a session, for a post that cannot be seen, and with an invalid body', async () => {
    const id = await post(marit)
    expect((await t.call(hidePost, { params: { id }, body: { hidden: true } })).status).toBe(401)
    for (const options of [{ isPublic: false }, { isApproved: false }, { isReady: false }]) {
      expect((await hide(await post(marit, options))).status).toBe(404)
    }
    expect((await hide(randomUUID())).status).toBe(404)
    const bad = await t.call(hidePost, { as: vera, params: { id }, body: {} })
    expect(bad).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    await sql`update users set suspended_at = now() where id = ${marit.id}`.execute(t.deps.db)
    expect((await hide(id)).status).toBe(404)
  })
})

describe('less from this person', () => {
  it('puts their posts last from the next list on, until it is undone', async () => {
    await t.call(followUser, { as: vera, params: { id: marit.id } })
    const hers = await post(marit)
    const his = await post(tomas)
    expect(idsOf(await list(vera))).toEqual([hers, his])
    expect(await less(marit.id)).toMatchObject({ status: 200, body: { less: true } })
    expect(await less(marit.id.toUpperCase())).toMatchObject({ status: 200, body: { less: true } })
    expect(idsOf(await list(vera))).toEqual([his, hers])
    expect(await less(marit.id, false)).toMatchObject({ status: 200, body: { less: false } })
    expect(idsOf(await list(vera))).toEqual([hers, his])
  })

  it('does not change the list that is being read', async () => {
    await manyPosts(6)
    const ids = idsOf(await list(vera))
    const first = await list(vera, { limit: 2 })
    await less(marit.id)
    expect(idsOf(await list(vera, { cursor: nextOf(first) }))).toEqual(ids.slice(2))
  })

  it('is refused for oneself, for unknown and suspended people, and without a session', async () => {
    for (const id of [vera.id, vera.id.toUpperCase()]) {
      expect(await less(id)).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    }
    const signedOut = { params: { id: marit.id }, body: { less: true } }
    expect((await t.call(showLessOf, signedOut)).status).toBe(401)
    expect((await less(randomUUID())).status).toBe(404)
    await sql`update users set suspended_at = now() where id = ${marit.id}`.execute(t.deps.db)
    expect((await less(marit.id)).status).toBe(404)
    const bad = await t.call(showLessOf, { as: vera, params: { id: tomas.id }, body: { less: 1 } })
    expect(bad.status).toBe(400)
  })
})
