import type { Rating } from '@plinth/contract/projects/rating.ts'
import { sql, type RawBuilder } from 'kysely'

/** The contract's Rating from a row `u` of `users`; null before the first published review. */
export const ratingJson: RawBuilder<Rating | null> = sql<Rating | null>`
  case when u.review_count > 0 then json_build_object(
    'average', round(u.rating_sum::numeric / u.review_count, 1), 'count', u.review_count) end`

/** The JSON of a `Creator` from a row of `users` that an outer join may not have found: null then. */
export const personOrNull = (user: string): RawBuilder<unknown> => {
  const u = sql.table(user)
  return sql`case when ${u}.id is not null then json_build_object('id', ${u}.id,
    'firstName', ${u}.first_name, 'lastName', ${u}.last_name,
    'profileImageUrl', ${u}.profile_image_url, 'location', ${u}.location,
    'isCreator', ${u}.is_creator) end`
}
