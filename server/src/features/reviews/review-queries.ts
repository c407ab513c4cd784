import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

export interface ReviewedProject {
  id: string
  status: string
  clientId: string
  creatorId: string
  hasReviewed: boolean
}

/** Locks a project for one of its two people, so that two reviews at once are written one after the other. */
export async function lockReviewed(
  trx: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<ReviewedProject | undefined> {
  await sql`select id from projects where id = ${id}::uuid for update`.execute(trx)
  const { rows } = await sql<ReviewedProject>`
    select p.id, p.status, p.client_id as "clientId", p.creator_id as "creatorId",
      exists (select 1 from reviews r where r.project_id = p.id and r.author_id = ${viewerId}::uuid)
        as "hasReviewed"
    from projects p where p.id = ${id}::uuid and (p.client_id = ${viewerId}::uuid
      or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null))`.execute(trx)
  return rows[0]
}

export interface NewReview {
  projectId: string
  authorId: string
  subjectId: string
  role: ProjectRole
  rating: number
  text: string
  now: Date
}

/** Inserts a review, with an event in the project that reveals nothing of its text. */
export async function insertReview(trx: Database, review: NewReview): Promise<void> {
  const { projectId, authorId, subjectId, role, rating, text, now } = review
  await sql`
    with event as (
      insert into project_events (id, project_id, kind, by_role, actor_id, created_at)
      values (${newId()}::uuid, ${projectId}::uuid, 'reviewed', ${role}, ${authorId}::uuid, ${now})
      returning id),
    noticed as (
      insert into notices (kind, actor_id, project_event_id)
      select 'project', ${authorId}::uuid, id from event)
    insert into reviews (id, project_id, author_id, subject_id, author_role, rating, text, created_at)
    values (${newId()}::uuid, ${projectId}::uuid, ${authorId}::uuid, ${subjectId}::uuid, ${role},
      ${rating}::smallint, ${text}, ${now})`.execute(trx)
}

/**
 * Publishes the reviews of a locked project when both are written or the first is older than `before`, and updates the
 * two people's counts. The two are locked in the order of their ids, as everywhere that counts two people.
 */
export async function publishReviews(
  trx: Database,
  { projectId, before, now }: { projectId: string; before: Date; now: Date },
): Promise<void> {
  await sql`
    select u.id from users u join projects p on u.id in (p.client_id, p.creator_id)
    where p.id = ${projectId}::uuid order by u.id for no key update of u`.execute(trx)
  await sql`
    with published as (
      update reviews r set published_at = ${now}
      where r.project_id = ${projectId}::uuid and r.published_at is null and (
        (select count(*) from reviews b where b.project_id = r.project_id) = 2
        or r.created_at <= ${before})
      returning r.subject_id, r.rating)
    update users u set review_count = u.review_count + 1, rating_sum = u.rating_sum + p.rating
    from published p where u.id = p.subject_id`.execute(trx)
}

/** Projects in one run; the next run is some minutes later. */
const MAX_PROJECTS = 500

export const dueReviewsStatement = (before: Date) => sql<{ projectId: string }>`
  select project_id as "projectId" from reviews
  where published_at is null and created_at <= ${before}
  order by created_at limit ${sql.lit(MAX_PROJECTS)}`

/** Projects with a review that has waited long enough for the other. */
export async function findDue(db: Database, before: Date): Promise<string[]> {
  const { rows } = await dueReviewsStatement(before).execute(db)
  return rows.map(({ projectId }) => projectId)
}

/** Locks a project and returns its two people; nobody while another transaction holds it. */
export async function lockPair(trx: Database, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ clientId: string; creatorId: string }>`
    select client_id as "clientId", creator_id as "creatorId" from projects
    where id = ${projectId}::uuid for update skip locked`.execute(trx)
  return rows.flatMap(({ clientId, creatorId }) => [clientId, creatorId])
}
