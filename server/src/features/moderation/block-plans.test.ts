import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { blocksStatement, lookAlikesStatement } from './block-queries.ts'
import type { Database } from '../../db/pool.ts'
import { blockStatement } from '../../core/media/blocks/block-queries.ts'

const ROWS = 20_000
const t = testApp({ JOBS: 'off' })
let ben: NamedPerson

beforeAll(async () => {
  ben = await t.person('Ben')
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`
    insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
      bytes, width, height)
    select gen_random_uuid(), ${ben.id}::uuid, 'image', 'processing', 'f', 'image/png', 'png', 9, 9, 9, 9
    from generate_series(1, ${ROWS}::int)`.execute(trx)
  await sql`
    insert into media_blocks (id, sha256, look, marks, kind, subject_id, media_id, owner_id, reason,
      is_claimed, created_at, lifted_at)
    select gen_random_uuid(), sha256(m.id::text::bytea), l.look,
      array(select i * 65536 + substring(l.look from i * 16 + 1 for 16)::bit(16)::int
        from generate_series(0, 15) i), 'post', m.id, m.id, m.owner_id, 'Spam', false,
      now() - m.n * interval '1 minute', case when m.n % 2 = 0 then now() - m.n * interval '1 second' end
    from (select id, owner_id, row_number() over () as n from media) m,
      lateral (select ('x' || encode(sha256(m.id::text::bytea), 'hex'))::bit(256) as look) l`.execute(
    trx,
  )
  await sql`
    insert into media_reviews (id, block_id, created_at)
    select media_id, id, created_at from media_blocks`.execute(trx)
}

const input = { limit: 20, after: null }
const look = '0123456789abcdef'.repeat(4)

describe(`${ROWS} blocked files and ${ROWS} look-alikes`, () => {
  it.each<[string, () => RawBuilder<unknown>, number]>([
    // A part of a look is shared by chance now and then, also with a bit turned.
    ['what an upload is compared with', () => blockStatement({ sha256: look, look }), 300],
    ['blocked', () => blocksStatement('active', { ...input, viewerId: ben.id }), 22],
    ['lifted', () => blocksStatement('lifted', { ...input, viewerId: ben.id }), 22],
    ['look-alikes', () => lookAlikesStatement({ ...input, viewerId: ben.id }), 22],
  ])('are read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectRead(t.deps, statement(), { never: /Seq Scan media/, most })
  })
})
