import { changeUser } from '@plinth/contract/moderation/admin.ts'
import { takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { watchPosts } from '@plinth/contract/notifications/live.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { endOtherSessions } from '@plinth/contract/people/sessions.ts'
import { deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { updatePost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession, testApp, type Person } from '../../test/app.ts'
import { BUSES, startBus } from '../../test/buses.ts'
import { makePost } from '../../test/content/posts.ts'
import { makeWork } from '../../test/content/works.ts'
import { duringTests } from '../../test/lifetime.ts'
import { listen, readLive, type LiveReader } from '../../test/live-reader.ts'

describe.each(BUSES)('a stream that is open while rights change, over %s', (kind) => {
  const bus = duringTests(() => startBus(kind))
  /** Where the streams are. */
  const one = testApp(() => ({ JOBS: 'off', ...bus.settings }))
  /** Where everything is changed: another process on the same database. */
  const two = testApp(() => ({
    JOBS: 'off',
    ...bus.settings,
    DATABASE_URL: one.deps.env.databaseUrl,
  }))
  let origin = ''
  let admin: Person
  let maker: Person
  let reader: Person
  const open: LiveReader[] = []

  beforeEach(async () => {
    origin ||= await listen(one)
    admin = await one.person('Root', { isAdmin: true })
    maker = await one.person('Marit', { isCreator: true })
    reader = await one.person('Dana')
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close()
  })

  const openFor = async (person: Person) => {
    const stream = await readLive(origin, person)
    open.push(stream)
    const { id } = await stream.next('hello')
    const watch = async (...posts: string[]) => {
      const { status } = await one.call(watchPosts, {
        as: person,
        params: { id },
        body: { posts },
      })
      expect(status).toBe(204)
    }
    return { ...stream, watch }
  }

  /** A stream that has received the counts of a post once, so it watches it. */
  const openOn = async (person: Person, post: string) => {
    const stream = await openFor(person)
    await stream.watch(post)
    await stream.next('post')
    return stream
  }

  const comment = async (post: string, as = maker) => {
    const made = await two.call(createComment, {
      as,
      params: { id: post },
      body: { content: 'First coat is on.' },
    })
    expect(made.status).toBe(201)
  }

  /** Resolves once what was sent until now would have arrived. */
  const settle = async (stream: Awaited<ReturnType<typeof openFor>>, person: Person) => {
    const post = await makePost(one.deps, person)
    await stream.watch(post)
    await stream.next('post')
    await comment(post, person)
    await stream.next('comments')
  }

  /** What the stream said of a post from the first time on that it was gone. */
  const sinceGone = (stream: LiveReader, post: string) => {
    const types = stream.events
      .filter((event) => JSON.stringify(event).includes(post))
      .map(({ type }) => type)
    return types.slice(types.indexOf('post-gone'))
  }

  it('tells somebody who is no admin any more nothing about hidden posts', async () => {
    const hidden = await makePost(one.deps, maker, { isPublic: false })
    const fallen = await one.person('Fallen', { isAdmin: true })
    const stream = await openOn(fallen, hidden)
    await comment(hidden)
    await stream.next('comments')

    const body = { isAdmin: false }
    const changed = await two.call(changeUser, { as: admin, params: { id: fallen.id }, body })
    expect(changed.status).toBe(200)
    await stream.next('post-gone')
    await stream.watch(hidden)
    await stream.next('post-gone')
    await comment(hidden)
    await settle(stream, fallen)
    expect(sinceGone(stream, hidden)).toEqual(['post-gone', 'post-gone'])
  })

  it('tells a blocked reader nothing about the posts of who blocked them', async () => {
    const post = await makePost(one.deps, maker)
    const [stream, other] = [await openOn(reader, post), await openOn(admin, post)]
    const blocked = await two.call(blockUser, { as: maker, params: { id: reader.id } })
    expect(blocked.status).toBe(204)
    await stream.next('post-gone')
    await stream.watch(post)
    await stream.next('post-gone')
    await comment(post)
    // Blocks do not apply to admins.
    await other.next('comments')
    await settle(stream, reader)
    expect(sinceGone(stream, post)).toEqual(['post-gone', 'post-gone'])
  })

  it.each([
    [
      'made private',
      (post: string) =>
        two.call(updatePost, { as: maker, params: { id: post }, body: { isPublic: false } }),
    ],
    [
      'taken down',
      (post: string) =>
        two.call(takeDown, {
          as: admin,
          params: { kind: 'post', id: post },
          body: { reason: 'spam', note: 'An advertisement.' },
        }),
    ],
  ])('says that a post was %s, and then no more about it', async (_, hide) => {
    const post = await makePost(one.deps, maker)
    const [stream, own] = [await openOn(reader, post), await openOn(maker, post)]
    expect((await hide(post)).status).toBeLessThan(300)
    await stream.next('post-gone')
    await comment(post)
    await own.next('comments')
    await settle(stream, reader)
    expect(sinceGone(stream, post)).toEqual(['post-gone'])
  })

  it('notices that a post was hidden even if it was not told', async () => {
    const post = await makePost(one.deps, maker)
    const stream = await openOn(reader, post)
    await sql`update posts set is_public = false where id = ${post}::uuid`.execute(one.deps.db)
    await comment(post)
    await stream.next('post-gone')
    expect(sinceGone(stream, post)).toEqual(['post-gone'])
  })

  it('says that a post is gone with the work it shows', async () => {
    const work = await makeWork(one.deps, maker)
    const post = await makePost(one.deps, maker, { portfolioId: work })
    await sql`update posts set type = 'portfolio' where id = ${post}::uuid`.execute(one.deps.db)
    await sql`update post_media set media_id = i.media_id from portfolio_items i
      where post_id = ${post}::uuid and i.id = ${work}::uuid`.execute(one.deps.db)
    const stream = await openOn(reader, post)
    const deleted = await two.call(deletePortfolio, { as: maker, params: { id: work } })
    expect(deleted.status).toBe(204)
    await stream.next('post-gone')
  })

  it('ends with the session, when somebody ends their other sessions', async () => {
    const elsewhere = { id: reader.id, cookie: await openSession(one.deps, reader.id) }
    const [ending, staying] = [await openFor(elsewhere), await openFor(reader)]
    expect((await two.call(endOtherSessions, { as: reader })).body).toEqual({ ended: 1 })
    await ending.next('ended')
    await expect.poll(ending.isOver).toBe(true)
    expect(staying.isOver()).toBe(false)
    expect((await readLive(origin, elsewhere)).status).toBe(401)
  })

  it('ends when its person is suspended, whose posts are gone for everybody', async () => {
    const post = await makePost(one.deps, maker)
    const [stream, own] = [await openOn(reader, post), await openFor(maker)]
    const body = { suspended: true, reason: 'Sells what others made.' }
    const changed = await two.call(changeUser, { as: admin, params: { id: maker.id }, body })
    expect(changed.status).toBe(200)
    await own.next('ended')
    await expect.poll(own.isOver).toBe(true)
    await stream.next('post-gone')
  })

  it('ends if its session ended just before it could be told', async () => {
    const gone = { id: reader.id, cookie: await openSession(one.deps, reader.id) }
    const { open: openStream } = one.deps.live
    // The session ends between its look-up and the first moment at which the stream can be found.
    one.deps.live.open = async (listener, response) => {
      await sql`delete from sessions where token_hash = ${listener.tokenHash}`.execute(one.deps.db)
      await openStream(listener, response)
    }
    try {
      const stream = await readLive(origin, gone)
      open.push(stream)
      await stream.next('ended')
      await expect.poll(stream.isOver).toBe(true)
    } finally {
      one.deps.live.open = openStream
    }
  })
})
