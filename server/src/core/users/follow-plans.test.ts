import { listFollowers } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { walk } from '../../../test/content/lists.ts'
import { writePictures } from '../../../test/content/bulk.ts'
import { expectBounded, writeInBulk, type Compilable } from '../../../test/plans.ts'
import type { Database } from '../../db/pool.ts'
import { newId } from '../../db/id.ts'
import type { TimePosition } from '../../http/paging.ts'
import { blockedStatement } from './block-queries.ts'
import { MAX_SCANNED, peopleStatement, type Side } from './follow-queries.ts'
import { profileStatement } from './profile-queries.ts'

const PEOPLE = 100_000

const t = testApp({ JOBS: 'off' })
/** Everybody follows her, and she follows everybody. */
const hub = newId()
/** Has a thousand works, and a hundred of the many projects. */
const busy = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 240_000)

async function write(db: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, handle)
    values (${hub}::uuid, 'Hub', '', 'hub')`.execute(db)
  await sql`insert into users (id, first_name, last_name, handle, creator_granted)
    select gen_random_uuid(), 'First' || i, case when i = 90000 then 'Žofie' else 'Last' end,
      'first' || i, i <= 20
    from generate_series(1, ${PEOPLE}::int) i`.execute(db)
  for (const [from, to] of [
    [sql`id`, sql`${hub}::uuid`],
    [sql`${hub}::uuid`, sql`id`],
  ]) {
    await sql`insert into follows (follower_id, followed_id, created_at)
      select ${from}, ${to}, now() - substring(first_name from 6)::int * interval '1 second'
      from users where id <> ${hub}::uuid`.execute(db)
  }
  await sql`insert into blocks (blocker_id, blocked_id, created_at)
    select follower_id, followed_id, created_at from follows where follower_id = ${hub}::uuid`.execute(
    db,
  )
  await sql`insert into users (id, first_name, last_name, handle, creator_granted)
    values (${busy}::uuid, 'First0', 'Busy', 'busy', true)`.execute(db)
  await sql`insert into projects (id, client_id, creator_id, title, subject, description, status,
      price_cents, shared_at)
    select gen_random_uuid(), ${hub}::uuid, case when n <= 100 then ${busy}::uuid else id end,
      '', '', '', 'completed', 10000, now()
    from (select id, row_number() over () as n from users where last_name = 'Last') u`.execute(db)
  // A few follow each other, so that not every follow includes the hub.
  await sql`insert into follows (follower_id, followed_id)
    select a.id, b.id from (select id from users limit 300) a, (select id from users limit 30) b
    where a.id <> b.id on conflict do nothing`.execute(db)
  await insertManyWorks(db)
}

/** A thousand works of each of the newest twenty. */
async function insertManyWorks(db: Database): Promise<void> {
  await writePictures(db, 1)
  await sql`insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed,
      created_at, doc)
    select gen_random_uuid(), u.id, 1 + i % 6, 'Work', m.id, true, now() - i * interval '1 minute', ''
    from users u, media m, generate_series(1, 1000) i where u.is_creator`.execute(db)
}

const farDown: TimePosition = { micros: (Date.now() - 50_000_000) * 1_000, id: newId() }
const people =
  (side: Side, over: { after?: TimePosition; search?: string; limit?: number } = {}) =>
  () =>
    peopleStatement(
      { viewerId: hub },
      {
        side,
        userId: hub,
        limit: over.limit ?? 20,
        after: over.after ?? null,
        search: over.search,
      },
    )

const blocked = (after: TimePosition | null) => () =>
  blockedStatement({ blockerId: hub, limit: 20, after })

describe(`somebody with ${PEOPLE} followers`, () => {
  it.each<[string, () => Compilable, number]>([
    ['followers', people('followers'), 101],
    ['followers, far down', people('followers', { after: farDown }), 101],
    ['followers, a hundred', people('followers', { after: farDown, limit: 100 }), 101],
    ['following', people('following'), 101],
    ['following, far down', people('following', { after: farDown }), 101],
    ['a search that many match', people('followers', { search: 'la' }), 101],
    ['a search that few match', people('followers', { search: 'zof' }), MAX_SCANNED],
    ['a search among the followed', people('following', { search: 'zof' }), MAX_SCANNED],
    ['the blocked', blocked(null), 101],
    ['the blocked, far down', blocked(farDown), 101],
    ['the profile', () => profileStatement({ viewerId: hub }, hub), 101],
    ['the profile of somebody busy', () => profileStatement({ viewerId: hub }, busy), 1_000],
  ])('is read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectBounded(t.deps, statement(), {
      never: /Seq Scan (follows|users|blocks|portfolio_items|projects)/,
      most,
    })
  })

  it('is searched in parts, and finds a person far down', async () => {
    const input = { params: { id: hub }, query: { search: 'Zofie' } }
    const pages = await walk(t, listFollowers, input)
    const found = pages.flatMap(({ body }) =>
      body.map((person: { lastName: string }) => person.lastName),
    )
    expect(found).toEqual(['Žofie'])
    expect(pages.length).toBeLessThanOrEqual(PEOPLE / MAX_SCANNED + 1)
  })
})
