import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from './media-queries.ts'

/** Id, title and picture of a work or a post, from its row and the row of `media` that the statement calls `file`. */
export const cardJson = (row: string, file = 'm'): RawBuilder<unknown> => {
  const r = sql.table(row)
  return sql`json_build_object('id', ${r}.id, 'title', ${r}.title, 'picture', ${pictureJson(file)})`
}

/** The work that a message or a project `p` is about, while it is listed or the viewer's own; the viewer in `me`. */
export const workCard = sql`(
  select ${cardJson('i', 'w')}
  from portfolio_items i join media w on w.id = i.media_id
  where i.id = p.item_id and (i.is_listed or i.creator_id = (select user_id from me)))`
