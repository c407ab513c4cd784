import { APPROVAL_DAYS, APPROVAL_NOTICE_DAYS } from '@plinth/contract/limits.ts'
import { halfOf } from '@plinth/contract/money/split.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { isBankAtIt } from './disputes/dispute-queries.ts'
import { decide } from './disputes/dispute-steps.ts'
import { answerDelivery } from './delivery/delivery-queries.ts'
import {
  findDue,
  findRemindable,
  holdDelivered,
  holdDue,
  type HeldProject,
} from './project-lock-queries.ts'
import { divide, move, PLINTH, type Moving, type Desk } from './project-steps.ts'
import { daysAfter } from './project-rules.ts'
import { remindOfDelivery, updateProject } from './project-write-queries.ts'

/**
 * Silence decides: each project whose time has run out in a transaction of its own. Two processes at once move nothing
 * twice; one that cannot be moved does not hold up the others.
 */
export async function runLimits({ deps, money }: Desk, now: Date, onError: OnError): Promise<void> {
  const { db, live } = deps
  for (const id of await findDue(db, now)) {
    await db
      .transaction()
      .execute(async (trx) => {
        const project = await holdDue(trx, { id, now })
        if (project !== undefined) await BY_STATUS[project.status]?.({ trx, money, now }, project)
        return project
      })
      .then((project) => {
        if (project !== undefined) live.projectMoved(id, [project.clientId, project.creatorId])
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
type Limit = (moving: Moving, project: HeldProject) => Promise<void>

const expire: Limit = async (moving, project) => {
  const { toClientCents } = await divide(moving, project, 'all')
  await move(moving, project, 'expire', {
    actor: PLINTH,
    event: { kind: 'expired', cents: toClientCents === 0 ? null : toClientCents },
  })
}

const approve: Limit = async (moving, project) => {
  const { trx, now } = moving
  await answerDelivery(trx, { projectId: project.id, answer: 'approved', note: null, now })
  await move(moving, project, 'approve', { actor: PLINTH, event: { kind: 'auto_approved' } })
}

const abandon: Limit = async (moving, project) => {
  const { toCreatorCents } = await divide(moving, project, 'none')
  await move(moving, project, 'abandon', {
    actor: PLINTH,
    event: { kind: 'abandoned', cents: toCreatorCents },
  })
}

const split: Limit = async (moving, project) => {
  const { trx, now } = moving
  if (await isBankAtIt(trx, project.id)) {
    await updateProject(trx, {
      id: project.id,
      from: ['disputed'],
      set: { due_at: daysAfter(now, 1) },
    })
    return
  }
  await decide(moving, project, {
    actor: PLINTH,
    toClient: halfOf(project.depositCents ?? 0),
    reason: 'Nobody ruled within 30 days. What was held is split half and half.',
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

/** Of several notices that are due at once only one goes out. */
async function remind({ trx, now }: Moving, id: string): Promise<void> {
  const project = await holdDelivered(trx, id)
  if (project?.dueAt == null) return
  const deliveredAt = daysAfter(project.dueAt, -APPROVAL_DAYS)
  const noticesSent = APPROVAL_NOTICE_DAYS.filter(
    (days) => daysAfter(deliveredAt, days) <= now,
  ).length
  if (noticesSent > project.noticesSent) await remindOfDelivery(trx, { id, noticesSent })
}
