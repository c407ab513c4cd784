import { ANALYTICS_PERIODS } from '@plinth/contract/analytics/analytics.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePeople, writePictures } from '../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { findStatistics, postStatement, workStatement } from './statistics-queries.ts'
import { spanOf } from './statistics.ts'

const PEOPLE = 500
const THINGS = 5_000
/** How many of them people looked at, the creator's among them. */
const SEEN = 200
/** Views of each of those, over two years. */
const VIEWS = 1_000

const t = testApp({ JOBS: 'off' })
const creatorId = newId()
const ids = { work: newId(), post: newId() }

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 240_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, PEOPLE, creatorId)
  await writePictures(trx, THINGS)
  const own = (id: string) => sql`case when n = 1 then ${id}::uuid else gen_random_uuid() end`
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    select ${own(ids.work)}, case when n <= 50 then ${creatorId}::uuid else owner_id end, 1, 'Work', id, true,
      ''::tsvector
    from (select id, owner_id, row_number() over (order by id) as n from media) m`.execute(trx)
  await sql`
    insert into posts (id, creator_id, type, title)
    select ${own(ids.post)}, case when n <= 50 then ${creatorId}::uuid else owner_id end, 'image', 'Post'
    from (select id, owner_id, row_number() over (order by id) as n from media) m`.execute(trx)
  const seen = (things: string) => sql`
    select id, creator_id from ${sql.table(things)}
    order by creator_id = ${creatorId}::uuid desc, id limit ${sql.lit(SEEN)}`
  const viewed = (table: string, column: string, things: string) => sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, day, viewer_id, source)
    select t.id, current_date - (v % 725), u.id, 'search'
    from (${seen(things)}) t cross join generate_series(0, ${sql.lit(VIEWS - 1)}) v
    join (select id, row_number() over (order by id) - 1 as n from users where id <> ${creatorId}::uuid) u
      on u.n = v % ${sql.lit(PEOPLE)}
    on conflict do nothing`
  await viewed('portfolio_views', 'item_id', 'portfolio_items').execute(trx)
  await viewed('post_views', 'post_id', 'posts').execute(trx)
  for (const [table, column, things] of [
    ['portfolio_likes', 'item_id', 'portfolio_items'],
    ['portfolio_saves', 'item_id', 'portfolio_items'],
    ['post_likes', 'post_id', 'posts'],
    ['post_saves', 'post_id', 'posts'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (${sql.ref(column)}, user_id, created_at)
      select t.id, u.id, now() - random() * interval '700 days' from (${seen(things)}) t cross join users u
      where u.id <> ${creatorId}::uuid`.execute(trx)
  await sql`
    insert into work_tallies (creator_id, grain, slot, item_id, views)
    select i.creator_id, g.grain, slot, i.id, 3 from (${seen('portfolio_items')}) i,
      (values ('day'::tally_grain, interval '1 day'), ('hour', interval '7 hours'), ('month', interval '1 month'))
        g (grain, step),
      generate_series(tally_begin('month', now()) - interval '730 days', now(), g.step) slot
    on conflict do nothing`.execute(trx)
  await sql`
    insert into tallies_due (creator_id, item_id, source, slot, views)
    select creator_id, id, 'search', slot_of(now()), 1 from (${seen('portfolio_items')}) i,
      generate_series(1, 10)`.execute(trx)
  await sql`
    insert into comments (id, post_id, author_id, content, created_at)
    select gen_random_uuid(), p.id, u.id, 'A comment', now() - random() * interval '700 days'
    from (${seen('posts')}) p cross join (select id from users where id <> ${creatorId}::uuid limit 50) u`.execute(
    trx,
  )
  // Hires from inquiries: two hundred of this creator's, a hundred of them of the work, and many of others'.
  await sql`
    create temporary table hires on commit drop as
    select gen_random_uuid() as id, client, case when i <= 200 then ${creatorId}::uuid else gen_random_uuid() end
      as creator, case when i <= 100 then ${ids.work}::uuid end as item, now() - i % 700 * interval '1 day' as at
    from generate_series(1, 20000) i
    join (select id as client, row_number() over (order by id) - 1 as n from users
      where id <> ${creatorId}::uuid) u on u.n = i % ${PEOPLE}`.execute(trx)
  await sql`
    insert into projects (id, client_id, creator_id, item_id, title, subject, description, status, price_cents,
      shared_at, deposit_paid_at, created_at)
    select id, client, creator, item, 'Title', 'Subject', 'Words', 'accepted', 100000, at, at, at from hires`.execute(
    trx,
  )
  await sql`
    insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type, budget,
      timeline, search, project_id, created_at)
    select gen_random_uuid(), gen_random_uuid(), client, creator, 'Subject', 'Words', 'business_inquiry',
      '$500-$1000', '2-4 weeks', '', id, at from hires`.execute(trx)
}

const NEVER =
  /Seq Scan (?:\w+_(?:views|likes|saves|tallies)|tallies_due|comments|messages|projects|posts|portfolio_items|media)$/

it.each(ANALYTICS_PERIODS)(
  'what one work or post got in %i days is read without the views of all others',
  async (days) => {
    const span = spanOf(days, new Date(), null)
    for (const [of, statement] of [
      ['work', workStatement],
      ['post', postStatement],
    ] as const) {
      const asked = statement({ id: ids[of], creatorId, ...span })
      // Its days, its likes and saves, and the tallies of all its creator's works that wait to be folded.
      await expectRead(t.deps, asked, { never: NEVER, most: 3 * VIEWS })
      const found = await findStatistics(t.deps.db, asked)
      const views = found?.days.reduce((sum, day) => sum + day.views, 0)
      expect(views).toBeGreaterThan(days)
    }
  },
)
