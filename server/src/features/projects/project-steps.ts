import {
  PROJECT_TRANSITIONS,
  type ProjectActor,
  type ProjectStatus,
  type ProjectTransition,
  type ProjectRole,
} from '@plinth/contract/projects/project-states.ts'
import { OFFER_KINDS } from '@plinth/contract/projects/projects.ts'
import type { Seen } from '../../core/references/reference-sql.ts'
import type { Money } from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type LockedProject, lockOwnProject, lockProject } from './project-lock-queries.ts'
import { dueAfter, notTheirs, OFFERED_IN, wrongState } from './project-rules.ts'
import {
  addEvent,
  closeOffers,
  dropFiles,
  updateProject,
  type NewEvent,
  type ProjectChange,
} from './project-write-queries.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/viewer.ts'

/** The transaction in which the project is locked. */
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

/** The column that stores when a status was reached. */
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

/** Throws unless this actor may make this transition from the project's current status. */
export function checkMove(
  project: Pick<LockedProject, 'status'>,
  transition: ProjectTransition,
  by: ProjectActor,
): void {
  const { from, by: allowed } = PROJECT_TRANSITIONS[transition]
  if (!isIn(allowed, by)) {
    const only = allowed.find((one) => one === 'client' || one === 'creator')
    if (only !== undefined) throw notTheirs(only)
    throw new AppError('auth.forbidden', 'You can’t do this in this project.')
  }
  if (!isIn(from, project.status)) throw wrongState(project.status)
}
const isIn = (list: readonly string[], one: string): boolean => list.includes(one)

interface Moved {
  actor: Actor
  set?: ProjectChange
  /** Attributed to the actor unless `by` is given. */
  event: Omit<NewEvent, 'by' | 'actorId'> & { by?: ProjectActor }
}

/**
 * Makes a transition; nothing else changes the status. Also sets the deadline and the date of the new status, closes
 * offers that were made for the old one, and lets go of the files of a hire that ended before its creator heard of it.
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
  if (isIn(ENDS, to) && moved.sharedAt === null) await dropFiles(trx, moved.id)
  await addEvent(trx, moved, { by: actor.by, actorId: actor.id, ...event }, now)
  return moved
}

/** How much of the held money the client gets back, in cents. The creator gets the rest. */
export type Share = number | 'all' | 'none'

/**
 * Divides everything that is held, for good, and closes open checkouts. Returns the two sums. Throws if the share is
 * more than what is held.
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
  if (share > total) throw new AppError('conflict', 'That’s more than Plinth holds.')
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

/** A step by one of the two in their project, which is locked. */
export interface Step extends StepContext {
  project: LockedProject
  role: ProjectRole
  actor: { by: ProjectRole; id: string }
}

export interface StepRequest {
  id: string
  viewer: Viewer
  /** The side whose step it is; left out when both may make it. */
  by?: ProjectRole
}

export interface ProjectContext {
  deps: Deps
  money: Money
  /** Who may see the works and posts that a hire shows. */
  seen: Seen
}

/** Locks a project for one of its two people. Throws 404 for anyone who cannot see it, and 403 for admins and for the wrong side. */
export async function beginStep(
  { deps, money }: ProjectContext,
  trx: Database,
  { id, viewer, by }: StepRequest,
): Promise<Step> {
  const project = await lockOwnProject(trx, { id, viewerId: viewer.id })
  if (project === undefined) {
    const isSeen = viewer.isAdmin && (await lockProject(trx, id)) !== undefined
    if (!isSeen) throw notFound()
    throw new AppError('auth.forbidden', 'Only the client and the creator can do this.')
  }
  const role = project.clientId === viewer.id ? 'client' : 'creator'
  if (by !== undefined && by !== role) throw notTheirs(by)
  return { trx, money, now: deps.now(), project, role, actor: { by: role, id: viewer.id } }
}

/** Runs a step in a transaction and pushes the change to both people. */
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
  // What its two people may do in the proof room follows from the status.
  live.proofMoved(id, [clientId, creatorId])
}
