import type { LookAlike, MediaBlock } from '@plinth/contract/moderation/blocks.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import type { Shown, ViewerPageRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { Page } from '../../http/mount.ts'
import {
  readTimeList,
  timeListStatement,
  titleOfSubject,
  type TimeListInput,
} from './moderation-list-queries.ts'

export type BlockStatus = 'active' | 'lifted'

const blockJson = (b: string, picture: RawBuilder<unknown>, owner: RawBuilder<unknown>) => {
  const of = (column: string) => sql.ref(`${b}.${column}`)
  return sql`json_build_object('id', ${of('id')}, 'kind', ${of('kind')}, 'subjectId', ${of('subject_id')},
    'title', ${titleOfSubject(of('kind'), of('subject_id'))}, 'owner', ${owner}, 'picture', ${picture},
    'reason', ${of('reason')}, 'createdAt', ${isoTime(of('created_at'))},
    'liftedAt', ${isoTime(of('lifted_at'))})`
}

const pictureOf = (media: string) =>
  sql`case when ${sql.ref(`${media}.id`)} is not null then ${pictureJson(media)} end`

const shownBlock: Shown = {
  table: 'media_blocks',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", ${titleOfSubject(sql`p.kind`, sql`p.subject_id`)} as title,
    ${personOrNull('u')} as owner, ${pictureOf('m')} as picture, p.reason,
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.lifted_at`)} as "liftedAt"`,
  joins: sql`left join users u on u.id = p.owner_id left join media m on m.id = p.media_id`,
}

/** Each list has an index that returns its rows in order. */
const LISTS: Record<BlockStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  active: { at: sql`p.created_at`, is: sql`p.lifted_at is null` },
  lifted: { at: sql`p.lifted_at`, is: sql`p.lifted_at is not null` },
}

export const blocksStatement = (
  status: BlockStatus,
  input: TimeListInput,
): RawBuilder<ViewerPageRow> => {
  const { at, is } = LISTS[status]
  return timeListStatement({ at, conditions: [is], shown: shownBlock }, input)
}

export const listOfBlocks = (
  db: Database,
  status: BlockStatus,
  input: TimeListInput,
): Promise<Page<MediaBlock>> => readTimeList(db, status, blocksStatement(status, input))

const shownLookAlike: Shown = {
  table: 'media_reviews',
  columns: sql`
    p.id, ${personOrNull('u')} as owner, ${pictureJson('m')} as picture, p.distance,
    ${blockJson('b', pictureOf('bm'), personOrNull('bu'))} as block,
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`
    join media m on m.id = p.id join users u on u.id = m.owner_id
    join media_blocks b on b.id = p.block_id
    left join media bm on bm.id = b.media_id left join users bu on bu.id = b.owner_id`,
}
/** Name of the list in its cursors. */
export const LOOK_ALIKES = 'look-alikes'

export const lookAlikesStatement = (input: TimeListInput): RawBuilder<ViewerPageRow> => {
  const conditions = [sql`p.state = 'waiting'`]
  return timeListStatement({ at: sql`p.created_at`, conditions, shown: shownLookAlike }, input)
}

export const listOfLookAlikes = (db: Database, input: TimeListInput): Promise<Page<LookAlike>> =>
  readTimeList(db, LOOK_ALIKES, lookAlikesStatement(input))

/** Lifts a block. Returns what it was of; null if there is no active one. */
export async function liftBlock(
  trx: Database,
  id: string,
  { adminId, now }: { adminId: string; now: Date },
): Promise<{ kind: string; subjectId: string } | null> {
  const { rows } = await sql<{ kind: string; subjectId: string }>`
    update media_blocks set lifted_at = ${now}, lifted_by = ${adminId}::uuid
    where id = ${id}::uuid and lifted_at is null
    returning kind, subject_id as "subjectId"`.execute(trx)
  return rows[0] ?? null
}

/** Locks a review until the transaction ends; undefined if there is none. */
export async function lockReview(
  trx: Database,
  id: string,
): Promise<{ isWaiting: boolean; ownerId: string } | undefined> {
  const { rows } = await sql<{ isWaiting: boolean; ownerId: string }>`
    select r.state = 'waiting' as "isWaiting", m.owner_id as "ownerId"
    from media_reviews r join media m on m.id = r.id where r.id = ${id}::uuid for update of r`.execute(
    trx,
  )
  return rows[0]
}

/** Closes a review. A refused upload has failed, and its owner reads why. */
export async function closeReview(
  trx: Database,
  id: string,
  verdict: { state: 'passed' | 'refused'; note: string | null; adminId: string; at: Date },
): Promise<void> {
  const { state, note, adminId, at } = verdict
  await trx
    .updateTable('media_reviews')
    .set({ state, note, decided_by: adminId, decided_at: at })
    .where('id', '=', id)
    .execute()
  if (state === 'refused')
    await sql`
      update media set state = 'failed', failure = ${`We looked at this file and can’t show it: ${note ?? ''}`}
      where id = ${id}::uuid`.execute(trx)
}
