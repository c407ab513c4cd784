import type { Person } from '@plinth/contract/people/users.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  microsOf,
  fetchedFor,
  olderThan,
  onlyRow,
  pageEnd,
  pageJson,
  type PageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { forgetActionsBetween } from '../notifications/notification-queries.ts'
import { meTable } from '../session/viewer-sql.ts'
import { personColumns } from './follow-queries.ts'

/** Names the list in its cursors. */
export const BLOCKED_LIST = 'blocked'

export interface Block {
  blockerId: string
  blockedId: string
}

export interface Blocked {
  /** Who has lost a follower. */
  unfollowed: string[]
  /** People whose notifications changed. */
  affected: string[]
}

/**
 * Blocks somebody, ends the follows between the two, and removes each from the other's notifications. Null when there
 * is no such person. The two people are locked last, as when emails are taken, and in the order of their ids, as in a
 * follow: a follow at the same time is either ended here or finds the block.
 */
export function block(db: Kysely<DB>, { blockerId, blockedId }: Block): Promise<Blocked | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isNew: boolean }>`
      with person as (
        select id from users where id = ${blockedId}::uuid and not is_gone),
      added as (
        insert into blocks (blocker_id, blocked_id) select ${blockerId}::uuid, id from person
        on conflict do nothing returning 1)
      select exists (select 1 from added) as "isNew" from person`.execute(trx)
    const [person] = rows
    if (person === undefined) return null
    if (!person.isNew) return { unfollowed: [], affected: [] }
    const affected = await forgetActionsBetween(trx, blockerId, blockedId)
    return { affected, unfollowed: await endFollows(trx, [blockerId, blockedId]) }
  })
}

/** Ends the follows between two people; returns who has lost a follower. */
async function endFollows(trx: Database, pair: [string, string]): Promise<string[]> {
  await sql`select id from users where id = any (${pair}::uuid[])
    order by id for no key update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    with ended as (
      delete from follows
      where follower_id = any (${pair}::uuid[]) and followed_id = any (${pair}::uuid[])
      returning follower_id, followed_id),
    noticed as (
      insert into notices (kind, actor_id, followed_id, is_undone)
      select 'follow', follower_id, followed_id, true from ended),
    counted as (
      update users u set
        follower_count = follower_count - (select count(*) from ended where followed_id = u.id),
        following_count = following_count - (select count(*) from ended where follower_id = u.id)
      where u.id = any (${pair}::uuid[]) and exists (select 1 from ended))
    select followed_id as id from ended`.execute(trx)
  return rows.map((row) => row.id)
}

export async function unblock(db: Database, { blockerId, blockedId }: Block): Promise<void> {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute()
}

export interface BlockedInput {
  blockerId: string
  limit: number
  after: TimePosition | null
}

/** A page of the people whom somebody blocks, the latest first. */
export function blockedStatement({ blockerId, limit, after }: BlockedInput): RawBuilder<PageRow> {
  const passed = olderThan(sql`b.created_at`, sql`b.blocked_id`, after)
  const shown = { table: 'users', columns: personColumns, joins: sql`` }
  return sql<PageRow>`
    with ${meTable({ viewerId: blockerId })},
    page as materialized (
      select b.blocked_id as id, ${microsOf(sql`b.created_at`)} as key,
        row_number() over (order by b.created_at desc, b.blocked_id desc) as place
      from blocks b join users u on u.id = b.blocked_id
      where b.blocker_id = ${blockerId}::uuid and not u.is_gone ${passed}
      order by b.created_at desc, b.blocked_id desc limit ${fetchedFor(limit)})
    select ${pageEnd(limit)} as last, ${pageJson(limit, shown)} as json`
}

export async function listBlockedPeople(db: Database, input: BlockedInput): Promise<Page<Person>> {
  const { json, last } = await onlyRow(db, blockedStatement(input))
  return new Page(JSON.parse(json) as Person[], cursorAfter(BLOCKED_LIST, last))
}
