import { blockUser, listBlocked, unblockUser } from '@plinth/contract/people/blocks.ts'
import { createComment, updateComment } from '@plinth/contract/posts/comments.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { likePost } from '@plinth/contract/posts/posts.ts'
import {
  followUser,
  getProfile,
  getUserStats,
  searchPeople,
} from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Answer, type NamedPerson, type Person } from '../../../test/app.ts'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let alice: Person
let bob: NamedPerson
let carol: Person
beforeEach(async () => {
  alice = await t.person('Alice', { isCreator: true })
  bob = await t.person('Bob')
  carol = await t.person('Carol')
})

const on = (whom: { id: string }) => ({ params: { id: whom.id } })
const block = (as: Person | undefined, whom: { id: string }) =>
  t.call(blockUser, { as, ...on(whom) })
const unblock = (as: Person | undefined, whom: { id: string }) =>
  t.call(unblockUser, { as, ...on(whom) })
const follow = (as: Person, whom: Person) =>
  t.call(followUser, { as, ...on(whom), body: { following: true } })
const comment = (as: Person, post: string, content = 'So well lit.', over: object = {}) =>
  t.call(createComment, { as, params: { id: post }, body: { content, ...over } })
const suspend = ({ id }: Person) =>
  t.deps.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute()

const expectStatus = async (answer: Promise<Answer>, status: number, code?: string) => {
  const { status: found, body } = await answer
  expect([found, body.code], JSON.stringify(body)).toEqual([status, code])
}

/** Follower and following counts of somebody, which must agree with the rows. */
async function countsOf({ id }: Person): Promise<[followers: number, following: number]> {
  const { rows } = await sql<{ followers: number; following: number }>`
    select (select count(*)::int from follows where followed_id = ${id}::uuid) as followers,
      (select count(*)::int from follows where follower_id = ${id}::uuid) as following`.execute(
    t.deps.db,
  )
  const { body } = await t.call(getUserStats, { params: { id } })
  expect(body).toMatchObject(rows[0] ?? {})
  return [body.followers, body.following]
}

async function notificationsOf(person: Person): Promise<Notification[]> {
  await waitForOutbox(t)
  return (await t.call(listNotifications, { as: person })).body
}

describe('blocking', () => {
  it('can be repeated, as can unblocking, with the effect of one', async () => {
    for (let time = 0; time < 2; time += 1) await expectStatus(block(alice, bob), 204)
    expect((await t.call(listBlocked, { as: alice })).body).toEqual([
      {
        id: bob.id,
        handle: bob.handle,
        firstName: 'Bob',
        lastName: 'Test',
        profileImageUrl: null,
        location: null,
        isCreator: false,
        craft: null,
        isFollowing: false,
        followsViewer: false,
      },
    ])
    expect((await t.call(listBlocked, { as: bob })).body).toEqual([])
    for (let time = 0; time < 2; time += 1) await expectStatus(unblock(alice, bob), 204)
    expect((await t.call(listBlocked, { as: alice })).body).toEqual([])
  })

  it('shows on the other’s profile, for the person who blocks them alone', async () => {
    const profileTo = async (as: Person | undefined, whom: Person) =>
      (await t.call(getProfile, { as, ...on(whom) })).body
    await block(alice, bob)
    expect(await profileTo(alice, bob)).toMatchObject({ id: bob.id, isBlocked: true })
    expect(await profileTo(alice, carol)).toMatchObject({ isBlocked: false })
    expect(await profileTo(carol, bob)).toMatchObject({ isBlocked: false })
    expect(await profileTo(undefined, bob)).toMatchObject({ isBlocked: false })
    await unblock(alice, bob)
    expect(await profileTo(alice, bob)).toMatchObject({ isBlocked: false })
  })

  it('requires a session and another person who exists', async () => {
    await suspend(carol)
    await expectStatus(block(undefined, bob), 401, 'auth.required')
    await expectStatus(unblock(undefined, bob), 401, 'auth.required')
    await expectStatus(block(bob, bob), 400, 'input.invalid')
    await expectStatus(block(bob, { id: bob.id.toUpperCase() }), 400, 'input.invalid')
    await expectStatus(block(bob, { id: 'x' }), 400, 'input.invalid')
    await expectStatus(unblock(bob, { id: 'x' }), 400, 'input.invalid')
    await expectStatus(block(bob, { id: newId() }), 404, 'not_found')
    await expectStatus(block(bob, carol), 404, 'not_found')
    await expectStatus(unblock(bob, { id: newId() }), 204)
    const admin = await t.person('Root', { isAdmin: true })
    for (const as of [alice, admin]) await expectStatus(block(as, bob), 204)
    const withBody = t.call(blockUser, { as: bob, ...on(alice), body: { x: 1 } })
    await expectStatus(withBody, 400, 'input.invalid')
  })

  it('ends follows both ways, updates live, and does not bring them back', async () => {
    await follow(alice, bob)
    await follow(bob, alice)
    await follow(carol, alice)
    expect(await countsOf(alice)).toEqual([2, 1])
    const reader = await readLive(await listen(t), alice)
    await reader.next('hello')
    await expectStatus(block(alice, bob), 204)
    expect(await reader.next('followers')).toMatchObject({ followers: 1 })
    reader.close()
    expect(await countsOf(alice)).toEqual([1, 0])
    expect(await countsOf(bob)).toEqual([0, 0])
    await unblock(alice, bob)
    expect(await countsOf(alice)).toEqual([1, 0])
    await expectStatus(follow(bob, alice), 200)
  })
})

describe('the list of the blocked', () => {
  it('has the latest first, page by page as all at once, without suspended people', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, (_, n) => t.person(`Pest${n}`)))
    for (const person of people) await block(alice, person)
    await sql`update blocks set created_at = date_trunc('minute', created_at)
      where blocker_id = ${alice.id}::uuid`.execute(t.deps.db)
    const [gone] = people as [NamedPerson]
    await suspend(gone)
    const whole = idsOf(await t.call(listBlocked, { as: alice, query: { limit: 100 } }))
    expect(whole.toSorted()).toEqual(
      people
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    )
    for (const limit of [1, 2, 6, 21])
      expect(await walkIds(t, listBlocked, { as: alice, query: { limit } })).toEqual(whole)
  })

  it('requires a session, and refuses unknown parameters', async () => {
    await expectStatus(t.call(listBlocked), 401, 'auth.required')
    for (const query of [{ limit: 0 }, { limit: 101 }, { cursor: 'x' }, { colour: 'red' }])
      await expectStatus(t.call(listBlocked, { as: alice, query }), 400, 'input.invalid')
    const cursor = Buffer.from(JSON.stringify(['followers', 1, bob.id])).toString('base64url')
    await expectStatus(t.call(listBlocked, { as: alice, query: { cursor } }), 400, 'input.invalid')
  })
})

/** A block has the same effects in both directions. */
describe.each([
  ['whoever blocks', 0],
  ['whoever is blocked', 1],
] as const)('%s', (_, side) => {
  /** The person whose actions are tested, and the other. */
  let actor: Person
  let target: NamedPerson
  let lastName: string
  beforeEach(async () => {
    lastName = `T${newId().replaceAll('-', '')}`
    target = await t.person('Target', { isCreator: true, lastName })
    actor = await t.person('Actor')
  })
  const addBlock = () => (side === 0 ? block(actor, target) : block(target, actor))
  const removeBlock = () => (side === 0 ? unblock(actor, target) : unblock(target, actor))

  it('cannot follow the other, and is given no reason', async () => {
    await addBlock()
    const { status, body } = await follow(actor, target)
    const unknown = await t.call(followUser, { as: actor, params: { id: newId() } })
    expect([status, { ...body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }])
    expect(await countsOf(target)).toEqual([0, 0])
    await removeBlock()
    await expectStatus(follow(actor, target), 200)
  })

  it('cannot comment on the other’s posts, nor edit earlier comments there', async () => {
    const post = await makePost(t.deps, target)
    const { body: before } = await comment(actor, post)
    await addBlock()
    await expectStatus(comment(actor, post), 404, 'not_found')
    await expectStatus(comment(actor, post, 'Me again', { parentId: before.id }), 404, 'not_found')
    await expectStatus(
      t.call(updateComment, { as: actor, params: { id: before.id }, body: { content: 'New' } }),
      404,
      'not_found',
    )
    const elsewhere = await makePost(t.deps, carol)
    await expectStatus(comment(actor, elsewhere), 201)
    await removeBlock()
    await expectStatus(comment(actor, post), 201)
  })

  it('does not find the other in people search', async () => {
    const found = async () =>
      idsOf(await t.call(searchPeople, { as: actor, query: { search: lastName } }))
    await addBlock()
    expect(await found()).toEqual([])
    await removeBlock()
    expect(await found()).toEqual([target.id])
  })

  it('cannot mention the other, who is not notified', async () => {
    const post = await makePost(t.deps, carol)
    const text = `@${target.handle} look`
    const named = async () => {
      const { body } = await comment(actor, post, text)
      return body.mentions.map(({ userId }: { userId: string }) => userId)
    }
    await addBlock()
    expect(await named()).toEqual([])
    expect(await notificationsOf(target)).toEqual([])
    await removeBlock()
    expect(await named()).toEqual([target.id])
    expect(await notificationsOf(target)).toMatchObject([{ kind: 'mention' }])
  })

  it('gets no notifications of the other, and loses earlier ones', async () => {
    const post = await makePost(t.deps, target, { title: 'October jar' })
    const other = await makePost(t.deps, target)
    const like = (as: Person, id: string) => t.call(likePost, { as, params: { id } })
    await like(actor, post)
    await like(carol, post)
    await like(actor, other)
    await follow(actor, target)
    await follow(target, actor)
    const { body } = await comment(carol, post)
    await comment(actor, post, 'Yes', { parentId: body.id })
    expect(await notificationsOf(target)).toHaveLength(5)
    expect(await notificationsOf(actor)).toMatchObject([{ kind: 'follow' }])
    await expectStatus(addBlock(), 204)
    expect(await notificationsOf(target)).toMatchObject([
      { kind: 'comment', actors: [{ id: carol.id }] },
      { kind: 'like', actors: [{ id: carol.id }], actorCount: 1 },
    ])
    expect(await notificationsOf(actor)).toEqual([])
    expect(await notificationsOf(carol)).toMatchObject([
      { kind: 'reply', actors: [{ id: actor.id }] },
    ])
    await expectStatus(t.call(likePost, { as: actor, params: { id: other } }), 404, 'not_found')
    expect(await notificationsOf(target)).toHaveLength(2)
  })
})

describe('a block at the same time as other actions', () => {
  it('leaves no follow behind, and the counters correct', async () => {
    for (let round = 0; round < 15; round += 1) {
      await unblock(alice, bob)
      await unblock(bob, alice)
      const answers = await Promise.all([
        follow(alice, bob),
        follow(bob, alice),
        block(alice, bob),
        follow(bob, alice),
        ...(round % 3 === 0 ? [block(bob, alice)] : []),
        follow(carol, alice),
        t.call(followUser, { as: carol, ...on(bob) }),
      ])
      for (const { status } of answers) expect([200, 204, 404]).toContain(status)
      expect((await countsOf(alice))[1]).toBe(0)
      expect((await countsOf(bob))[1]).toBe(0)
      expect((await countsOf(alice))[0]).toBe(1)
      await countsOf(carol)
    }
    await waitForOutbox(t)
    const rows = [...(await notificationsOf(alice)), ...(await notificationsOf(bob))]
    for (const { actors } of rows) expect(actors).toMatchObject([{ id: carol.id }])
  })

  it('discards what the worker was about to notify', async () => {
    for (let round = 0; round < 5; round += 1) {
      const post = await makePost(t.deps, alice)
      await t.call(likePost, { as: bob, params: { id: post } })
      await Promise.all([block(alice, bob), comment(carol, post)])
      expect(
        (await notificationsOf(alice)).flatMap(({ actors }) => actors.map(({ id }) => id)),
      ).not.toContain(bob.id)
      await unblock(alice, bob)
    }
  })
})
