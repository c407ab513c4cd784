import type { ProjectBox } from '@plinth/contract/projects/project-calls.ts'
import { OPEN_STATUSES } from '@plinth/contract/projects/project-states.ts'
import type { Project, ProjectCard } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import {
  byTime,
  fetchedFor,
  olderThan,
  onlyRow,
  pageStatement,
  pastTime,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../../http/paging.ts'
import { type Facts, actionsOf, needsViewer } from './actions.ts'
import { shownProject } from './project-card-sql.ts'
import { roomColumns } from './project-room-sql.ts'
import type { Seen } from '../../../core/references/reference-sql.ts'
import { orNotFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { takeBackAt } from '../project-rules.ts'
import type { ProjectContext } from '../project-steps.ts'

/** A row as read by SQL; `finishCard` and `readRoom` add what is derived from its facts. */
export type ProjectCardRow = Omit<ProjectCard, 'needsViewer'> & { facts: Facts }
type ProjectRoomRow = Omit<Project, 'needsViewer' | 'actions' | 'takeBackAt' | 'held'> & {
  held: number
  facts: Facts
}

interface RoomInput {
  id: string
  viewerId: string
  isAdmin: boolean
}

/** Reads the room of a project for one of its two people, or for an admin. */
export const roomStatement = (
  { id, viewerId, isAdmin }: RoomInput,
  seen: Seen,
): RawBuilder<{ json: string }> => sql<{ json: string }>`
  with ${meTable({ viewerId })}
  select coalesce(json_agg(t), '[]')::text as json from (
    select ${roomColumns(id, seen)} from projects p ${shownProject.joins}
    where p.id = ${id}::uuid and (${isAdmin}::boolean or p.client_id = ${viewerId}::uuid
      or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null))) t`

async function findRoom(
  db: Database,
  input: RoomInput,
  seen: Seen,
): Promise<ProjectRoomRow | undefined> {
  const { json } = await onlyRow(db, roomStatement(input, seen))
  const [room] = JSON.parse(json) as ProjectRoomRow[]
  return room
}

/** Whether the event belongs to a project that this person can see as one of its two people. */
export async function isEventOf(
  db: Database,
  { userId, projectId, eventId }: { userId: string; projectId: string; eventId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from projects p join project_events e on e.project_id = p.id and e.id = ${eventId}::uuid
    where p.id = ${projectId}::uuid and (p.client_id = ${userId}::uuid
      or (p.creator_id = ${userId}::uuid and p.shared_at is not null))`.execute(db)
  return rows.length > 0
}

export interface ListInput {
  userId: string
  box: ProjectBox | null
  limit: number
  after: TimePosition | null
}

const isOpen = sql`p.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`
const sides = {
  client: { column: 'client_id', known: sql`` },
  creator: { column: 'creator_id', known: sql`and p.shared_at is not null` },
} as const
type Side = keyof typeof sides

/** What each box contains: the viewer's roles, and which of their projects. */
const BOXES: Record<ProjectBox | 'all', { of: readonly Side[]; which: RawBuilder<unknown> }> = {
  all: { of: ['client', 'creator'], which: sql`` },
  open: { of: ['client', 'creator'], which: sql`and ${isOpen}` },
  hiring: { of: ['client'], which: sql`` },
  making: { of: ['creator'], which: sql`` },
  closed: { of: ['client', 'creator'], which: sql`and not ${isOpen}` },
}

/** A page of somebody's projects: reads each role by its own index, then takes the latest of both. */
export function listStatement({ userId, box, limit, after }: ListInput): RawBuilder<ViewerPageRow> {
  const { of, which } = BOXES[box ?? 'all']
  const rows = of.map((side) => {
    const { column, known } = sides[side]
    return sql`(
      select p.id, p.updated_at from projects p
      where p.${sql.ref(column)} = (select user_id from me) ${known} ${which}
        ${olderThan(sql`p.updated_at`, sql`p.id`, after)}
      order by p.updated_at desc, p.id desc limit ${fetchedFor(limit)})`
  })
  return pageStatement({
    me: meTable({ viewerId: userId }),
    sort: byTime(sql`p.updated_at`),
    from: sql`(${sql.join(rows, sql` union all `)}) p`,
    conditions: [],
    limit,
    after: pastTime(after),
    shown: shownProject,
  })
}

export const listName = (box: ProjectBox | null): string => `projects-${box ?? 'all'}`

export async function listOwnProjects(
  db: Database,
  input: ListInput,
): Promise<Page<ProjectCardRow>> {
  const { json, last } = await onlyRow(db, listStatement(input))
  return new Page(JSON.parse(json) as ProjectCardRow[], cursorAfter(listName(input.box), last))
}

/** The ids of the two people of a project; empty if it does not exist. */
export async function findPeople(db: Database, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('projects')
    .select(['client_id', 'creator_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? [] : [row.client_id, row.creator_id]
}

/** What an admin reads of a request that nobody has asked Plinth to decide on. */
const NO_WORDS = { description: '', subject: '', files: [], references: [] }

/**
 * The room as its viewer sees it now. The request may contain text and files of a private message, so an admin can read it only
 * once one of the two has asked Plinth to decide.
 */
export async function readRoom(
  { deps: { db, now }, seen }: Pick<ProjectContext, 'deps' | 'seen'>,
  id: string,
  { id: viewerId, isAdmin }: Viewer,
): Promise<Project> {
  const found = orNotFound(await findRoom(db, { id, viewerId, isAdmin }, seen))
  const { facts, held: _, ...room } = found
  const { status, deliverBy } = facts
  const isWordless = facts.role === null && room.dispute === null
  return {
    ...room,
    ...(isWordless ? { title: `Project ${room.number}`, ...NO_WORDS } : {}),
    needsViewer: needsViewer(facts, now()),
    actions: actionsOf(facts, now()),
    takeBackAt:
      status === 'accepted' && deliverBy !== null ? takeBackAt(deliverBy).toISOString() : null,
  }
}

export const finishCard = ({ facts, ...card }: ProjectCardRow, now: Date): ProjectCard => ({
  ...card,
  needsViewer: needsViewer(facts, now),
})
