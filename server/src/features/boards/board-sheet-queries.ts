import { MAX_SHEET_ITEMS } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isPictureSeen, mayLook, type Showables } from './board-sql.ts'

/** What a contact sheet shows of one thing on a board. */
export interface SheetRow {
  /** Of a picture, what it shows if somebody said so. */
  title: string
  maker: string
  /** The maker uploaded it to the board, and may have made it or not. */
  isUploaded: boolean
  note: string
  isAgainst: boolean
  /** Null for a post without files. */
  file: {
    id: string
    kind: MediaKind
    /** Widths of the renditions made so far, narrowest first. */
    widths: number[]
    isSensitive: boolean
  } | null
}

export interface SheetBoard {
  title: string
  owner: string
  itemCount: number
  rows: SheetRow[]
}

const fullName = sql`btrim(u.first_name || ' ' || u.last_name)`
const file = sql`case when m.id is not null then json_build_object('id', m.id, 'kind', m.kind,
  'widths', m.rendition_widths, 'isSensitive', m.is_sensitive) end`

/** A board with what this viewer may see of it, from its front. */
export const sheetStatement = (
  who: Who,
  boardId: string,
  { works, posts }: Showables,
): RawBuilder<SheetBoard> => sql<SheetBoard>`
  with ${meTable(who)},
  board as materialized (
    select bd.id, bd.title, bd.item_count, bd.owner_id from boards bd
    where bd.id = ${boardId}::uuid and ${mayLook(sql`(select user_id from me)`)}),
  items as materialized (
    select i.id, i.place, i.portfolio_id, i.post_id, i.media_id, i.note, i.is_against
    from board_items i
    where i.board_id = (select id from board) order by i.place, i.id limit ${sql.lit(MAX_SHEET_ITEMS)}),
  seen as (
    select i.place, i.id, json_build_object('title', p.title, 'maker', ${fullName}, 'isUploaded', false,
      'note', i.note, 'isAgainst', i.is_against, 'file', ${file}) as row
    from items i join portfolio_items p on p.id = i.portfolio_id
    join users u on u.id = p.creator_id join media m on m.id = p.media_id
    where ${works.isSeen}
    union all
    select i.place, i.id, json_build_object('title', p.title, 'maker', ${fullName}, 'isUploaded', false,
      'note', i.note, 'isAgainst', i.is_against, 'file', ${file})
    from items i join posts p on p.id = i.post_id join users u on u.id = p.creator_id
    left join lateral (
      select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position limit 1) f on true
    left join media m on m.id = f.media_id
    where ${posts.isSeen}
    union all
    select i.place, i.id, json_build_object('title', m.alt, 'maker', ${fullName}, 'isUploaded', true,
      'note', i.note, 'isAgainst', i.is_against, 'file', ${file})
    from items i join media m on m.id = i.media_id join users u on u.id = m.owner_id
    where ${isPictureSeen})
  select board.title, board.item_count as "itemCount",
    (select ${fullName} from users u where u.id = board.owner_id) as owner,
    (select coalesce(json_agg(row order by place, id), '[]') from seen) as rows
  from board`

/** Undefined when there is no such board for this viewer. */
export async function findSheet(
  db: Database,
  who: Who,
  boardId: string,
  showables: Showables,
): Promise<SheetBoard | undefined> {
  const { rows } = await sheetStatement(who, boardId, showables).execute(db)
  return rows[0]
}
