import { createClient } from '@redis/client'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { BUSES, startBus } from '../../../test/buses.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { makeRedis } from '../../../test/redis.ts'
import { freePort } from '../../../test/sandbox.ts'
import { newId } from '../../db/id.ts'
import { addCounts, sweepCounts } from './count-queries.ts'
import { createCounts, type Counts, type ShareCounts } from './counts.ts'
import { shareByRedis } from './redis.ts'

const MINUTE = { ms: 60_000, max: 100 }
const SITE = 'http://localhost:3000'

const t = testApp({ JOBS: 'off' })
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

let key: string
beforeEach(() => (key = newId()))

function countingBy(share: ShareCounts, alone: (error: unknown) => void = () => undefined): Counts {
  const counts = createCounts(share, { alone, together: () => undefined })
  open.push(counts)
  return counts
}
const add = (counts: Counts, times: number, window = MINUTE) => {
  for (let at = 0; at < times; at += 1) counts.add(key, window)
}

describe.each(BUSES)('counts that are shared over %s', (kind) => {
  const carrier = duringTests(() => startBus(kind))

  /** One server's counts, with the number of keys in each of its calls, and what it told about each. */
  async function server() {
    const calls: number[] = []
    const told: number[] = []
    const url = carrier.settings.REDIS_URL
    let share: ShareCounts = (added) => addCounts(t.deps.db, added)
    if (url !== undefined) {
      const redis = shareByRedis({ url, site: SITE })
      open.push(redis)
      share = redis.share
      await expect.poll(() => share([])).toEqual([])
    }
    const counts = countingBy((added) => {
      calls.push(added.length)
      told.push(...added.map(({ count }) => count))
      return share(added)
    })
    return { counts, calls, told }
  }

  it('become the sum of all servers', async () => {
    const [one, other] = [await server(), await server()]
    add(one.counts, 5)
    add(other.counts, 3)
    // Each tells once, and hears what was there by then.
    await expect.poll(() => one.calls.length + other.calls.length).toBe(2)
    add(one.counts, 1)
    await expect.poll(() => one.counts.read(key).current).toBe(9)
    add(other.counts, 1)
    await expect.poll(() => other.counts.read(key).current).toBe(10)
  })

  it('are shared with one call for a thousand keys', async () => {
    const { counts, calls } = await server()
    for (let at = 0; at < 2_000; at += 1) counts.add(`${key} ${at}`, MINUTE)
    await expect.poll(() => calls).toEqual([1_000, 1_000])
  })

  it('are shared at once when much of the limit is used, and no more when it is over', async () => {
    const [one, other] = [await server(), await server()]
    add(other.counts, 101)
    await expect.poll(() => other.calls.length).toBe(1)
    // Of these two the second is told first.
    one.counts.add(newId(), MINUTE)
    add(one.counts, 10)
    await expect.poll(() => one.told).toEqual([10, 1])
    expect(one.counts.read(key).current).toBe(111)
    add(one.counts, 50)
    // What comes after them is told without them.
    one.counts.add(newId(), MINUTE)
    await expect.poll(() => one.told).toEqual([10, 1, 1])
  })

  it('lose nothing when many servers tell the same keys at the same time', async () => {
    const servers = await Promise.all(Array.from({ length: 6 }, server))
    const keys = Array.from({ length: 100 }, () => newId())
    for (const [at, { counts }] of servers.entries()) {
      const mine = at % 2 === 0 ? keys : keys.toReversed()
      for (const one of mine) for (let n = 0; n < 20; n += 1) counts.add(one, MINUTE)
    }
    await Promise.all(servers.map(({ counts }) => counts.close()))
    const { counts } = await server()
    for (const one of keys) counts.add(one, { ms: 60_000, max: 1 })
    await expect
      .poll(() => new Set(keys.map((one) => counts.read(one).current)))
      .toEqual(new Set([121]))
  })

  it('begin anew for all servers when their time is over', async () => {
    const [one, other] = [await server(), await server()]
    const short = { ms: 2_000, max: 10 }
    add(one.counts, 5, short)
    await expect.poll(() => one.calls.length).toBe(1)
    add(other.counts, 1, { ms: 60_000, max: 10 })
    await expect.poll(() => other.counts.read(key).current).toBe(6)
    // The first server began it, so it ends when that one said.
    expect(other.counts.read(key).ttl).toBeLessThanOrEqual(2_000)
    await expect.poll(() => other.counts.read(key)).toEqual({ current: 0, ttl: 0 })
    add(other.counts, 2, MINUTE)
    await expect.poll(() => other.calls.length).toBe(2)
    add(one.counts, 1, MINUTE)
    await expect.poll(() => one.counts.read(key).current).toBe(3)
  })

  it('begin anew when the clock was a day ahead as they began', async () => {
    const [one, other] = [await server(), await server()]
    add(one.counts, 5)
    await expect.poll(() => one.told).toEqual([5])
    const url = carrier.settings.REDIS_URL
    if (url === undefined)
      await sql`update request_counts set ends_at = ends_at + interval '1 day'`.execute(t.deps.db)
    else {
      const client = await createClient({ url }).connect()
      for (const kept of await client.keys('*')) await client.pExpire(kept, 86_400_000)
      client.destroy()
    }
    add(other.counts, 1)
    await expect.poll(() => other.told).toEqual([1])
    expect(other.counts.read(key).ttl).toBeLessThanOrEqual(60_000)
  })

  it('name nobody', async () => {
    const { counts, calls } = await server()
    counts.add('192.0.2.77', MINUTE)
    await expect.poll(() => calls).toEqual([1])
    const url = carrier.settings.REDIS_URL
    let known: string
    if (url === undefined) {
      const { rows } = await sql`select * from request_counts`.execute(t.deps.db)
      known = JSON.stringify(rows)
    } else {
      const client = await createClient({ url }).connect()
      known = (await client.keys('*')).join()
      client.destroy()
    }
    expect(known).not.toBe('')
    expect(known).not.toContain('192.0.2.77')
  })
})

it('are swept from PostgreSQL once their time is over', async () => {
  const { db } = t.deps
  const kept = newId()
  await addCounts(db, [
    { key, count: 1, ms: 1 },
    { key: kept, count: 1, ms: 60_000 },
  ])
  const keys = async () => {
    await sweepCounts(db)
    const { rows } = await sql<{ key: string }>`select key from request_counts`.execute(db)
    return rows.map((row) => row.key)
  }
  await expect.poll(keys).not.toContain(key)
  expect(await keys()).toContain(kept)
})

it('go on in one server while they cannot be shared, and are told afterwards', async () => {
  let isAway = true
  const alone = vi.fn<(error: unknown) => void>()
  const share: ShareCounts = (added) =>
    isAway ? Promise.reject(new Error('away')) : addCounts(t.deps.db, added)
  const counts = countingBy(share, alone)
  add(counts, 30)
  await expect.poll(() => alone.mock.calls.length).toBe(1)
  add(counts, 30)
  expect(counts.read(key).current).toBe(60)
  isAway = false
  add(counts, 1)
  await counts.close()
  const other = countingBy(share)
  other.add(key, { ms: 60_000, max: 1 })
  await expect.poll(() => other.read(key).current).toBe(62)
  expect(alone).toHaveBeenCalledTimes(1)
})

// Registered only where Redis is installed.
describe.each(BUSES.filter((kind) => kind === 'Redis'))('a %s that goes away', () => {
  it('is used again when it comes back', async () => {
    const redis = makeRedis(await freePort())
    const shared = shareByRedis({ url: redis.url, site: SITE })
    open.push(shared)
    const told = vi.fn<(what: string) => void>()
    const counts = createCounts(shared.share, {
      alone: () => told('alone'),
      together: () => told('together'),
    })
    open.push(counts)
    add(counts, 20)
    await expect.poll(() => told.mock.calls).toEqual([['alone']])
    expect(counts.read(key).current).toBe(20)
    await redis.start()
    open.push({ close: redis.kill })
    await expect
      .poll(() => {
        add(counts, 1)
        return told.mock.calls
      })
      .toEqual([['alone'], ['together']])
  })
})
