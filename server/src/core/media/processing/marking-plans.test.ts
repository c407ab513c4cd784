import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { expectBounded, writeInBulk } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import { findUnmarked, unmarkedStatement } from './marking-queries.ts'

const FILES = 100_000
const t = testApp({ JOBS: 'off' })

beforeAll(async () => {
  const owner = newId()
  await writeInBulk(t.deps, async (trx) => {
    await sql`insert into users (id, first_name, last_name) values (${owner}::uuid, 'Hub', '')`.execute(
      trx,
    )
    // Half of them are old. A hundred were switched, and some of each kind cannot be written.
    await sql`insert into media (id, owner_id, state, file_name, content_type, extension,
        received_bytes, bytes, width, height, carries_reservation, marking_failures)
      select gen_random_uuid(), ${owner}::uuid, 'ready', 'a.jpg', 'image/jpeg', 'jpg', 9, 9, 64, 48,
        case when i % 2 = 0 then null else i % 1000 <> 1 end, case when i % 10 < 2 then 3 else 0 end
      from generate_series(1, ${FILES}::int) i`.execute(trx)
    await sql`update media set marking_failures = 0 where not carries_reservation`.execute(trx)
  })
}, 120_000)

it('finds the next file to mark by its index, switched ones first', async () => {
  await expectBounded(t.deps, unmarkedStatement(1), { never: /Seq Scan|Sort/, most: 5 })
  const next = await findUnmarked(t.deps.db)
  const { rows } = await sql<{ carries: boolean | null }>`
    select carries_reservation as carries from media where id = ${next?.id ?? null}::uuid`.execute(
    t.deps.db,
  )
  expect(rows).toEqual([{ carries: false }])
})
