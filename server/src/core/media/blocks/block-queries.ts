import { LOOK_ALIKE_BITS } from '@plinth/contract/moderation/blocks.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { searchMarks, type Block } from './block-rules.ts'

/** The statement of `findBlock`, for its plan. */
export const blockStatement = ({
  sha256,
  look,
}: {
  sha256: string
  look: string | null
}): RawBuilder<Block> => sql<Block>`
  select id, "ownerId", "isClaimed", distance from (
  (select id, owner_id as "ownerId", is_claimed as "isClaimed", null::int as distance, -1 as place
    from media_blocks
    where sha256 = decode(${sha256}, 'hex') and lifted_at is null
    order by is_claimed limit 1)
  union all
  (select id, owner_id, is_claimed, distance, distance from (
      select b.id, b.owner_id, b.is_claimed, bit_count(b.look # ('x' || ${look}::text)::bit(256))::int as distance
      from media_blocks b
      where b.marks && ${look === null ? [] : searchMarks(look)}::int[] and b.lifted_at is null) near
    where distance <= ${sql.lit(LOOK_ALIKE_BITS)} order by distance limit 1)
  ) found order by place limit 1`

/** What is blocked and the same file, or looks like it; null if nothing is. */
export async function findBlock(
  db: Database,
  upload: { sha256: string; look: string | null },
): Promise<Block | null> {
  const { rows } = await blockStatement(upload).execute(db)
  return rows[0] ?? null
}

/** Keeps an upload from being shown until staff have looked. */
export async function insertReview(trx: Database, mediaId: string, block: Block): Promise<void> {
  await trx
    .insertInto('media_reviews')
    .values({ id: mediaId, block_id: block.id, distance: block.distance })
    .execute()
}

export interface Subject {
  kind: 'post' | 'portfolio'
  id: string
}

export interface BlockReason {
  reason: string
  isClaimed: boolean
  now: Date
}

/** The ids of the files of a post or work. */
const filesOf = ({ kind, id }: Subject): RawBuilder<unknown> =>
  kind === 'post'
    ? sql`select distinct media_id from post_media where post_id = ${id}::uuid`
    : sql`select media_id from portfolio_items where id = ${id}::uuid
        union select media_id from case_study_media where item_id = ${id}::uuid and in_published`

/** Blocks the files of a takedown. Lifted blocks come back, except with `onlyNew`. */
export async function blockFiles(
  trx: Database,
  { kind, id }: Subject,
  { reason, isClaimed, now }: BlockReason,
  { onlyNew = false } = {},
): Promise<void> {
  await sql`
    insert into media_blocks (id, sha256, look, marks, kind, subject_id, media_id, owner_id, reason,
      is_claimed, created_at)
    select gen_random_uuid(), l.sha256, l.look,
      array(select i * 65536 + substring(l.look from i * 16 + 1 for 16)::bit(16)::int
        from generate_series(0, 15) i where l.look is not null),
      ${kind}, ${id}::uuid, m.id, m.owner_id, ${reason}, ${isClaimed}::boolean, ${now}
    from (${filesOf({ kind, id })}) f join media m on m.id = f.media_id join media_looks l on l.media_id = m.id
    where not ${onlyNew}::boolean or not exists (select 1 from media_blocks b
      where b.kind = ${kind} and b.subject_id = ${id}::uuid and b.media_id = m.id)
    on conflict on constraint media_blocks_once do update set
      lifted_at = null, lifted_by = null, reason = excluded.reason, is_claimed = excluded.is_claimed,
      created_at = excluded.created_at`.execute(trx)
}

/** Lifts the blocks of something that was put back. Uploads that wait because of them stay with staff. */
export async function liftBlocksOf(trx: Database, { kind, id }: Subject, now: Date): Promise<void> {
  await sql`
    update media_blocks set lifted_at = ${now}
    where kind = ${kind} and subject_id = ${id}::uuid and lifted_at is null`.execute(trx)
}

export interface UnknownFile {
  mediaId: string
  extension: string
  isPicture: boolean
}

/** The files of something of which neither hash nor look is known. */
export async function findUnknownFiles(db: Database, subject: Subject): Promise<UnknownFile[]> {
  const { rows } = await sql<UnknownFile>`
    select m.id as "mediaId", m.extension, m.kind = 'image' as "isPicture"
    from (${filesOf(subject)}) f join media m on m.id = f.media_id
    where not exists (select 1 from media_looks l where l.media_id = m.id)`.execute(db)
  return rows
}

/** Notes what a file is and looks like, unless that is known. */
export async function insertLook(
  db: Database,
  { mediaId, sha256, look }: { mediaId: string; sha256: string; look: string | null },
): Promise<void> {
  await sql`
    insert into media_looks (media_id, sha256, look)
    select id, decode(${sha256}, 'hex'), ('x' || ${look}::text)::bit(256)
    from media where id = ${mediaId}::uuid
    on conflict (media_id) do nothing`.execute(db)
}

/** Whether a post or work is still taken down. It stays so until the transaction ends. */
export async function isDown(trx: Database, { kind, id }: Subject): Promise<boolean> {
  const table = sql.table(kind === 'post' ? 'posts' : 'portfolio_items')
  const { rows } = await sql`
    select 1 from ${table} where id = ${id}::uuid and taken_down_at is not null
    for no key update`.execute(trx)
  return rows.length > 0
}
