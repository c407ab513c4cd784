import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import type { BoardItemShow, listBoardItems } from '@plinth/contract/boards/boards.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { fetchedFor, onlyRow, pageEnd, type PageEnd } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { decodePosition, foundPage, type FoundPage } from '../../http/paging.ts'
import { boardPictureJson, mayLook, type Showable, type Showables } from './board-sql.ts'

const conditionOf = (show: BoardItemShow): RawBuilder<unknown> => {
  if (show === 'noted') return sql`i.note <> ''`
  return show === 'against' ? sql`i.is_against` : sql`true`
}

/** The work or post with this id as its lists show it; null if the viewer may not see it. */
const jsonOf = (id: RawBuilder<unknown>, { shown, isSeen }: Showable) => sql`(
  select row_to_json(t) from (
    select ${shown.columns} from ${sql.table(shown.table)} p ${shown.joins}
    where p.id = ${id} and ${isSeen}) t)`

/** What an item `i` shows, as JSON. */
export interface ItemJson {
  work: RawBuilder<unknown>
  post: RawBuilder<unknown>
  picture: RawBuilder<unknown>
}

export const itemJson = ({ works, posts }: Showables): ItemJson => ({
  work: jsonOf(sql`i.portfolio_id`, works),
  post: jsonOf(sql`i.post_id`, posts),
  picture: boardPictureJson(sql`i.media_id`),
})

/** Leaves out pictures of others that are not ready yet. No join, which may read all files. */
const isReadyOrOwn = sql`coalesce((
  select f.state = 'ready' or f.owner_id is not distinct from (select user_id from me)
  from media f where f.id = i.media_id), true)`

interface ItemsInput {
  boardId: string
  show: BoardItemShow
  limit: number
  /** The place and the id of the last one. */
  after: { key: number; id: string } | null
}

interface ItemsRow {
  viewerId: string | null
  isBoard: boolean
  json: string
  last: PageEnd | null
}

/** What is on a board, in its order; nothing if the viewer may not look at it. */
export const itemsStatement = (
  who: Who,
  { boardId, show, limit, after }: ItemsInput,
  { work, post, picture }: ItemJson,
): RawBuilder<ItemsRow> => sql<ItemsRow>`
  with ${meTable(who)},
  board as materialized (
    select bd.id from boards bd where bd.id = ${boardId}::uuid and ${mayLook(sql`(select user_id from me)`)}),
  page as materialized (
    select i.id, i.portfolio_id, i.post_id, i.media_id, i.note, i.is_against, i.noted_by, i.noted_at,
      i.added_at,
      i.place as key, row_number() over (order by i.place, i.id) as place
    from board_items i
    where i.board_id = (select id from board) and ${conditionOf(show)} and ${isReadyOrOwn}
      ${after === null ? sql`` : sql`and (i.place, i.id) > (${after.key}::float8, ${after.id}::uuid)`}
    order by i.place, i.id limit ${fetchedFor(limit)})
  select (select user_id from me) as "viewerId", exists (select from board) as "isBoard",
    ${pageEnd(limit)} as last, (
    select coalesce(json_agg(t), '[]')::text from (
      select i.id, ${work} as work, ${post} as post, ${picture} as picture,
        i.note, i.is_against as "isAgainst",
        case when i.note <> '' and not n.is_gone then ${personOrNull('n')} end as "notedBy",
        ${isoTime(sql`i.noted_at`)} as "notedAt", ${isoTime(sql`i.added_at`)} as "addedAt"
      from page i left join users n on n.id = i.noted_by
      where i.place <= ${limit}::int order by i.place) t) as json`

const listName = (show: BoardItemShow): string => `board-${show}`

/** Null JSON when there is no such board for this viewer. */
export async function findBoardItems(
  db: Database,
  who: Who,
  boardId: string,
  { show = 'all', cursor, limit = PAGE_SIZE }: QueryOf<typeof listBoardItems>,
  showables: Showables,
): Promise<FoundPage> {
  const name = listName(show)
  const after = decodePosition(cursor, [name], Number.isFinite)
  const input = { boardId, show, limit, after }
  const row = await onlyRow(db, itemsStatement(who, input, itemJson(showables)))
  return foundPage(name, row, row.isBoard)
}
