import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { listen, readLive } from '../../test/live-reader.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ JOBS: 'off', LIVE_HEARTBEAT_SECONDS: '1' })
})
afterAll(() => t.close())

it('a session that ends without a word ends its streams at the next heartbeat', async () => {
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
