import { AppError, invalidField } from '../../../http/errors.ts'
import {
  findDispute,
  insertStatement,
  isBankDeciding,
  openDispute,
  recordRuling,
} from './dispute-queries.ts'
import type { LockedProject } from '../project-lock-queries.ts'
import {
  divide,
  move,
  type Actor,
  type StepContext,
  type Share,
  type Step,
} from '../project-steps.ts'
import { wrongState } from '../project-rules.ts'
import { addEvent, updateProject, type NewEvent } from '../project-write-queries.ts'

/** Opens a dispute with the first statement, or adds the statement of the other side. */
export async function dispute(
  step: Step,
  { text, asksCents }: { text: string; asksCents: number },
): Promise<void> {
  const { trx, project, role, actor, now } = step
  const isOpen = project.status === 'disputed'
  if (!isOpen) {
    await openDispute(trx, {
      projectId: project.id,
      openedBy: role,
      fromStatus: project.status,
      fromDueAt: project.dueAt,
      now,
    })
    step.project = await move(step, project, 'dispute', {
      actor,
      event: { kind: 'disputed', note: text, cents: asksCents },
    })
  }
  if (asksCents > (project.depositCents ?? 0))
    throw invalidField('asks', 'That’s more than Plinth holds.')
  const isNew = await insertStatement(trx, {
    projectId: project.id,
    by: role,
    text,
    asksCents,
    now,
  })
  if (!isNew) throw new AppError('conflict', 'You’ve already added your side.')
  if (!isOpen) return
  const told = await updateProject(trx, {
    id: project.id,
    from: ['disputed'],
    set: { updated_at: now },
  })
  step.project = told ?? project
  const event: NewEvent = {
    kind: 'statement',
    by: role,
    actorId: actor.id,
    note: text,
    cents: asksCents,
  }
  await addEvent(trx, project, event, now)
}

interface Parts {
  toClientCents: number
  toCreatorCents: number
}
export interface Decision {
  actor: Actor
  /** Either the share to divide by, or the sums that a bank has already divided. */
  toClient?: Share
  divided?: Parts
  reason: string
  kind: 'ruled' | 'split' | 'chargeback_lost'
}

/** Ends a dispute: divides what is held and records the reason for both. */
export async function decide(
  context: StepContext,
  project: LockedProject,
  { actor, toClient = 'all', divided, reason, kind }: Decision,
): Promise<Parts> {
  const { trx, now } = context
  if (project.status !== 'disputed') throw wrongState(project.status)
  const parts = divided ?? (await divide(context, project, toClient))
  await recordRuling(trx, {
    projectId: project.id,
    adminId: actor.by === 'admin' ? actor.id : null,
    ...parts,
    reason,
    now,
  })
  await move(context, project, 'rule', {
    actor,
    event: { kind, note: reason, cents: parts.toClientCents },
  })
  return parts
}

/** Throws while a bank still has to decide, because then nobody else may. */
export async function refuseWhileBankDecides(
  { trx }: StepContext,
  projectId: string,
): Promise<void> {
  if (await isBankDeciding(trx, projectId)) {
    throw new AppError(
      'conflict',
      'The client’s bank is reviewing the deposit and has to decide first.',
    )
  }
}

/** Stops the project while the client's bank disputes the deposit. */
export async function freeze(context: StepContext, project: LockedProject): Promise<void> {
  const { trx, money, now } = context
  await openDispute(trx, {
    projectId: project.id,
    openedBy: 'plinth',
    fromStatus: project.status,
    fromDueAt: project.dueAt,
    now,
  })
  await money.closePayments(trx, { projectId: project.id, promotionId: null })
  await move(context, project, 'freeze', {
    actor: { by: 'plinth', id: null },
    event: { kind: 'chargeback_opened', cents: project.depositCents },
  })
}

/**
 * Continues the project in its previous status after the bank has returned the deposit, with the time that was left.
 */
export async function thaw(context: StepContext, project: LockedProject): Promise<void> {
  const { trx, now } = context
  const found = await findDispute(trx, project.id)
  if (found?.openedBy !== 'plinth' || project.status !== 'disputed') return
  const { fromStatus, fromDueAt, openedAt } = found
  const left = fromDueAt === null ? null : fromDueAt.getTime() - openedAt.getTime()
  await updateProject(trx, {
    id: project.id,
    from: ['disputed'],
    set: {
      status: fromStatus,
      due_at: left === null ? null : new Date(now.getTime() + left),
      updated_at: now,
    },
  })
}
