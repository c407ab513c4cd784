import type { listUserBoards } from '@plinth/contract/boards/boards.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { BOARD_MAKERS_PER_DAY, PAGE_SIZE } from '@plinth/contract/limits.ts'
import { STRIKES_FOR_LOWEST } from '@plinth/contract/people/levels.ts'
import { sql, type RawBuilder } from 'kysely'
import { liveStrikes } from '../../core/limits/level-sql.ts'
import { meTable, viewerSeesHidden, type Who } from '../../core/session/viewer-sql.ts'
import { hasBlockedViewer } from '../../core/users/block-sql.ts'
import { isPublicBoard } from '../../db/board-sql.ts'
import { byTime, onlyRow, pageStatement, pastTime, type ViewerPageRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import {
  decodeTimeCursor,
  foundPage,
  type FoundPage,
  type TimePosition,
} from '../../http/paging.ts'
import { shownBoard } from './board-queries.ts'
import { isOwnerThere, type Showables } from './board-sql.ts'

const LIST = 'public-boards'
const me = sql`(select user_id from me)`

interface UserBoardsRow extends ViewerPageRow {
  isThere: boolean
}

/** Somebody's public boards, as their profile lists them. */
export const userBoardsStatement = (
  who: Who,
  { ownerId, limit, after }: { ownerId: string; limit: number; after: TimePosition | null },
  showables: Showables,
): RawBuilder<UserBoardsRow> =>
  pageStatement<UserBoardsRow>({
    me: meTable(who),
    sort: byTime(sql`p.changed_at`),
    from: sql`(
      select bd.id, bd.changed_at from boards bd
      where bd.owner_id = ${ownerId}::uuid and ${isPublicBoard} and ${isOwnerThere(me)}) p`,
    conditions: [],
    limit,
    after: pastTime(after),
    shown: shownBoard(showables, {}),
    columns: sql`, exists (
      select 1 from users u where u.id = ${ownerId}::uuid
        and (not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)}) as "isThere"`,
  })

/** Null JSON when there is no such person for this viewer. */
export async function findUserBoards(
  db: Database,
  who: Who,
  ownerId: string,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listUserBoards>,
  showables: Showables,
): Promise<FoundPage> {
  const after = decodeTimeCursor(cursor, LIST)
  const row = await onlyRow(db, userBoardsStatement(who, { ownerId, limit, after }, showables))
  return foundPage(LIST, row, row.isThere)
}

/** Whether this person has so many strikes that they can make no board public. */
export async function isStruck(trx: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ strikes: number }>`
    select ${liveStrikes(sql`${userId}::uuid`)} as strikes`.execute(trx)
  return (rows[0]?.strikes ?? 0) >= STRIKES_FOR_LOWEST
}

/**
 * Tells makers that something of theirs is on this board, if it is public: each once for each board, of the first thing,
 * and no more people in a day than `BOARD_MAKERS_PER_DAY`. Nobody hears of what they put there themselves, or of what
 * is there because it is not wanted.
 */
export async function tellMakers(
  trx: Database,
  { boardId, itemId }: { boardId: string; itemId?: string },
): Promise<void> {
  await sql`
    with board as (
      select bd.id, bd.owner_id from boards bd where bd.id = ${boardId}::uuid and ${isPublicBoard}),
    found as (
      select distinct on (t.maker_id) t.* from (
        select coalesce(w.creator_id, p.creator_id) as maker_id, w.id as portfolio_id, p.id as post_id,
          i.place, i.id
        from board join board_items i on i.board_id = board.id and not i.is_against
        left join portfolio_items w on w.id = i.portfolio_id and w.is_listed
        left join posts p on p.id = i.post_id and p.is_visible
        where coalesce(w.creator_id, p.creator_id)
            not in (board.owner_id, coalesce(i.added_by, board.owner_id))
          ${itemId === undefined ? sql`` : sql`and i.id = ${itemId}::uuid`}) t
      order by t.maker_id, t.place, t.id),
    told as (
      insert into board_makers (board_id, maker_id, portfolio_id, post_id, told_by)
      select board.id, f.maker_id, f.portfolio_id, f.post_id, board.owner_id
      from found f cross join board
      where not exists (select 1 from board_makers k where k.board_id = board.id and k.maker_id = f.maker_id)
      order by f.place, f.id
      limit greatest(0, ${sql.lit(BOARD_MAKERS_PER_DAY)} - (
        select count(*) from board_makers k
        where k.told_by = (select owner_id from board) and k.told_at > now() - interval '1 day'))
      on conflict do nothing
      returning portfolio_id, post_id)
    insert into notices (kind, actor_id, item_id, post_id, board_id)
    select 'board', board.owner_id, told.portfolio_id, told.post_id, board.id from told cross join board`.execute(
    trx,
  )
}

/** Takes back what makers were told of this board and have not read, or of one thing on it. */
export async function untellMakers(
  trx: Database,
  { boardId, itemId }: { boardId: string; itemId?: string },
): Promise<void> {
  await sql`
    insert into notices (kind, actor_id, item_id, post_id, is_undone)
    select 'board', k.told_by, k.portfolio_id, k.post_id, true from board_makers k
    where k.board_id = ${boardId}::uuid and (k.portfolio_id is not null or k.post_id is not null)
      ${
        itemId === undefined
          ? sql``
          : sql`and exists (select 1 from board_items i where i.id = ${itemId}::uuid
              and (i.portfolio_id = k.portfolio_id or i.post_id = k.post_id))`
      }`.execute(trx)
}

/** The words of a board that everybody reads once it is public. */
export async function findWords(trx: Database, boardId: string): Promise<string> {
  const { rows } = await sql<{ words: string }>`
    select concat_ws(E'\n', bd.title, bd.description, (
      select string_agg(i.note, E'\n' order by i.place, i.id) from board_items i
      where i.board_id = bd.id and i.note <> '')) as words
    from boards bd where bd.id = ${boardId}::uuid`.execute(trx)
  return rows[0]?.words ?? ''
}

export async function lockAnyBoard(trx: Database, id: string): Promise<void> {
  await sql`select id from boards where id = ${id}::uuid for update`.execute(trx)
}

interface TakenBoard {
  ownerId: string
  title: string
  isPublic: boolean
}

/** Makes a locked board private until it is put back, and notifies its owner; undefined if it is down or deleted. */
export async function takeDownBoard(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<TakenBoard | undefined> {
  const { rows } = await sql<TakenBoard>`
    with was as materialized (
      select id, owner_id, title, visibility = 'public' as is_public from boards
      where id = ${id}::uuid and taken_down_at is null),
    hidden as (
      update boards bd set taken_down_at = ${at}, taken_down_reason = ${reason} from was where bd.id = was.id),
    noticed as (
      insert into notices (kind, actor_id, followed_id, board_id)
      select 'standing', null, owner_id, id from was)
    select owner_id as "ownerId", title, is_public as "isPublic" from was`.execute(trx)
  return rows[0]
}

/** Opens a locked board again as it was, and notifies its owner; undefined when it was not down. */
export async function putBackBoard(
  trx: Database,
  id: string,
): Promise<Pick<TakenBoard, 'ownerId' | 'title'> | undefined> {
  const { rows } = await sql<Pick<TakenBoard, 'ownerId' | 'title'>>`
    with shown as (
      update boards set taken_down_at = null, taken_down_reason = null
      where id = ${id}::uuid and taken_down_at is not null returning id, owner_id, title),
    noticed as (
      insert into notices (kind, actor_id, followed_id, board_id)
      select 'standing', null, owner_id, id from shown)
    select owner_id as "ownerId", title from shown`.execute(trx)
  return rows[0]
}
