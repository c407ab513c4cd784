import { PROPOSAL_KINDS } from '@plinth/contract/moderation/proposals.ts'
import { sql } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { TimePosition } from '../../http/paging.ts'
import { proposalsStatement, type ProposalBox } from './proposal-queries.ts'

const ROWS = 50_000
/** One in so many waits. */
const WAITING = 500

const t = testApp({ JOBS: 'off' })
const ownerId = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, is_admin, staff_role)
    values (${ownerId}::uuid, 'Olga', 'Test', true, 'owner')`.execute(trx)
  await sql`insert into users (id, first_name, last_name)
    select md5(i::text)::uuid, 'Person', i::text from generate_series(1, ${ROWS}::int) i`.execute(
    trx,
  )
  await sql`
    insert into proposals (id, kind, subject_id, subject_version, proposed_by, reason, state, decided_at,
      created_at, expires_at)
    select gen_random_uuid(), 'owner', md5(i::text)::uuid, 'none', ${ownerId}::uuid, 'So', d.state, d.at,
      now() - i * interval '1 minute', now() + interval '7 days'
    from generate_series(1, ${ROWS}::int) i,
      lateral (select case when i % ${WAITING}::int = 0 then 'open' else 'declined' end as state,
        case when i % ${WAITING}::int > 0 then now() end as at) d`.execute(trx)
}

const farDown: TimePosition = { micros: (Date.now() - 25_000 * 60_000) * 1_000, id: newId() }
const list = (box: ProposalBox, after: TimePosition | null = null) =>
  proposalsStatement({
    viewerId: ownerId,
    kinds: PROPOSAL_KINDS,
    box,
    now: new Date(),
    limit: 20,
    after,
  })

describe(`${ROWS} proposals`, () => {
  it.each([
    ['waiting', list('open')],
    ['waiting, far down', list('open', farDown)],
    ['answered', list('closed')],
    ['answered, far down', list('closed', farDown)],
  ])('are read from an index, no more than is needed: %s', async (_, statement) => {
    await expectRead(t.deps, statement, { never: /Seq Scan (proposals|users)/, most: 40 })
  })
})
