import type { Picture } from '@plinth/contract/media.ts'
import { sql, type RawBuilder } from 'kysely'

/** Widest rendition that a card in a grid loads when it cannot choose for itself. */
const CARD_WIDTH = 960

/** The contract's Picture as JSON, from the media row that the statement calls `alias`. */
export function pictureJson(alias = 'm'): RawBuilder<Picture> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<Picture>`json_build_object(
    'id', ${column('id')},
    'width', ${column('width')},
    'height', ${column('height')},
    'thumbhash', ${column('thumbhash')},
    'alt', ${column('alt')},
    'state', ${column('state')},
    'renditions', ${column('rendition_widths')},
    'originalUrl', '/media/' || ${column('id')} || '/original.' || ${column('extension')})`
}

/** Path of one file fit for a card: the widest rendition up to a card's width, else the original. */
export function cardImageUrl(alias = 'm'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`'/media/' || ${column('id')} || '/' || coalesce(
    (select max(width) from unnest(${column('rendition_widths')}) as width
      where width <= ${sql.lit(CARD_WIDTH)}) || '.webp',
    'original.' || ${column('extension')})`
}
