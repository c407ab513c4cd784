import { sql, type RawBuilder } from 'kysely'

/** A picture that an email can show: its file opens for everybody, and it is not sensitive. */
export interface StoredPicture {
  id: string
  width: number
  height: number
  alt: string
  widths: number[]
}

// Aliases that the statements around them do not have.
const json = sql`json_build_object('id', sm.id, 'width', sm.width, 'height', sm.height, 'alt', sm.alt,
  'widths', sm.rendition_widths)`
const isShowable = sql`sm.state = 'ready' and not sm.is_private and not sm.is_sensitive
  and cardinality(sm.rendition_widths) > 0`

/** Of the work with this id; null unless everybody may see it. */
export const pictureOfItem = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${json} from portfolio_items si join media sm on sm.id = si.media_id
    where si.id = ${id} and si.is_listed and not si.is_sensitive and ${isShowable})`

/** The first picture of the post with this id; null unless everybody may see it. */
export const pictureOfPost = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${json} from posts sp
    join post_media pm on pm.post_id = sp.id join media sm on sm.id = pm.media_id
    where sp.id = ${id} and sp.is_visible and ${isShowable} order by pm.position limit 1)`
