import type { ProjectActor, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Milestone, OfferKind, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql, type Updateable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { Projects } from '../../db/schema.ts'
import { lockProject, type LockedProject } from './project-lock-queries.ts'

export type ProjectChange = Updateable<Projects>

/** Returns undefined if the project is in none of these statuses. */
export async function updateProject(
  trx: Database,
  { id, from, set }: { id: string; from: readonly ProjectStatus[]; set: ProjectChange },
): Promise<LockedProject | undefined> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? undefined : lockProject(trx, id)
}

export interface NewEvent {
  kind: ProjectEventKind
  by: ProjectActor
  /** Whoever acted, and is therefore not notified. */
  actorId: string | null
  note?: string | null
  cents?: number | null
  /** Something else notifies of it. */
  isQuiet?: boolean | undefined
}

const REFUNDS: ReadonlySet<ProjectEventKind> = new Set(['refunded', 'refund_failed'])

/**
 * Adds an event to the timeline, and an outbox row for its notification unless only one of the two can see the project.
 * A refund concerns the client alone, so it always has one.
 */
export async function addEvent(
  trx: Database,
  project: Pick<LockedProject, 'id' | 'sharedAt'>,
  event: NewEvent,
  now: Date,
): Promise<void> {
  await sql`
    with event as (
      insert into project_events (id, project_id, kind, by_role, actor_id, note, amount_cents, created_at)
      values (${newId()}::uuid, ${project.id}::uuid, ${event.kind}, ${event.by}, ${event.actorId}::uuid,
        ${event.note === '' ? null : (event.note ?? null)}, ${event.cents ?? null}::bigint, ${now})
      returning id)
    insert into notices (kind, actor_id, project_event_id)
    select 'project', ${event.actorId}::uuid, id from event
    where ${(project.sharedAt !== null || REFUNDS.has(event.kind)) && event.isQuiet !== true}::boolean`.execute(
    trx,
  )
}

/** Notifies the client again of the last delivery. */
export async function remindOfDelivery(
  trx: Database,
  { id, noticesSent }: { id: string; noticesSent: number },
): Promise<void> {
  await sql`
    with reminded as (
      update projects set notices_sent = ${noticesSent} where id = ${id}::uuid returning id)
    insert into notices (kind, actor_id, project_event_id)
    select 'project', e.actor_id, e.id from reminded r cross join lateral (
      select id, actor_id from project_events
      where project_id = r.id and kind = 'delivered' order by created_at desc, id desc limit 1) e`.execute(
    trx,
  )
}

interface NewProject {
  clientId: string
  creatorId: string
  itemId: string | null
  title: string
  subject: string
  description: string
  timeline: string | null
  /** Null until both have agreed on a price. */
  priceCents: number | null
  /** Whether the creator can see it from the start. */
  isShared: boolean
  now: Date
  dueAt: Date | null
}

export async function insertProject(trx: Database, project: NewProject): Promise<string> {
  const id = newId()
  const { now } = project
  await trx
    .insertInto('projects')
    .values({
      id,
      client_id: project.clientId,
      creator_id: project.creatorId,
      item_id: project.itemId,
      title: project.title,
      subject: project.subject,
      description: project.description,
      timeline: project.timeline,
      status: 'requested',
      price_cents: project.priceCents === null ? null : BigInt(project.priceCents),
      shared_at: project.isShared ? now : null,
      due_at: project.dueAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Lets go of the files that came with a hire. What nothing else uses is deleted like every unused upload. */
export async function dropFiles(trx: Database, projectId: string): Promise<void> {
  await trx.deleteFrom('project_media').where('project_id', '=', projectId).execute()
}

export async function replaceMilestones(
  trx: Database,
  projectId: string,
  milestones: readonly Milestone[],
): Promise<void> {
  await trx.deleteFrom('project_milestones').where('project_id', '=', projectId).execute()
  if (milestones.length === 0) return
  await trx
    .insertInto('project_milestones')
    .values(
      milestones.map(({ title, due }, position) => ({
        project_id: projectId,
        position,
        title,
        due,
      })),
    )
    .execute()
}

/** Returns whether there is such a milestone. */
export async function markMilestone(
  trx: Database,
  mark: { projectId: string; position: number; isDone: boolean; now: Date },
): Promise<boolean> {
  const { projectId, position, isDone, now } = mark
  const { numAffectedRows } = await sql`
    update project_milestones
    set done_at = case when ${isDone}::boolean then coalesce(done_at, ${now}::timestamptz) end
    where project_id = ${projectId}::uuid and position = ${position}::smallint`.execute(trx)
  return numAffectedRows === 1n
}

/** Closes open offers of these kinds, which no longer apply. */
export async function closeOffers(
  trx: Database,
  { projectId, kinds, now }: { projectId: string; kinds: readonly OfferKind[]; now: Date },
): Promise<void> {
  await sql`
    update project_offers set state = 'superseded', answered_at = ${now}
    where project_id = ${projectId}::uuid and state = 'open' and kind = any (${kinds}::text[])`.execute(
    trx,
  )
}
