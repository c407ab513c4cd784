import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { TimePosition } from '../../http/paging.ts'
import { assignedStatement } from './case-queries.ts'

/** Number of cases; every hundredth is given to the viewer. */
const ROWS = 100_000

const t = testApp({ JOBS: 'off' })
const adminId = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name)
    select case i when 1 then ${adminId}::uuid else gen_random_uuid() end, 'Person', i::text
    from generate_series(1, 5000) i`.execute(trx)
  await sql`
    insert into cases (kind, subject_id, assignee_id, opened_at)
    select 'post', gen_random_uuid(), case when i % 100 = 0 then ${adminId}::uuid end,
      now() - i * interval '1 minute'
    from generate_series(1, ${ROWS}::int) i`.execute(trx)
}

const farDown: TimePosition = { micros: (Date.now() - 40_000 * 60_000) * 1_000, id: newId() }
const assigned =
  (after: TimePosition | null = null, limit = 20) =>
  () =>
    assignedStatement({ viewer: { id: adminId, role: 'moderator' }, limit, after })

describe(`${ROWS} cases`, () => {
  it.each<[string, () => RawBuilder<unknown>, number]>([
    ['those of one person', assigned(), 22],
    ['far down', assigned(farDown), 22],
    ['a hundred', assigned(farDown, 100), 102],
  ])('are read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectRead(t.deps, statement(), { never: /Seq Scan (cases|users)/, most })
  })
})
