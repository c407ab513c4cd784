import { renditionUrl } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

/** What a checkout shows of the work and its maker. */
export interface CheckoutFacts {
  maker: string
  firstName: string
  place: string | null
  /** From 1 to 5; null before the first review. */
  rating: number | null
  reviews: number
  /** Path of a picture that everybody can see; null when there is none. */
  picture: string | null
}

/** The narrowest rendition that is sharp on the card page. */
const PICTURE_WIDTH = 640

export async function findCheckoutFacts(db: Database, projectId: string): Promise<CheckoutFacts> {
  const { rows } = await sql<
    Omit<CheckoutFacts, 'picture'> & { mediaId: string | null; width: number }
  >`
    select btrim(u.first_name || ' ' || u.last_name) as maker,
      coalesce(nullif(u.first_name, ''), u.last_name) as "firstName", u.location as place,
      round(u.rating_sum::numeric / nullif(u.review_count, 0), 1)::float8 as rating,
      u.review_count as reviews, m.id as "mediaId",
      coalesce((select min(w) from unnest(m.rendition_widths) w where w >= ${sql.lit(PICTURE_WIDTH)}),
        m.rendition_widths[cardinality(m.rendition_widths)], 0) as width
    from projects p join users u on u.id = p.creator_id
    left join portfolio_items i on i.id = p.item_id and i.is_listed
    left join media m on m.id = i.media_id and not m.is_private and not m.is_sensitive
      and cardinality(m.rendition_widths) > 0
    where p.id = ${projectId}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`there is no project ${projectId}`)
  const { mediaId, width, ...facts } = row
  return { ...facts, picture: mediaId === null ? null : renditionUrl(mediaId, width, 'webp') }
}
