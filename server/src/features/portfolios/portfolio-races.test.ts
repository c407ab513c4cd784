import { readNotifications } from '@plinth/contract/notifications/notifications.ts'
import { deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

// Nobody else waits for a lock.
const t = testApp({ JOBS: 'off' })
let alice: Person

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
})

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.deps.db)
  return rows[0]?.count ?? 0
}

test('a work is deleted while its notifications are marked as read, without a deadlock', async () => {
  const { db } = t.deps
  const id = await makeWork(t.deps, alice)
  // Sorted by kind, which differs from the order of their ids.
  const ids = [newId(), newId()]
  for (const [at, kind] of ['like', 'feature'].entries()) {
    await sql`insert into notifications (id, user_id, kind, item_id)
      values (${ids[at]}, ${alice.id}, ${kind}, ${id})`.execute(db)
  }
  const deeds = [
    () => t.call(deletePortfolio, { as: alice, params: { id }, query: { forGood: true } }),
    () => t.call(readNotifications, { as: alice, body: {} }),
  ]
  const under: Promise<{ status: number }>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`select id from notifications where id = ${ids[0]} for update`.execute(trx)
    for (const deed of deeds) {
      under.push(deed())
      await expect.poll(waiting, { interval: 5, timeout: 1_500 }).toBe(under.length)
    }
  })
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual([204, 200])
})
