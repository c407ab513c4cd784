import { readJson } from '../../http/json.ts'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePeople } from '../../../test/content/bulk.ts'
import { expectBounded, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import { listReviewsOf, reviewsStatement } from './review-list-queries.ts'
import { dueReviewsStatement } from './review-queries.ts'

const REVIEWS = 100_000
/** Half of them are about one person. */
const busy = newId()

const t = testApp({ JOBS: 'off' })
beforeAll(async () => {
  await writeInBulk(t.deps, async (trx) => {
    await writePeople(trx, 400, busy)
    await sql`
        create temporary table done on commit drop as
        select gen_random_uuid() as id, i, now() - i * interval '1 minute' as at, p.ids[1 + i % 200] as author_id,
          case when i % 2 = 0 then ${busy}::uuid else p.ids[201 + i % 200] end as subject_id
        from generate_series(1, ${REVIEWS}::int) i,
          (select array_agg(id) as ids from users where id <> ${busy}::uuid) p`.execute(trx)
    await sql`
        insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents)
        select id, author_id, subject_id, 'Work', 'Work', '', 'completed', 1000 from done`.execute(
      trx,
    )
    await sql`
        insert into reviews (id, project_id, author_id, subject_id, author_role, rating, text, created_at,
          published_at)
        select gen_random_uuid(), id, author_id, subject_id, 'client', 5, 'Good.', at,
          case when i > 30 then at + interval '1 hour' end from done`.execute(trx)
  })
}, 120_000)

const page = (after: { micros: number; id: string } | null, limit = 20) =>
  reviewsStatement({ viewerId: null }, { userId: busy, limit, after })
const farDown = { micros: (Date.now() - 60_000 * 80_000) * 1_000, id: newId() }

describe(`among ${REVIEWS} reviews`, () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['the first page', () => page(null)],
    ['far down', () => page(farDown)],
    ['a hundred', () => page(farDown, 100)],
    ['those that wait for the other', () => dueReviewsStatement(new Date())],
  ])('is read from an index, no more than is needed: %s', async (_, statement) => {
    await expectBounded(t.deps, statement(), {
      never: /Seq Scan (reviews|users|projects)/,
      // One more row than shown tells that there is a next page; older planners number one beyond that.
      most: 102,
    })
  })

  it('finds them', async () => {
    const found = await listReviewsOf(
      t.deps.db,
      { viewerId: null },
      { userId: busy, limit: 20, after: null },
    )
    expect(readJson(found.json ?? '[]')).toHaveLength(20)
    expect(found.nextCursor).not.toBeNull()
  })
})
