import { createClient } from '@redis/client'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp, testApp } from '../../test/app.ts'
import { BUSES, startBus } from '../../test/buses.ts'
import { duringTests } from '../../test/lifetime.ts'
import { listen, readLive } from '../../test/live-reader.ts'
import { makeRedis, type TestRedis } from '../../test/redis.ts'
import { freePort } from '../../test/sandbox.ts'
import { newId } from '../db/id.ts'
import type { Bus, BusMessage } from './bus.ts'
import { createPostgresBus } from './postgres.ts'
import { createRedisBus } from './redis.ts'

const SITE = 'http://localhost:3000'
const open: Bus[] = []
afterEach(() => Promise.all(open.splice(0).map((bus) => bus.close())))

interface Listener {
  bus: Bus
  received: BusMessage[]
  gaps: () => number
  /** Resolves once it is subscribed. */
  ready: Promise<void>
}

/** A process on a bus that records the messages it receives. */
function listenOn(bus: Bus): Listener {
  open.push(bus)
  const received: BusMessage[] = []
  let gaps = 0
  const ready = bus.subscribe({
    onMessage: (message) => received.push(message),
    onGap: () => (gaps += 1),
  })
  return { bus, received, gaps: () => gaps, ready }
}

describe.each(BUSES)('the bus over %s', (kind) => {
  const carrier = duringTests(() => startBus(kind))
  const t = testApp({ JOBS: 'off' })

  const makeBus = () => {
    const { env, db } = t.deps
    const onError = () => undefined
    const url = carrier.settings.REDIS_URL
    return url === undefined
      ? createPostgresBus({ url: env.databaseDirectUrl, db, onError })
      : createRedisBus({ url, site: SITE, onError })
  }

  it('delivers messages in order to every process, including the sender', async () => {
    const listeners = [listenOn(makeBus()), listenOn(makeBus())]
    await Promise.all(listeners.map(({ ready }) => ready))
    const messages = Array.from({ length: 1_000 }, (): BusMessage => ({
      topic: 'messages',
      ids: [newId(), newId()],
    }))
    for (const message of messages) listeners[0]?.bus.publish(message)
    for (const { received } of listeners) await expect.poll(() => received).toEqual(messages)
    expect(listeners.map(({ gaps }) => gaps())).toEqual([0, 0])
  })

  it('sends pending messages before it closes, and nothing fails afterwards', async () => {
    const [sender, receiver] = [makeBus(), listenOn(makeBus())]
    await receiver.ready
    // A received message proves that the connection is open.
    const first = { topic: 'comments', ids: [newId()] } as const
    sender.publish(first)
    await expect.poll(() => receiver.received.length + receiver.gaps()).toBe(1)
    const last = { topic: 'comments', ids: [newId()] } as const
    sender.publish(last)
    await sender.close()
    await expect.poll(() => receiver.received.at(-1)).toEqual(last)
    sender.publish(first)
  })
})

// Registered only where Redis is installed.
describe.each(BUSES.filter((kind) => kind === 'Redis'))('a %s that goes away', () => {
  let redis: TestRedis
  afterEach(() => redis.kill())

  const join = (site = SITE) =>
    listenOn(createRedisBus({ url: redis.url, site, onError: () => undefined }))

  it('is joined by a server that started before it, whose clients are then greeted again', async () => {
    redis = makeRedis(await freePort())
    const t = await startTestApp({ JOBS: 'off', REDIS_URL: redis.url })
    onTestFinished(() => t.close())
    const person = await t.person('Early')
    const reader = await readLive(await listen(t), person)
    const { id } = await reader.next('hello')
    t.deps.live.notificationsMoved([person.id])
    await redis.start()
    expect((await reader.next('hello')).id).toBe(id)
    await expect
      .poll(() => {
        t.deps.live.notificationsMoved([person.id])
        return reader.events.at(-1)?.type
      })
      .toBe('notifications')
    reader.close()
  })

  it('reports a gap to listeners that stayed connected, when a message could not be sent', async () => {
    redis = makeRedis(await freePort())
    await redis.start()
    const [one, two] = [join(), join()]
    await Promise.all([one.ready, two.ready])
    const admin = await createClient({ url: redis.url }).connect()
    // Cuts the publishing connections; subscribers stay connected.
    await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
    admin.destroy()
    one.bus.publish({ topic: 'posts', ids: [newId()] })
    await expect.poll(two.gaps).toBe(1)
    const message = { topic: 'posts', ids: [newId()] } as const
    one.bus.publish(message)
    await expect.poll(() => two.received.at(-1)).toEqual(message)
  })

  it('reports a gap to listeners that were disconnected', async () => {
    redis = makeRedis(await freePort())
    await redis.start()
    const [one, two] = [join(), join()]
    await Promise.all([one.ready, two.ready])
    await redis.kill()
    one.bus.publish({ topic: 'posts', ids: [newId()] })
    await redis.start()
    for (const { gaps } of [one, two]) await expect.poll(gaps).toBeGreaterThanOrEqual(1)
    const message = { topic: 'posts', ids: [newId()] } as const
    await expect
      .poll(() => {
        one.bus.publish(message)
        return two.received.at(-1)
      })
      .toEqual(message)
  })

  it('keeps the messages of different sites apart', async () => {
    redis = makeRedis(await freePort())
    await redis.start()
    const [here, there] = [join(), join('https://plinth.example')]
    await Promise.all([here.ready, there.ready])
    const [mine, theirs] = [[newId()], [newId()]]
    here.bus.publish({ topic: 'posts', ids: mine })
    there.bus.publish({ topic: 'posts', ids: theirs })
    await expect.poll(() => there.received).toEqual([{ topic: 'posts', ids: theirs }])
    await expect.poll(() => here.received).toEqual([{ topic: 'posts', ids: mine }])
  })
})
