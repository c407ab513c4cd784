import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { MAX_WATCHED_POSTS } from '@plinth/contract/limits.ts'
import { LIVE_PATH, watchPosts } from '@plinth/contract/notifications/live.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, openSession, startTestApp, type Person } from '../../test/app.ts'
import { listen, readLive } from '../../test/live-reader.ts'
import { makePost } from '../../test/content/posts.ts'
import { newId } from '../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
let origin: string
const sockets: Socket[] = []
beforeAll(async () => {
  origin = await listen(t)
  marit = await t.person('Marit')
  bob = await t.person('Bob')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A stream whose client never reads. */
async function deaf(of: Person, app = t): Promise<Socket> {
  const { port } = app.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.pause()
  await once(socket, 'connect')
  socket.write(`GET ${LIVE_PATH} HTTP/1.1\r\nhost: localhost\r\ncookie: ${of.cookie}\r\n\r\n`)
  return socket
}

const watch = (id: string, posts: unknown, as: Person | undefined) =>
  t.call(watchPosts, { params: { id }, body: { posts }, as })

describe('a request to watch posts', () => {
  it('takes at most 50 valid ids, for a stream of one’s own', async () => {
    const reader = await readLive(origin, marit)
    const { id } = await reader.next('hello')
    const ids = Array.from({ length: MAX_WATCHED_POSTS + 1 }, () => newId())
    expect((await watch(id, ids.slice(1), marit)).status).toBe(204)
    for (const posts of [ids, [''], ['x'], [null], ids[0], { length: 1 }]) {
      expect((await watch(id, posts, marit)).status).toBe(400)
    }
    expect((await watch(id, [], undefined)).status).toBe(401)
    expect((await watch(id, [], bob)).status).toBe(404)
    // Another session of the same person does not own this stream.
    const second = { id: marit.id, cookie: await openSession(t.deps, marit.id) }
    expect((await watch(id, [], second)).status).toBe(404)
    for (const wrong of [
      `${id}.`,
      `.${id}`,
      id.toUpperCase(),
      id.split('.')[0] ?? '',
      '.',
      '..',
      '%',
      'x'.repeat(100),
    ]) {
      const { status } = await watch(wrong, [], marit)
      expect([wrong, [400, 404].includes(status)]).toEqual([wrong, true])
    }
    expect((await watch('x'.repeat(101), [], marit)).status).toBe(400)
    reader.close()
  })

  it('reveals nothing about hidden posts but that they are gone', async () => {
    const hidden = await makePost(t.deps, marit, { isPublic: false })
    const shown = await makePost(t.deps, marit)
    const reader = await readLive(origin, bob)
    const { id } = await reader.next('hello')
    const nowhere = newId()
    expect((await watch(id, [hidden, nowhere, shown], bob)).status).toBe(204)
    expect((await reader.next('post')).id).toBe(shown)
    t.deps.live.commentsMoved(hidden)
    t.deps.live.postsMoved([hidden, shown])
    await reader.next('post')
    // A hidden post and a missing one get the same answer.
    expect(
      reader.events.filter((event) => event.type !== 'hello' && event.type !== 'post'),
    ).toEqual([hidden, nowhere].map((gone) => ({ type: 'post-gone', id: gone })))
    reader.close()
  })
})

it('clients who never read do not hold up others', async () => {
  await Promise.all(Array.from({ length: 10 }, () => deaf(bob)))
  const reader = await readLive(origin, marit)
  await reader.next('hello')
  for (let round = 0; round < 200; round += 1) {
    t.deps.live.mediaMoved(newId(), bob.id, 'ready')
  }
  t.deps.live.mediaMoved(newId(), marit.id, 'ready')
  await reader.next('media')
  // The eleventh stream replaces the first.
  await deaf(bob)
  const second = await readLive(origin, bob)
  await second.next('hello')
  second.close()
  reader.close()
})

it('other methods on the stream’s address open no stream', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { status } = await t.request({ method, url: LIVE_PATH, as: marit })
    expect([method, status >= 400 && status < 500]).toEqual([method, true])
  }
  const asked = await t.request({ method: 'OPTIONS', url: LIVE_PATH, as: marit })
  expect([asked.status, asked.headers['content-type']]).toEqual([204, undefined])
  const query = await fetch(`${origin}${LIVE_PATH}?token=${marit.cookie}`)
  expect(query.status).toBe(401)
})

it('a server with fifty clients, some of which never read, stops within two seconds', async () => {
  const stopping = await startTestApp({ JOBS: 'off' })
  const at = await listen(stopping)
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => stopping.person(`P${n}`)))
  const readers = await Promise.all(
    people.flatMap((person) => Array.from({ length: 8 }, () => readLive(at, person))),
  )
  await Promise.all(readers.map((reader) => reader.next('hello')))
  await Promise.all(people.flatMap((person) => [deaf(person, stopping), deaf(person, stopping)]))
  const before = performance.now()
  await stopping.app.close()
  expect(performance.now() - before).toBeLessThan(2_000)
  await expect.poll(() => readers.filter((reader) => !reader.isOver()).length).toBe(0)
  await stopping.close()
})
