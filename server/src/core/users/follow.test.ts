import {
  followUser,
  getUserStats,
  listFollowers,
  listFollowing,
} from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Answer, type NamedPerson, type Person } from '../../../test/app.ts'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let alice: Person
let bob: Person
let carol: NamedPerson
let suspended: Person

beforeAll(async () => {
  suspended = await t.person('Sasha')
  await suspend(suspended)
})
beforeEach(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Ågren' })
  bob = await t.person('Bob', { lastName: "O'Brien" })
  carol = await t.person('Carol', { lastName: 'de la Cruz' })
})

const suspend = ({ id }: Person) =>
  t.deps.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute()
const follow = (as: Person | undefined, whom: { id: string }, body?: unknown) =>
  t.call(followUser, { as, params: { id: whom.id }, body })

/** Follower and following counts of somebody, which must agree with the rows. */
async function countsOf({ id }: Person): Promise<[followers: number, following: number]> {
  const { rows } = await sql<{ counted: [number, number]; rows: [number, number] }>`
    select array[follower_count, following_count] as counted, array[
      (select count(*)::int from follows where followed_id = u.id),
      (select count(*)::int from follows where follower_id = u.id)] as rows
    from users u where id = ${id}`.execute(t.deps.db)
  expect(rows[0]?.counted).toEqual(rows[0]?.rows)
  const { body } = await t.call(getUserStats, { params: { id } })
  expect([body.followers, body.following]).toEqual(rows[0]?.rows)
  return rows[0]?.counted ?? [-1, -1]
}

describe('following', () => {
  it('toggles without a body, and sets the wanted state with one', async () => {
    const answers = []
    for (const body of [undefined, undefined, {}, { following: true }, { following: false }]) {
      answers.push((await follow(bob, alice, body)).body)
    }
    answers.push((await follow(bob, alice, { following: false })).body)
    expect(answers).toEqual([
      { isFollowing: true, followers: 1 },
      { isFollowing: false, followers: 0 },
      { isFollowing: true, followers: 1 },
      { isFollowing: true, followers: 1 },
      { isFollowing: false, followers: 0 },
      { isFollowing: false, followers: 0 },
    ])
    await follow(bob, alice)
    expect((await follow(carol, alice)).body.followers).toBe(2)
    expect(await countsOf(alice)).toEqual([2, 0])
    expect(await countsOf(bob)).toEqual([0, 1])
  })

  it('requires a session, another person who exists, and a valid body', async () => {
    const expectError = async (answer: Promise<Answer>, status: number, code: string) => {
      const { status: found, body } = await answer
      expect([found, body.code]).toEqual([status, code])
      return body
    }
    await expectError(follow(undefined, alice), 401, 'auth.required')
    await expectError(follow(suspended, alice), 401, 'auth.required')
    const self = { ...bob, id: bob.id.toUpperCase() }
    for (const one of [bob, self]) {
      const { message } = await expectError(follow(bob, one), 400, 'input.invalid')
      expect(message).toBe('You can’t follow yourself.')
    }
    const missing = await expectError(follow(bob, { id: newId() }), 404, 'not_found')
    const hidden = await expectError(follow(bob, suspended), 404, 'not_found')
    expect({ ...missing, requestId: '' }).toEqual({ ...hidden, requestId: '' })
    await expectError(follow(bob, { id: 'x' }), 400, 'input.invalid')
    await expectError(follow(bob, alice, { following: 'yes' }), 400, 'input.invalid')
    await expectError(follow(bob, alice, { liked: true }), 400, 'input.invalid')
    const url = `/api/users/${alice.id}/follow?x=1`
    await expectError(t.request({ method: 'POST', url, as: bob }), 400, 'input.invalid')
    expect(await countsOf(alice)).toEqual([0, 0])
    expect(await countsOf(bob)).toEqual([0, 0])
    expect((await follow(bob, { id: alice.id.toUpperCase() })).body.isFollowing).toBe(true)
  })
})

describe('follows at once', () => {
  const expectFine = (answers: Answer[]) =>
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

  it('fifty by one person', async () => {
    const times = Array.from({ length: 50 })
    expectFine(await Promise.all(times.map(() => follow(bob, alice, { following: true }))))
    expect(await countsOf(alice)).toEqual([1, 0])
    const toggled = await Promise.all(times.map(() => follow(bob, alice)))
    expectFine(toggled)
    expect(toggled.filter(({ body }) => body.isFollowing)).toHaveLength(25)
    expect(await countsOf(alice)).toEqual([1, 0])
    expectFine(await Promise.all(times.map(() => follow(bob, alice, { following: false }))))
    expect(await countsOf(alice)).toEqual([0, 0])
    expect(await countsOf(bob)).toEqual([0, 0])
  })

  it('both wanted states', async () => {
    for (let round = 0; round < 20; round += 1) {
      const wishes = round % 2 === 0 ? [true, false] : [false, true]
      expectFine(await Promise.all(wishes.map((following) => follow(bob, alice, { following }))))
      await countsOf(bob)
      expect((await countsOf(alice))[0]).toBeLessThanOrEqual(1)
    }
  })

  it('each other, and in a circle', async () => {
    const circle = [alice, bob, carol]
    for (let round = 0; round < 10; round += 1) {
      const pairs = circle.flatMap((one) =>
        circle.filter((other) => other !== one).map((other) => [one, other] as const),
      )
      expectFine(await Promise.all(pairs.map(([one, other]) => follow(one, other))))
      const expected = round % 2 === 0 ? [2, 2] : [0, 0]
      for (const person of circle) expect(await countsOf(person)).toEqual(expected)
    }
  })

  it('thirty people one, while others unfollow', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Fan${n}`)
    const fans = await Promise.all(names.map((name) => t.person(name)))
    const answers = await Promise.all(fans.map((fan) => follow(fan, alice)))
    expectFine(answers)
    expect(new Set(answers.map(({ body }) => body.followers)).size).toBe(30)
    expect(await countsOf(alice)).toEqual([30, 0])
    const some = await Promise.all(
      fans.map((fan, n) => follow(fan, alice, { following: n % 3 === 0 })),
    )
    expectFine(some)
    expect(await countsOf(alice)).toEqual([10, 0])
    for (const fan of fans) await countsOf(fan)
  })
})

describe.each([
  ['followers', listFollowers],
  ['following', listFollowing],
] as const)('the list of %s', (side, endpoint) => {
  const list = (query: object = {}, as?: Person) =>
    t.call(endpoint, { params: { id: alice.id }, query, as })
  /** Follows on the side of Alice that is tested. */
  const join = (person: Person) =>
    side === 'followers' ? follow(person, alice) : follow(alice, person)
  const at = async (person: Person, minute: number) => {
    await join(person)
    await t.deps.db
      .updateTable('follows')
      .set({ created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)) })
      .where((eb) => eb.or([eb('follower_id', '=', person.id), eb('followed_id', '=', person.id)]))
      .execute()
  }

  it('has the newest first, without suspended people, with their relation to the viewer', async () => {
    const dora = await t.person('Dora')
    for (const [minute, person] of [bob, carol, dora].entries()) await at(person, minute)
    await suspend(dora)
    await follow(bob, carol)
    const answer = await list({}, bob)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual([
      {
        id: carol.id,
        handle: carol.handle,
        firstName: 'Carol',
        lastName: 'de la Cruz',
        profileImageUrl: null,
        location: null,
        isCreator: false,
        craft: null,
        isFollowing: true,
        followsViewer: false,
      },
      expect.objectContaining({ id: bob.id, isFollowing: false, followsViewer: false }),
    ])
    const forCarol = await list({}, carol)
    expect(forCarol.body[1]).toMatchObject({ id: bob.id, isFollowing: false, followsViewer: true })
    for (const { isFollowing, followsViewer } of (await list()).body) {
      expect([isFollowing, followsViewer]).toEqual([false, false])
    }
    expect(JSON.stringify([answer.body, forCarol.body])).not.toMatch(/@example\.com|email/)
  })

  it('names the category of most of a creator’s newest listed works', async () => {
    const maker = await t.person('Maker', { isCreator: true })
    const former = await t.person('Former')
    const beginner = await t.person('Beginner', { isCreator: true })
    for (const [minute, person] of [beginner, former, maker].entries()) await at(person, minute)
    await makeWork(t.deps, former, { categoryId: 5 })
    for (const categoryId of [6, 2, 6]) await makeWork(t.deps, maker, { categoryId })
    for (let n = 0; n < 4; n += 1) await makeWork(t.deps, maker, { categoryId: 4, isListed: false })
    const crafts = (await list()).body.map(({ craft }: { craft: string | null }) => craft)
    expect(crafts).toEqual(['Crafting', null, null])
  })

  it('gives the same people page by page as all at once, even with equal times', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, (_, n) => t.person(`Fan${n}`)))
    for (const [n, person] of people.entries()) await at(person, Math.floor(n / 3))
    const whole = idsOf(await list({ limit: 100 }))
    expect(whole).toHaveLength(7)
    for (const query of [{}, { search: 'fan' }]) {
      for (const limit of [1, 2, 3, 6, 7, 21]) {
        const input = { params: { id: alice.id }, query: { ...query, limit } }
        expect(await walkIds(t, endpoint, input)).toEqual(whole)
      }
    }
  })

  it('finds by the beginning of any word of a name', async () => {
    const zofie = await t.person('Žofie', { lastName: 'Nováková' })
    for (const [minute, person] of [bob, carol, zofie].entries()) await at(person, minute)
    const find = async (search: string) => idsOf(await list({ search }))
    expect(await find('zof')).toEqual([zofie.id])
    expect(await find('ŽOFIE nova')).toEqual([zofie.id])
    expect(await find('novak zo')).toEqual([zofie.id])
    expect(await find("o'br")).toEqual([bob.id])
    expect(await find('cruz')).toEqual([carol.id])
    expect(await find('ruz')).toEqual([])
    expect(await find('carol nobody')).toEqual([])
    // Punctuation alone is no filter, and none of it has a meaning in the query.
    for (const signs of ['%', '_', '?!', '\\']) expect(await find(signs)).toHaveLength(3)
    expect(await find('o%n')).toEqual([])
  })

  it.each(['?limit=0', '?limit=101', '?cursor=abc', '?colour=red', '?search=%00'])(
    'answers 400 to %s',
    async (query) => {
      const url = `/api/users/${alice.id}/${side}${query}`
      expect((await t.request({ method: 'GET', url })).status).toBe(400)
    },
  )

  it('refuses a cursor of another list and one that the database could not read', async () => {
    const other = side === 'followers' ? 'following' : 'followers'
    for (const value of [
      [other, 1, alice.id],
      [side, 1.5, alice.id],
      [side, -1, alice.id],
      [side, 1, 'x'],
      [side, 1],
    ]) {
      const cursor = Buffer.from(JSON.stringify(value)).toString('base64url')
      expect((await list({ cursor })).status).toBe(400)
    }
  })

  it('answers 404 for unknown or suspended people, and 401 for a session that has ended', async () => {
    for (const id of [newId(), suspended.id]) {
      const { status, body } = await t.call(endpoint, { params: { id } })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const headers = { cookie: 'plinth=gone' }
    const { status, body } = await t.call(endpoint, { params: { id: alice.id }, headers })
    expect([status, body.code]).toEqual([401, 'auth.required'])
    expect((await list()).body).toEqual([])
  })
})
