import { listFollowedPosts } from '@plinth/contract/posts/posts.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { idsOf, nextOf, walkIds } from '../../../../test/content/lists.ts'
import { makePost, type PostOptions } from '../../../../test/content/posts.ts'
import { MANY_FOLLOWS } from './feed-queries.ts'

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
  marit = await t.person('Marit')
  tomas = await t.person('Tomas')
})

const START = Date.UTC(2026, 0, 1)
/** A post made this many minutes after START. */
const post = (by: Person, minute: number, options: PostOptions = {}) =>
  makePost(t.deps, by, { createdAt: new Date(START + minute * 60_000), ...options })
const follow = (person: Person) => t.call(followUser, { as: vera, params: { id: person.id } })
const feed = (query: object = {}, as: Person | undefined = vera) =>
  t.call(listFollowedPosts, { as, query })

/** Ids of the whole feed, read page by page. */
const all = (limit: number) => walkIds(t, listFollowedPosts, { as: vera, query: { limit } })

/** Followed people with posts at various times, some at the same instant. Returns the posts, newest first. */
async function busyPeople(people: number, posts: number): Promise<{ id: string; by: string }[]> {
  const written: { id: string; by: string; minute: number }[] = []
  for (let n = 0; n < people; n += 1) {
    const person = await t.person(`P${n}`)
    await follow(person)
    for (let at = 0; at < posts; at += 1) {
      const minute = (n * 7 + at * 11) % 40
      written.push({ id: await post(person, minute), by: person.id, minute })
    }
  }
  return written.sort((a, b) => b.minute - a.minute || (a.id < b.id ? 1 : -1))
}

/** Follows by nobody in particular, so that the viewer counts as one who follows very many. */
async function followVeryMany(): Promise<void> {
  await sql`
    with crowd as (
      insert into users (id, first_name) select gen_random_uuid(), 'Crowd'
      from generate_series(1, ${MANY_FOLLOWS}::int) returning id),
    rows as (insert into follows (follower_id, followed_id) select ${vera.id}::uuid, id from crowd)
    update users set following_count = following_count + ${MANY_FOLLOWS}::int where id = ${vera.id}`.execute(
    t.deps.db,
  )
}

describe('the posts of the people one follows', () => {
  it('are listed newest first, and nobody else’s', async () => {
    await follow(marit)
    const older = await post(marit, 1, { title: 'Older' })
    const newer = await post(marit, 3)
    await post(tomas, 2)
    await post(vera, 4)
    const answer = await feed()
    expect(idsOf(answer)).toEqual([newer, older])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body[1]).toMatchObject({
      title: 'Older',
      isFollowing: true,
      isLiked: false,
      creator: { id: marit.id, firstName: 'Marit' },
    })

    await follow(tomas)
    expect(idsOf(await feed())).toHaveLength(3)
    await follow(marit)
    expect(idsOf(await feed())).toHaveLength(1)
  })

  it('leave out private, pending and unready posts, and suspended people', async () => {
    await follow(marit)
    await follow(tomas)
    const shown = await post(marit, 1)
    await post(marit, 2, { isPublic: false })
    await post(marit, 3, { isApproved: false })
    await post(marit, 4, { isReady: false })
    await post(tomas, 5)
    await sql`update users set suspended_at = now() where id = ${tomas.id}`.execute(t.deps.db)
    expect(idsOf(await feed())).toEqual([shown])
    await followVeryMany()
    expect(idsOf(await feed())).toEqual([shown])
  })

  it('take one statement as soon as it is known how many people one follows', async () => {
    await follow(marit)
    const shown = await post(marit, 1)
    const read = vi.spyOn(t.deps.reads, 'one')
    const statements = async () => {
      read.mockClear()
      expect(idsOf(await feed())).toEqual([shown])
      return read.mock.calls.length
    }
    expect(await statements()).toBe(1)
    await followVeryMany()
    expect([await statements(), await statements()]).toEqual([2, 1])
    await sql`update users set following_count = 1 where id = ${vera.id}`.execute(t.deps.db)
    expect([await statements(), await statements()]).toEqual([1, 1])
    read.mockRestore()
  })

  it('are paged without gaps, whether few people wrote much or many wrote little', async () => {
    for (const [people, posts] of [
      [3, 9],
      [26, 1],
    ] as const) {
      const ids = (await busyPeople(people, posts)).map(({ id }) => id)
      for (const limit of [1, 4, 20, 100]) {
        expect(await all(limit), `${people} people, pages of ${limit}`).toEqual(ids)
      }
      await sql`delete from posts`.execute(t.deps.db)
    }
  })

  it('stay in place while new ones arrive', async () => {
    await follow(marit)
    const ids = [await post(marit, 1), await post(marit, 2), await post(marit, 3)].reverse()
    const first = await feed({ limit: 2 })
    await post(marit, 9)
    const second = await feed({ limit: 2, cursor: nextOf(first) })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    expect(nextOf(second)).toBeNull()
  })

  it('are the same for somebody who follows very many people', async () => {
    const ids = (await busyPeople(5, 8)).map(({ id }) => id)
    await post(tomas, 99)
    await followVeryMany()
    for (const limit of [3, 20, 100]) expect(await all(limit)).toEqual(ids)
  })

  it('are found for somebody who follows very many people, however old they are', async () => {
    await follow(marit)
    const ids = [await post(marit, 2), await post(marit, 1)]
    // More by others than are looked through.
    await t.deps.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`insert into posts (id, creator_id, type, title, is_ready, created_at)
        select gen_random_uuid(), ${tomas.id}::uuid, 'image', 'Crowd', true,
          ${new Date(START)}::timestamptz + n * interval '1 hour'
        from generate_series(1, 5000) n`.execute(trx)
    })
    await followVeryMany()
    expect(await all(20)).toEqual(ids)
  })

  it('are empty while one follows nobody', async () => {
    await post(marit, 1)
    expect(await feed()).toMatchObject({ status: 200, body: [] })
  })

  it('are for members, and need a cursor of this list', async () => {
    expect(await t.call(listFollowedPosts)).toMatchObject({
      status: 401,
      body: { code: 'auth.required' },
    })
    const other = Buffer.from(JSON.stringify(['newest', 1, vera.id])).toString('base64url')
    for (const cursor of ['nonsense', other]) {
      expect(await feed({ cursor })).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    }
    expect((await feed({ limit: 0 })).status).toBe(400)
    expect((await feed({ limit: 101 })).status).toBe(400)
  })
})
