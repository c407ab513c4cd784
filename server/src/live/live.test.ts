import { watchPosts } from '@plinth/contract/notifications/live.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, openSession, startTestApp, type Person, type TestApp } from '../../test/app.ts'
import { BUSES, startBus } from '../../test/buses.ts'
import { duringTests } from '../../test/lifetime.ts'
import { listen, readLive, type LiveReader } from '../../test/live-reader.ts'
import { makePost } from '../../test/content/posts.ts'

describe.each(BUSES)('over %s', (kind) => {
  const bus = duringTests(() => startBus(kind))
  const one = testApp(() => ({ JOBS: 'off', ...bus.settings }))
  /** A second process on the same database. */
  const two = testApp(() => ({
    JOBS: 'off',
    ...bus.settings,
    DATABASE_URL: one.deps.env.databaseUrl,
  }))
  let origin: string
  let secondOrigin: string
  let maker: Person
  let fan: Person
  let readers: LiveReader[] = []

  beforeAll(async () => {
    origin = await listen(one)
    secondOrigin = await listen(two)
    maker = await one.person('Marit', { isCreator: true })
    fan = await one.person('Dana')
  })
  afterEach(() => {
    for (const reader of readers) reader.close()
    readers = []
  })

  async function open(person: Person | null, at = origin): Promise<LiveReader> {
    const reader = await readLive(at, person)
    readers.push(reader)
    return reader
  }

  async function openAndWatch(
    person: Person,
    posts: string[],
    { at = origin, through = one }: { at?: string; through?: TestApp } = {},
  ): Promise<LiveReader> {
    const reader = await open(person, at)
    const { id } = await reader.next('hello')
    const { status } = await through.call(watchPosts, {
      as: person,
      params: { id },
      body: { posts },
    })
    expect(status).toBe(204)
    return reader
  }

  const setLikes = (id: string, count: number) =>
    one.deps.db.updateTable('posts').set({ like_count: count }).where('id', '=', id).execute()

  describe('a stream', () => {
    it('begins with hello, and must not be cached or compressed', async () => {
      const reader = await open(fan)
      expect(reader.status).toBe(200)
      expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(reader.headers.get('cache-control')).toBe('no-cache, no-transform')
      expect(reader.headers.get('x-accel-buffering')).toBe('no')
      expect(reader.headers.get('content-encoding')).toBeNull()
      const hello = await reader.next('hello')
      expect(hello).toEqual({ type: 'hello', id: expect.any(String), unread: 0, unreadMessages: 0 })
      expect(reader.events[0]).toEqual(hello)
    })

    it('is open to members only', async () => {
      expect((await open(null)).status).toBe(401)
      expect((await open({ id: '', cookie: 'plinth=nobody' })).status).toBe(401)
    })

    it('is in the API documentation', async () => {
      const { body } = await one.request({ method: 'GET', url: '/api/docs/json' })
      expect(body.paths['/api/live'].get.responses['200'].content).toHaveProperty([
        'text/event-stream',
      ])
    })

    it('ends when the same person opens more than ten', async () => {
      const person = await one.person('Busy')
      const first = await open(person)
      await first.next('hello')
      for (let more = 0; more < 9; more += 1) await (await open(person)).next('hello')
      expect(first.isOver()).toBe(false)
      await (await open(person)).next('hello')
      await expect.poll(first.isOver).toBe(true)
      expect(first.events.map((event) => event.type)).toEqual(['hello'])
      expect(readers.slice(1).some((reader) => reader.isOver())).toBe(false)
    })

    it('ends when the process stops, which does not wait for it', async () => {
      const third = await startTestApp({ JOBS: 'off' })
      const person = await third.person('Late')
      const reader = await open(person, await listen(third))
      await reader.next('hello')
      await third.close()
      await expect.poll(reader.isOver).toBe(true)
    })
  })

  describe('sign-out', () => {
    it.each([
      ['here', () => one],
      ['in another process', () => two],
    ])('%s ends the streams of that session within a second, and no other', async (_, where) => {
      const gone = { id: fan.id, cookie: await openSession(one.deps, fan.id) }
      const [ending, staying] = [await open(gone), await open(fan)]
      await Promise.all([ending.next('hello'), staying.next('hello')])
      const before = performance.now()
      await where().request({ method: 'GET', url: '/api/logout', as: gone })
      await ending.next('ended')
      await expect.poll(ending.isOver).toBe(true)
      expect(performance.now() - before).toBeLessThan(1_000)
      expect(staying.isOver()).toBe(false)
      expect((await open(gone)).status).toBe(401)
    })

    it('suspension ends all streams of the person', async () => {
      const person = await one.person('Rude')
      const reader = await open(person)
      await reader.next('hello')
      await sql`update users set suspended_at = now() where id = ${person.id}::uuid`.execute(
        one.deps.db,
      )
      two.deps.live.sessionsMoved(person.id)
      await reader.next('ended')
      await expect.poll(reader.isOver).toBe(true)
    })
  })

  describe('watched posts', () => {
    it('send their counts, whichever process changed them and whichever took the request', async () => {
      const post = await makePost(one.deps, maker)
      const near = await openAndWatch(fan, [post])
      const far = await openAndWatch(fan, [post], { at: secondOrigin })
      await Promise.all([near.next('post'), far.next('post')])
      await setLikes(post, 7)
      two.deps.live.postsMoved([post])
      const event = {
        type: 'post',
        id: post,
        likeCount: 7,
        saveCount: 0,
        commentCount: 0,
        shareCount: 0,
        viewCount: 0,
      }
      expect(await near.next('post')).toEqual(event)
      expect(await far.next('post')).toEqual(event)
    })

    it('are sent once for many changes', async () => {
      const post = await makePost(one.deps, maker)
      const reader = await openAndWatch(fan, [post])
      await reader.next('post')
      const before = reader.events.length
      // The id may come in any case.
      for (let count = 1; count <= 500; count += 1) one.deps.live.postsMoved([post.toUpperCase()])
      await setLikes(post, 500)
      await reader.next('post')
      one.deps.live.commentsMoved(post)
      await reader.next('comments')
      expect(reader.events.length - before).toBeLessThanOrEqual(3)
    })

    it('report changed comments and removed posts', async () => {
      const post = await makePost(one.deps, maker)
      const reader = await openAndWatch(fan, [post])
      two.deps.live.commentsMoved(post)
      expect(await reader.next('comments')).toEqual({ type: 'comments', postId: post })
      const own = await openAndWatch(maker, [post])
      await one.deps.db
        .updateTable('posts')
        .set({ is_public: false })
        .where('id', '=', post)
        .execute()
      two.deps.live.postGone(post)
      expect(await reader.next('post-gone')).toEqual({ type: 'post-gone', id: post })
      // Its author still sees it.
      two.deps.live.commentsMoved(post)
      await own.next('comments')
      expect(own.events.some((event) => event.type === 'post-gone')).toBe(false)
      expect(reader.events.filter((event) => event.type === 'comments')).toHaveLength(1)
    })

    it('include only those that the caller may see', async () => {
      const hidden = await makePost(one.deps, maker, { isPublic: false })
      const shown = await makePost(one.deps, maker)
      const reader = await openAndWatch(fan, [hidden, shown])
      await reader.next('post')
      one.deps.live.commentsMoved(hidden)
      one.deps.live.postsMoved([hidden])
      one.deps.live.commentsMoved(shown)
      await reader.next('comments')
      expect(reader.events.filter((event) => JSON.stringify(event).includes(hidden))).toEqual([
        { type: 'post-gone', id: hidden },
      ])
      const admin = await one.person('Root', { isAdmin: true })
      expect(await (await openAndWatch(admin, [hidden])).next('post')).toMatchObject({ id: hidden })
    })

    it('are reported as gone if they were removed before the request, through any process', async () => {
      const post = await makePost(one.deps, maker)
      await one.deps.db.deleteFrom('posts').where('id', '=', post).execute()
      for (const through of [one, two]) {
        const reader = await openAndWatch(fan, [post], { through })
        expect(await reader.next('post-gone')).toEqual({ type: 'post-gone', id: post })
      }
    })

    it('are replaced by the next request', async () => {
      const [first, second] = [await makePost(one.deps, maker), await makePost(one.deps, maker)]
      const reader = await open(fan)
      const { id } = await reader.next('hello')
      const watch = (posts: string[]) =>
        one.call(watchPosts, { as: fan, params: { id }, body: { posts } })
      await watch([first])
      await watch([second])
      one.deps.live.commentsMoved(first)
      one.deps.live.commentsMoved(second)
      expect(await reader.next('comments')).toEqual({ type: 'comments', postId: second })
    })

    it('can be set by the owner of the stream alone, in any process', async () => {
      const post = await makePost(one.deps, maker)
      const reader = await open(fan)
      const { id } = await reader.next('hello')
      const input = { params: { id }, body: { posts: [post] } }
      for (const app of [one, two]) {
        expect((await app.call(watchPosts, { as: maker, ...input })).status).toBe(404)
        expect((await app.call(watchPosts, input)).status).toBe(401)
      }
      expect(
        (await one.call(watchPosts, { as: fan, params: { id: 'x' }, body: input.body })).status,
      ).toBe(404)
      expect(
        (await one.call(watchPosts, { as: fan, params: { id }, body: { posts: ['x'] } })).status,
      ).toBe(400)
      // Through the process that does not have the stream.
      expect((await two.call(watchPosts, { as: fan, ...input })).status).toBe(204)
      expect(await reader.next('post')).toMatchObject({ id: post })
    })
  })

  describe('news about one’s own things', () => {
    it('reaches one’s own streams: uploads, followers', async () => {
      const [mine, foreign] = [await open(maker), await open(fan)]
      await Promise.all([mine.next('hello'), foreign.next('hello')])
      const media = '0193a1b2-0000-7000-8000-000000000001'
      two.deps.live.mediaMoved(media, maker.id, 'ready')
      expect(await mine.next('media')).toEqual({ type: 'media', id: media, state: 'ready' })
      await two.call(followUser, { as: fan, params: { id: maker.id } })
      expect(await mine.next('followers')).toEqual({ type: 'followers', followers: 1 })
      two.deps.live.notificationsMoved([maker.id, fan.id])
      expect(await foreign.next('notifications')).toEqual({ type: 'notifications', unread: 0 })
      expect(foreign.events.map((event) => event.type)).toEqual(['hello', 'notifications'])
    })
  })
})

describe('a session that expires', () => {
  const t = testApp({ JOBS: 'off', LIVE_HEARTBEAT_SECONDS: '1' })

  it('ends its streams at the next heartbeat', async () => {
    const origin = await listen(t)
    const [gone, there] = [await t.person('Gone'), await t.person('There')]
    const [ending, staying] = [await readLive(origin, gone), await readLive(origin, there)]
    await Promise.all([ending.next('hello'), staying.next('hello')])
    await sql`update sessions set expires_at = now() where user_id = ${gone.id}::uuid`.execute(
      t.deps.db,
    )
    await expect.poll(ending.isOver, { timeout: 100_000 }).toBe(true)
    expect(ending.events.map((event) => event.type)).toEqual(['hello', 'ended'])
    await expect.poll(staying.beats).toBeGreaterThan(0)
    expect(staying.isOver()).toBe(false)
    staying.close()
  })
})
