import {
  PROJECT_TRANSITIONS,
  type ProjectActor,
  type ProjectStatus,
  type ProjectTransition,
  type ProjectRole,
} from '@plinth/contract/projects/project-states.ts'
import { OFFER_KINDS } from '@plinth/contract/projects/projects.ts'
import type { Money } from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type LockedProject, lockOwnProject, lockProject } from './project-lock-queries.ts'
import { dueAfter, notTheirs, OFFERED_IN, wrongState } from './project-rules.ts'
import {
  addEvent,
  closeOffers,
  updateProject,
  type NewEvent,
  type ProjectChange,
} from './project-write-queries.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/viewer.ts'

/** A transaction in which the project is held. */
export interface StepContext {
  trx: Database
  money: Pick<Money, 'closePayments' | 'settle' | 'lockUnsettled'>
  now: Date
}
export interface Actor {
  by: ProjectActor
  id: string | null
}
export const PLINTH: Actor = { by: 'plinth', id: null }

/** Column that keeps the day on which a state was reached. */
const REACHED: Partial<Record<ProjectStatus, keyof ProjectChange>> = {
  deposit_paid: 'deposit_paid_at',
  accepted: 'accepted_at',
  delivered: 'delivered_at',
  approved: 'approved_at',
  completed: 'completed_at',
}
const ENDS: readonly ProjectStatus[] = [
  'completed',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'resolved',
]

/** Throws unless this actor may make this transition from where the project stands. */
export function checkMove(
  project: Pick<LockedProject, 'status'>,
  transition: ProjectTransition,
  by: ProjectActor,
): void {
  const { from, by: allowed } = PROJECT_TRANSITIONS[transition]
  if (!isIn(allowed, by)) {
    const only = allowed.find((one) => one === 'client' || one === 'creator')
    if (only !== undefined) throw notTheirs(only)
    throw new AppError('auth.forbidden', 'This is not for you to do.')
  }
  if (!isIn(from, project.status)) throw wrongState(project.status)
}
const isIn = (list: readonly string[], one: string): boolean => list.includes(one)

interface Moved {
  actor: Actor
  set?: ProjectChange
  /** By the actor, unless it says otherwise. */
  event: Omit<NewEvent, 'by' | 'actorId'> & { by?: ProjectActor }
}

/**
 * The only way from one state to another. With the state its clock and its day move, and what was offered for the state
 * before is closed.
 */
export async function move(
  { trx, now }: StepContext,
  project: LockedProject,
  transition: ProjectTransition,
  { actor, set = {}, event }: Moved,
): Promise<LockedProject> {
  checkMove(project, transition, actor.by)
  const { from, to } = PROJECT_TRANSITIONS[transition]
  const reached = REACHED[to]
  const moved = await updateProject(trx, {
    id: project.id,
    from,
    set: {
      status: to,
      due_at: dueAfter(to, now),
      updated_at: now,
      ...(reached === undefined ? {} : { [reached]: now }),
      ...(isIn(ENDS, to) ? { closed_at: now } : {}),
      ...set,
    },
  })
  if (moved === undefined) throw wrongState(project.status)
  await closeOffers(trx, {
    projectId: project.id,
    kinds: OFFER_KINDS.filter((kind) => !OFFERED_IN[kind].includes(to)),
    now,
  })
  await addEvent(trx, moved, { by: actor.by, actorId: actor.id, ...event }, now)
  return moved
}

/** What of the money held goes back to the client; the rest is the creator's. */
export type Share = number | 'all' | 'none'

/**
 * Divides all that is held, once and for all, and lets nothing more be paid. Answers the two sums. A share of more than
 * is held is refused.
 */
export async function divide(
  { trx, money, now }: StepContext,
  project: Pick<LockedProject, 'id' | 'creatorId'>,
  toClient: Share,
): Promise<{ toClientCents: number; toCreatorCents: number }> {
  const subject = { projectId: project.id, promotionId: null }
  await money.closePayments(trx, subject)
  const held = await money.lockUnsettled(trx, subject)
  const total = held.reduce((sum, { cents }) => sum + cents, 0)
  const share = toClient === 'all' ? total : toClient === 'none' ? 0 : toClient
  if (share > total) throw new AppError('conflict', 'That is more than is held.')
  let left = share
  for (const { id, cents } of held) {
    const toClientCents = Math.min(left, cents)
    left -= toClientCents
    await money.settle(trx, {
      paymentId: id,
      toClientCents,
      toCreatorCents: cents - toClientCents,
      creatorId: project.creatorId,
      now,
    })
  }
  return { toClientCents: share, toCreatorCents: total - share }
}

/** One of the two at work in their project, which is held. */
export interface Step extends StepContext {
  project: LockedProject
  role: ProjectRole
  actor: { by: ProjectRole; id: string }
}

export interface StepRequest {
  id: string
  viewer: Viewer
  /** Whose step it is; left out when it is both's. */
  by?: ProjectRole
}

export interface ProjectContext {
  deps: Deps
  money: Money
}

/** Holds a project for one of its two people. To anybody else it is not there, and the other side is told so. */
export async function beginStep(
  { deps, money }: ProjectContext,
  trx: Database,
  { id, viewer, by }: StepRequest,
): Promise<Step> {
  const project = await lockOwnProject(trx, { id, viewerId: viewer.id })
  if (project === undefined) {
    const isSeen = viewer.isAdmin && (await lockProject(trx, id)) !== undefined
    if (!isSeen) throw notFound()
    throw new AppError('auth.forbidden', 'Only the two people of a project can do this.')
  }
  const role = project.clientId === viewer.id ? 'client' : 'creator'
  if (by !== undefined && by !== role) throw notTheirs(by)
  return { trx, money, now: deps.now(), project, role, actor: { by: role, id: viewer.id } }
}

/** One step of one of the two: all of it happens, or nothing. Whoever is there learns of it. */
export async function runStep(
  context: ProjectContext,
  request: StepRequest,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  const { db, live } = context.deps
  const { id, clientId, creatorId } = await db.transaction().execute(async (trx) => {
    const step = await beginStep(context, trx, request)
    await work(step)
    return step.project
  })
  live.projectMoved(id, [clientId, creatorId])
}
