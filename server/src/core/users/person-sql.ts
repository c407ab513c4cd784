import type { Rating } from '@plinth/contract/projects/rating.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { sql, type RawBuilder } from 'kysely'

/** The contract's Rating from a row `u` of `users`; null before the first published review. */
export const ratingJson: RawBuilder<Rating | null> = sql<Rating | null>`
  case when u.review_count > 0 then json_build_object(
    'average', round(u.rating_sum::numeric / u.review_count, 1), 'count', u.review_count) end`

/** How many projects this person was hired for and finished. */
export const projectsCompleted = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select count(*) from projects j
    where j.creator_id = ${userId} and j.shared_at is not null and j.status = 'completed')`

/**
 * The JSON of a `Creator`, who is none once their account is suspended or deleted, from the row of `users` that the
 * statement calls `user`.
 */
export const personJson = (user: string): RawBuilder<Creator> => {
  const u = sql.table(user)
  return sql<Creator>`json_build_object('id', ${u}.id, 'handle', ${u}.handle, 'firstName', ${u}.first_name,
    'lastName', ${u}.last_name, 'profileImageUrl', ${u}.profile_image_url,
    'location', ${u}.location, 'isCreator', ${u}.is_creator and not ${u}.is_gone)`
}

/** The same, and null where an outer join has not found the row. */
export const personOrNull = (user: string): RawBuilder<Creator | null> =>
  sql<Creator | null>`case when ${sql.table(user)}.id is not null then ${personJson(user)} end`
