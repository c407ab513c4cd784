import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePeople } from '../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import { activityStatement } from './activity-queries.ts'

const t = testApp({ JOBS: 'off' })
const busy = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, async (trx) => {
    await writePeople(trx, 200, busy)
    await sql`
      insert into account_events (id, user_id, kind, created_at)
      select gen_random_uuid(), u.id, 'signed_in', now() - i * interval '3 hours'
      from users u, generate_series(1, 200) i
      where i <= case when u.id = ${busy}::uuid then 200 else 100 end`.execute(trx)
  })
}, 120_000)

it.each([
  ['the first page', null],
  ['a later page', { micros: Date.now() * 1_000 - 10 * 86_400_000_000, id: newId() }],
])('reads %s of account activity from its index', async (_, after) => {
  await expectRead(t.deps, activityStatement({ userId: busy, limit: 20, after }), {
    never: /(Seq|Bitmap Heap) Scan account_events/,
    most: 21,
  })
})
