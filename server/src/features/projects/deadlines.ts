import { APPROVAL_DAYS, APPROVAL_NOTICE_DAYS } from '@plinth/contract/limits.ts'
import { halfOf } from '@plinth/contract/money/split.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { hashDelivery } from './delivery/delivery-hash-jobs.ts'
import { isBankDeciding } from './disputes/dispute-queries.ts'
import { decide } from './disputes/dispute-steps.ts'
import { answerDelivery } from './delivery/delivery-queries.ts'
import {
  findDue,
  findRemindable,
  lockDeliveredProject,
  lockDueProject,
  type LockedProject,
} from './project-lock-queries.ts'
import { recordApproval } from './proofing/approval-steps.ts'
import { divide, move, PLINTH, type StepContext, type ProjectContext } from './project-steps.ts'
import { daysAfter } from './project-rules.ts'
import { remindOfDelivery, updateProject } from './project-write-queries.ts'

/**
 * Moves on every project whose deadline passed without an answer, each in its own transaction. Two processes at
 * the same time apply nothing twice, and a project that fails does not block the others.
 */
export async function runDeadlines(
  { deps, money }: ProjectContext,
  now: Date,
  onError: OnError,
): Promise<void> {
  const { db, live } = deps
  for (const id of await findDue(db, now)) {
    await hashDelivery(deps, id).catch(onError)
    await db
      .transaction()
      .execute(async (trx) => {
        const project = await lockDueProject(trx, { id, now })
        if (project !== undefined) await BY_STATUS[project.status]?.({ trx, money, now }, project)
        return project
      })
      .then((project) => {
        if (project === undefined) return
        live.projectMoved(id, [project.clientId, project.creatorId])
        live.proofMoved(id, [project.clientId, project.creatorId])
      })
      .catch(onError)
  }
  for (const id of await findRemindable(db, now)) {
    await db
      .transaction()
      .execute((trx) => remind({ trx, money, now }, id))
      .catch(onError)
  }
}
type OnError = (error: unknown) => void
type Limit = (context: StepContext, project: LockedProject) => Promise<void>

const expire: Limit = async (context, project) => {
  const { toClientCents } = await divide(context, project, 'all')
  await move(context, project, 'expire', {
    actor: PLINTH,
    event: { kind: 'expired', cents: toClientCents === 0 ? null : toClientCents },
  })
}

const approve: Limit = async (context, project) => {
  const { trx, now } = context
  await answerDelivery(trx, { projectId: project.id, answer: 'approved', note: null, now })
  const note = await recordApproval(trx, { projectId: project.id, by: null, now })
  await move(context, project, 'approve', { actor: PLINTH, event: { kind: 'auto_approved', note } })
}

const abandon: Limit = async (context, project) => {
  const { toCreatorCents } = await divide(context, project, 'none')
  await move(context, project, 'abandon', {
    actor: PLINTH,
    event: { kind: 'abandoned', cents: toCreatorCents },
  })
}

const split: Limit = async (context, project) => {
  const { trx, now } = context
  if (await isBankDeciding(trx, project.id)) {
    await updateProject(trx, {
      id: project.id,
      from: ['disputed'],
      set: { due_at: daysAfter(now, 1) },
    })
    return
  }
  await decide(context, project, {
    actor: PLINTH,
    toClient: halfOf(project.depositCents ?? 0),
    reason: 'No admin ruled within 30 days, so the money was split in half.',
    kind: 'split',
  })
}

const BY_STATUS: Partial<Record<ProjectStatus, Limit>> = {
  requested: expire,
  deposit_paid: expire,
  delivered: approve,
  approved: abandon,
  disputed: split,
}

/** Of several reminders that are due at once only one is sent. */
async function remind({ trx, now }: StepContext, id: string): Promise<void> {
  const project = await lockDeliveredProject(trx, id)
  if (project?.dueAt == null) return
  const deliveredAt = daysAfter(project.dueAt, -APPROVAL_DAYS)
  const noticesSent = APPROVAL_NOTICE_DAYS.filter(
    (days) => daysAfter(deliveredAt, days) <= now,
  ).length
  if (noticesSent > project.noticesSent) await remindOfDelivery(trx, { id, noticesSent })
}
