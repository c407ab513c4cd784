import { REVIEW_DAYS } from '@plinth/contract/limits.ts'
import type { ProjectReviews } from '@plinth/contract/projects/reviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { foundPage, type FoundPage, type TimePosition } from '../../http/paging.ts'

/**
 * Review `p` as its readers see it. It names the work while that is listed, as a project's own title may be private.
 */
const shownReview: Shown = {
  table: 'reviews',
  columns: sql`
    p.id, ${personOrNull('u')} as author, p.author_role as role, p.rating, p.text,
    (select i.title from projects j join portfolio_items i on i.id = j.item_id
      where j.id = p.project_id and i.is_listed) as about,
    ${isoTime(sql`p.published_at`)} as "publishedAt", ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`join users u on u.id = p.author_id`,
}

export const REVIEWS = 'reviews'

interface ReviewsInput {
  userId: string
  limit: number
  after: TimePosition | null
}

/** A page of the published reviews of somebody, newest first. */
export const reviewsStatement = (
  who: Who,
  { userId, limit, after }: ReviewsInput,
): RawBuilder<ViewerPageRow & { isUser: boolean }> =>
  pageStatement({
    me: meTable(who),
    sort: byTime(sql`p.published_at`),
    from: sql`reviews p`,
    conditions: [sql`p.subject_id = ${userId}::uuid`, sql`p.published_at is not null`],
    columns: sql`, exists (select 1 from users
      where id = ${userId}::uuid and not is_gone) as "isUser"`,
    limit,
    after: pastTime(after),
    shown: shownReview,
  })

export async function listReviewsOf(
  db: Database,
  who: Who,
  input: ReviewsInput,
): Promise<FoundPage> {
  const found = await onlyRow(db, reviewsStatement(who, input))
  return foundPage(REVIEWS, found, found.isUser)
}

const reviewJson = (which: RawBuilder<unknown>) => sql`(
  select row_to_json(t) from (
    select ${shownReview.columns} from reviews p ${shownReview.joins}
    where p.project_id = j.id and ${which}) t)`

/** The viewer's own review of one of their projects, and the other side's once it is published. */
export async function findProjectReviews(
  db: Database,
  { projectId, viewerId }: { projectId: string; viewerId: string },
): Promise<ProjectReviews | undefined> {
  const { rows } = await sql<ProjectReviews>`
    with ${meTable({ viewerId })}
    select ${reviewJson(sql`p.author_id = (select user_id from me)`)} as own,
      ${reviewJson(sql`p.author_id <> (select user_id from me) and p.published_at is not null`)} as other,
      (select ${isoTime(sql`(min(r.created_at) + ${sql.lit(REVIEW_DAYS)} * interval '1 day')`)} from reviews r
        where r.project_id = j.id and r.published_at is null) as "publishesAt"
    from projects j where j.id = ${projectId}::uuid and ((select user_id from me) = j.client_id
      or ((select user_id from me) = j.creator_id and j.shared_at is not null))`.execute(db)
  return rows[0]
}
