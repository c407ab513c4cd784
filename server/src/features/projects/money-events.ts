import {
  PROJECT_TRANSITIONS,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import type { Chargeback, Money, MoneyMoved } from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { decide, freeze, thaw } from './disputes/dispute-steps.ts'
import { depositPaid, remainderPaid } from './hire/payment-steps.ts'
import { lockProject, type LockedProject } from './project-lock-queries.ts'
import { PLINTH, type StepContext } from './project-steps.ts'
import { findPeople } from './room/project-read-queries.ts'
import { addEvent } from './project-write-queries.ts'

/** Registers what projects do when money moves, in the transaction that records it. */
export function handleMoneyEvents({ app, deps: { db, live } }: Context, money: Money): void {
  money.onPaid('deposit', (trx, payment, now) => depositPaid({ trx, money, now }, payment))
  money.onPaid('remainder', (trx, payment, now) => remainderPaid({ trx, money, now }, payment))
  money.onMoved(recordMoneyMove)
  money.onChargeback((trx, chargeback, now) => handleChargeback({ trx, money, now }, chargeback))
  money.afterMove(({ projectId }) => {
    if (projectId === null) return
    findPeople(db, projectId).then(
      (people) => live.projectMoved(projectId, people),
      (error: unknown) => app.log.warn({ err: error }, 'a project moved unseen'),
    )
  })
}

async function recordMoneyMove(
  trx: Database,
  { projectId, kind, cents }: MoneyMoved,
  now: Date,
): Promise<void> {
  if (projectId === null) return
  const project = await lockProject(trx, projectId)
  if (project === undefined) return
  await addEvent(trx, project, { kind, by: 'plinth', actorId: null, cents }, now)
}

const FREEZABLE: readonly ProjectStatus[] = PROJECT_TRANSITIONS.freeze.from

/**
 * Handles a bank's dispute. A project whose money Plinth still holds stops until the bank decides; others only record
 * the event.
 */
async function handleChargeback(context: StepContext, chargeback: Chargeback): Promise<void> {
  const { projectId, state, isHeld, cents } = chargeback
  if (projectId === null) return
  const project = await lockProject(context.trx, projectId)
  if (project === undefined) return
  if (state === 'open' && isHeld && FREEZABLE.includes(project.status))
    return freeze(context, project)
  if (state === 'lost' && isHeld) return lose(context, project, cents)
  if (state === 'won') await thaw(context, project)
  await addEvent(
    context.trx,
    project,
    {
      kind: `chargeback_${state === 'open' ? 'opened' : state}`,
      by: 'plinth',
      actorId: null,
      cents,
    },
    context.now,
  )
}

/** Ends a project whose deposit the bank gave back to the client. */
async function lose(context: StepContext, project: LockedProject, cents: number): Promise<void> {
  const canFreeze = FREEZABLE.includes(project.status)
  if (canFreeze) await freeze(context, project)
  const held = canFreeze ? await lockProject(context.trx, project.id) : project
  if (held?.status !== 'disputed') return
  await decide(context, held, {
    actor: PLINTH,
    divided: { toClientCents: held.depositCents ?? cents, toCreatorCents: 0 },
    reason: 'The client’s bank returned the deposit to the client.',
    kind: 'chargeback_lost',
  })
}
