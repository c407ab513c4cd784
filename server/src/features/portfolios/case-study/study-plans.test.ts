import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { expectRead, writeInBulk, type Compilable } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { viewStatement } from '../portfolio-item-queries.ts'
import { creditsStatement } from './credit-queries.ts'
import { draftStatement } from './draft-queries.ts'
import { studyStatement } from './study-queries.ts'

/** Works, each with a case study of four files that names two people. */
const WORKS = 20_000

const t = testApp({ JOBS: 'off' })
const creatorId = newId()
const workId = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, creator_granted)
    select case i when 1 then ${creatorId}::uuid else gen_random_uuid() end, 'Person', i::text, true
    from generate_series(1, 2000) i`.execute(trx)
  await sql`
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes, width, height)
    select gen_random_uuid(), ${creatorId}::uuid, 'ready', 'a.jpg', 'image/jpeg', 'jpg', 1, 1, 4, 3
    from generate_series(1, ${WORKS}::int)`.execute(trx)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users),
      m as materialized (select row_number() over () as n, id from media)
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, has_case_study, doc)
    select case m.n when 1 then ${workId}::uuid else gen_random_uuid() end,
      case m.n when 1 then ${creatorId}::uuid else u.id end, 1, 'Jar', m.id, true, true, ''
    from m join u on u.n = m.n % 2000`.execute(trx)
  await sql`
    insert into case_studies (item_id, title, description, cover_id, draft, revision, published,
      published_revision, published_at)
    select id, title, '', media_id, b.blocks, 1, b.blocks, 1, now() from portfolio_items
    cross join (select jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'type', 'credits', 'people',
      jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'personId', ${creatorId}::text, 'role', 'Print'))))
      as blocks) b`.execute(trx)
  await sql`
    with m as materialized (select row_number() over () - 1 as n, id from media),
      p as materialized (select row_number() over () as n, id from portfolio_items)
    insert into case_study_media (item_id, media_id, in_draft, in_published)
    select p.id, m.id, true, true from p cross join generate_series(0, 3) k
    join m on m.n = (p.n * 4 + k) % ${WORKS}::int`.execute(trx)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users),
      p as materialized (select row_number() over () as n, id from portfolio_items)
    insert into credits (id, item_id, person_id, line_id, role, state, answered_at)
    select gen_random_uuid(), p.id, u.id, gen_random_uuid(), 'Print', 'accepted', now()
    from p cross join generate_series(0, 1) k join u on u.n = (p.n + k) % 2000`.execute(trx)
}

const who = { viewerId: creatorId }
const READS: [string, () => RawBuilder<unknown> | Compilable, number][] = [
  ['a case study', () => studyStatement(who, workId), 60],
  ['a case study for a visitor', () => studyStatement({ viewerId: null }, workId), 60],
  ['the page of a work', () => viewStatement(who, workId, { withStudy: true }), 160],
  ['a draft', () => draftStatement({ id: workId, creatorId }), 80],
  ['who asks to name somebody', () => creditsStatement(creatorId), 150],
]

describe(`${WORKS} case studies`, () => {
  it.each(READS)(
    'are read from indexes, no more than is needed: %s',
    async (_, statement, most) => {
      await expectRead(t.deps, statement(), {
        never: /Seq Scan (case_studies|case_study_media|credits|media|portfolio_items|users)$/,
        most,
      })
    },
  )
})
