import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { TimePosition } from '../../http/paging.ts'
import { heldStatement, ownHeldStatement, type HeldStatus } from './held-queries.ts'

const ROWS = 20_000
const t = testApp({ JOBS: 'off' })
let ben: NamedPerson

beforeAll(async () => {
  ben = await t.person('Ben')
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name)
    select gen_random_uuid(), 'Person', i::text from generate_series(1, 500) i`.execute(trx)
  await sql`
    insert into held_texts (id, kind, author_id, receiver_id, content, payload, state, decided_at, created_at)
    select gen_random_uuid(), 'message', u.ids[1 + i % 500], ${ben.id}::uuid, 'Buy glazes', '{}',
      case when i % 2 = 0 then 'sent' else 'waiting' end,
      case when i % 2 = 0 then now() - i * interval '50 seconds' end, now() - i * interval '1 minute'
    from generate_series(1, ${ROWS}::int) i, (select array_agg(id) as ids from users) u`.execute(
    trx,
  )
}

const farDown: TimePosition = { micros: (Date.now() - 8_000 * 60_000) * 1_000, id: newId() }
const held = (status: HeldStatus, after: TimePosition | null) => () =>
  heldStatement(status, { viewerId: ben.id, limit: 20, after })
const PAGE = 22

describe(`${ROWS} held texts`, () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['waiting', held('waiting', null)],
    ['waiting, far down', held('waiting', farDown)],
    ['decided', held('decided', null)],
    ['decided, far down', held('decided', farDown)],
    ['one’s own', () => ownHeldStatement({ viewerId: ben.id, limit: 20, after: null })],
  ])('are read from an index, no more than is needed: %s', async (_, statement) => {
    await expectRead(t.deps, statement(), { never: /Seq Scan (held_texts|users)/, most: PAGE })
  })
})
