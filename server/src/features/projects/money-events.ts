import {
  PROJECT_TRANSITIONS,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import type { Chargeback, Money, MoneyMoved } from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { decide, freeze, thaw } from './disputes/dispute-steps.ts'
import { depositPaid, remainderPaid } from './hire/payment-steps.ts'
import { holdProject, type HeldProject } from './project-lock-queries.ts'
import { PLINTH, type Moving } from './project-steps.ts'
import { findPeople } from './room/project-read-queries.ts'
import { addEvent } from './project-write-queries.ts'

/** What projects do when money moves, in the transaction that records it. */
export function takeMoney({ app, deps: { db, live } }: Context, money: Money): void {
  money.onPaid('deposit', (trx, payment, now) => depositPaid({ trx, money, now }, payment))
  money.onPaid('remainder', (trx, payment, now) => remainderPaid({ trx, money, now }, payment))
  money.onMoved(noteMove)
  money.onChargeback((trx, chargeback, now) => takeChargeback({ trx, money, now }, chargeback))
  money.afterMove(({ projectId }) => {
    if (projectId === null) return
    findPeople(db, projectId).then(
      (people) => live.projectMoved(projectId, people),
      (error: unknown) => app.log.warn({ err: error }, 'a project moved unseen'),
    )
  })
}

async function noteMove(
  trx: Database,
  { projectId, kind, cents }: MoneyMoved,
  now: Date,
): Promise<void> {
  if (projectId === null) return
  const project = await holdProject(trx, projectId)
  if (project === undefined) return
  await addEvent(trx, project, { kind, by: 'plinth', actorId: null, cents }, now)
}

const FREEZABLE: readonly ProjectStatus[] = PROJECT_TRANSITIONS.freeze.from

/** A bank speaks. What is settled is settled; what is held waits for its word. */
async function takeChargeback(moving: Moving, chargeback: Chargeback): Promise<void> {
  const { projectId, state, isHeld, cents } = chargeback
  if (projectId === null) return
  const project = await holdProject(moving.trx, projectId)
  if (project === undefined) return
  if (state === 'open' && isHeld && FREEZABLE.includes(project.status))
    return freeze(moving, project)
  if (state === 'lost' && isHeld) return lose(moving, project, cents)
  if (state === 'won') await thaw(moving, project)
  await addEvent(
    moving.trx,
    project,
    {
      kind: `chargeback_${state === 'open' ? 'opened' : state}`,
      by: 'plinth',
      actorId: null,
      cents,
    },
    moving.now,
  )
}

/** The bank gave the deposit to the client, out of what was held. */
async function lose(moving: Moving, project: HeldProject, cents: number): Promise<void> {
  const canFreeze = FREEZABLE.includes(project.status)
  if (canFreeze) await freeze(moving, project)
  const held = canFreeze ? await holdProject(moving.trx, project.id) : project
  if (held?.status !== 'disputed') return
  await decide(moving, held, {
    actor: PLINTH,
    divided: { toClientCents: held.depositCents ?? cents, toCreatorCents: 0 },
    reason: 'The bank of the client decided: the deposit is the client’s.',
    kind: 'chargeback_lost',
  })
}
