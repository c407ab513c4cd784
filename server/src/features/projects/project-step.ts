import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { Money } from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { holdOwnProject, holdProject, type HeldProject } from './project-hold-queries.ts'
import type { Moving } from './project-move.ts'
import { notTheirs } from './project-rules.ts'

/** One of the two at work in their project, which is held. */
export interface Step extends Moving {
  project: HeldProject
  role: ProjectRole
  actor: { by: ProjectRole; id: string }
}

export interface Entering {
  id: string
  viewer: Viewer
  /** Whose step it is; left out when it is both's. */
  by?: ProjectRole
}

export interface Desk {
  deps: Deps
  money: Money
}

/** Holds a project for one of its two people. To anybody else it is not there, and the other side is told so. */
export async function enter(
  { deps, money }: Desk,
  trx: Database,
  { id, viewer, by }: Entering,
): Promise<Step> {
  const project = await holdOwnProject(trx, { id, viewerId: viewer.id })
  if (project === undefined) {
    const isSeen = viewer.isAdmin && (await holdProject(trx, id)) !== undefined
    if (!isSeen) throw notFound()
    throw new AppError('auth.forbidden', 'Only the two people of a project can do this.')
  }
  const role = project.clientId === viewer.id ? 'client' : 'creator'
  if (by !== undefined && by !== role) throw notTheirs(by)
  return { trx, money, now: deps.now(), project, role, actor: { by: role, id: viewer.id } }
}

/** One step of one of the two: all of it happens, or nothing. Whoever is there learns of it. */
export async function takeStep(
  desk: Desk,
  entering: Entering,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  const { db, live } = desk.deps
  const { id, clientId, creatorId } = await db.transaction().execute(async (trx) => {
    const step = await enter(desk, trx, entering)
    await work(step)
    return step.project
  })
  live.projectMoved(id, [clientId, creatorId])
}
