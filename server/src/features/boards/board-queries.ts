import type { BoardView, Board, countBoards, listBoards } from '@plinth/contract/boards/boards.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { QueryOf, ResponseOf } from '@plinth/contract/http/endpoint.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, decodeTimeCursor } from '../../http/paging.ts'
import {
  boardColumns,
  isOwnerThere,
  isPictureSeen,
  mayLook,
  roleOf,
  type Showables,
} from './board-sql.ts'

const LIST = 'boards'
const me = sql`(select user_id from me)`

/** The pictures of the first things on `boards bd`, without sensitive ones, because nothing blurs them there. */
const coversOf = ({ works, posts }: Showables) => sql`(
  select coalesce(json_agg(${pictureJson()} order by c.place, c.id), '[]') from (
    (select i.place, i.id, p.media_id from board_items i join portfolio_items p on p.id = i.portfolio_id
      where i.board_id = bd.id and not p.is_sensitive and ${works.isSeen} order by i.place, i.id limit 4)
    union all
    (select i.place, i.id, f.media_id from board_items i join posts p on p.id = i.post_id
      cross join lateral (
        select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position limit 1) f
      where i.board_id = bd.id and not p.is_sensitive and ${posts.isSeen} order by i.place, i.id limit 4)
    union all
    (select i.place, i.id, m.id from board_items i join media m on m.id = i.media_id
      join users u on u.id = m.owner_id
      where i.board_id = bd.id and i.media_id is not null and ${isPictureSeen}
      order by i.place, i.id limit 4)
    order by place, id limit 4) c
  join media m on m.id = c.media_id)`

/** The owner and, for the people of the board, the first two who were asked. */
const firstPeople = sql`(
  select json_agg(${personJson('u')} order by f.at nulls first) from (
    select bd.owner_id as user_id, null::timestamptz as at
    union all (
      select bp.user_id, bp.asked_at from board_people bp
      where bp.board_id = bd.id and ${roleOf(me)} is not null
      order by bp.asked_at, bp.user_id limit 2)) f
  join users u on u.id = f.user_id and not u.is_gone)`

interface Thing {
  workId?: string | undefined
  postId?: string | undefined
}

const itemOf = ({ workId, postId }: Thing): RawBuilder<unknown> => sql`(
  select i.id from board_items i where i.board_id = bd.id
    and (i.portfolio_id = ${workId ?? null}::uuid or i.post_id = ${postId ?? null}::uuid))`

export const shownBoard = (showables: Showables, thing: Thing): Shown => ({
  table: 'boards',
  columns: sql`${boardColumns}, ${coversOf(showables)} as covers, ${firstPeople} as people,
    ${itemOf(thing)} as "itemId"`,
  // The columns above call it so.
  joins: sql`join boards bd on bd.id = p.id join users o on o.id = bd.owner_id`,
})

type ListQuery = QueryOf<typeof listBoards>

/** Each has at most so many boards, and is asked to at most so many, that they can be sorted where they are found. */
export function boardsStatement(
  viewerId: string,
  query: ListQuery & { limit: number },
  showables: Showables,
): RawBuilder<ViewerPageRow> {
  const { show = 'all', search, limit, cursor, ...thing } = query
  const own = sql`select bd.id, bd.title, bd.changed_at, 'owner' as role from boards bd where bd.owner_id = ${me}`
  const shared = sql`
    select bd.id, bd.title, bd.changed_at, bp.role from board_people bp join boards bd on bd.id = bp.board_id
    where bp.user_id = ${me} and ${isOwnerThere(me)}`
  const from = { own, shared, all: sql`${own} union all ${shared}` }[show]
  const isForThing = thing.workId !== undefined || thing.postId !== undefined
  return pageStatement({
    me: meTable({ viewerId }),
    sort: byTime(sql`p.changed_at`),
    from: sql`(${from}) p`,
    conditions: [
      ...(isForThing ? [sql`p.role in ('owner', 'edit')`] : []),
      ...(search === undefined
        ? []
        : [sql`position(lower(${search}::text) in lower(p.title)) > 0`]),
    ],
    limit,
    after: pastTime(decodeTimeCursor(cursor, LIST)),
    shown: shownBoard(showables, thing),
  })
}

export async function findBoards(
  db: Database,
  viewerId: string,
  query: ListQuery,
  showables: Showables,
): Promise<Page<Board>> {
  const limit = query.limit ?? PAGE_SIZE
  const { json, last } = await onlyRow(
    db,
    boardsStatement(viewerId, { ...query, limit }, showables),
  )
  return new Page(JSON.parse(json) as Board[], cursorAfter(LIST, last))
}

/** One as lists show it. */
export async function findListed(
  db: Database,
  viewerId: string,
  { boardId, ...thing }: Thing & { boardId: string },
  showables: Showables,
): Promise<Board | undefined> {
  const { columns, joins } = shownBoard(showables, thing)
  const { rows } = await sql<Board>`
    with ${meTable({ viewerId })}
    select ${columns} from boards p ${joins} where p.id = ${boardId}::uuid and ${mayLook(me)}`.execute(
    db,
  )
  return rows[0]
}

/** A board by itself. Its people are for its people only. */
export async function findBoard(
  db: Database,
  viewerId: string | null,
  boardId: string,
): Promise<BoardView | undefined> {
  const { rows } = await sql<BoardView>`
    with ${meTable({ viewerId })}
    select ${boardColumns}, case when ${roleOf(me)} is null then '[]' else (
        select coalesce(json_agg(json_build_object('person', ${personJson('u')}, 'role', bp.role)
          order by bp.asked_at, bp.user_id), '[]')
        from board_people bp join users u on u.id = bp.user_id and not u.is_gone
        where bp.board_id = bd.id) end as people
    from boards bd join users o on o.id = bd.owner_id
    where bd.id = ${boardId}::uuid and ${mayLook(me)}`.execute(db)
  return rows[0]
}

type Counts = ResponseOf<typeof countBoards>

export const countsOf = (db: Database, viewerId: string): Promise<Counts> =>
  onlyRow(
    db,
    sql<Counts>`
      with ${meTable({ viewerId })}
      select (select count(*)::int from boards bd where bd.owner_id = ${me}) as own,
        (select count(*)::int from board_people bp join boards bd on bd.id = bp.board_id
          where bp.user_id = ${me} and ${isOwnerThere(me)}) as shared,
        (select count(*)::int from portfolio_saves s where s.user_id = ${me}) as "savedWorks",
        (select count(*)::int from post_saves s where s.user_id = ${me}) as "savedPosts"`,
  )
