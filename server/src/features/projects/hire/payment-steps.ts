import { ANSWER_DAYS } from '@plinth/contract/limits.ts'
import type { PaidPayment, PaymentOrder } from '../../../core/money/money.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { answerDelivery } from '../delivery/delivery-queries.ts'
import { findOfferFacts } from '../offers/offer-queries.ts'
import { cannotStart } from '../offers/offer-steps.ts'
import { lockProject, type LockedProject } from '../project-lock-queries.ts'
import { recordApproval } from '../proofing/approval-steps.ts'
import { divide, move, PLINTH, type StepContext, type Step } from '../project-steps.ts'
import { dollars, today, wrongState } from '../project-rules.ts'
import { addEvent } from '../project-write-queries.ts'
import { findCheckoutFacts } from './checkout-queries.ts'

async function orderOf(
  trx: Database,
  project: LockedProject,
  purpose: 'deposit' | 'remainder',
  cents: number,
): Promise<PaymentOrder> {
  const { maker, firstName, place, rating, reviews, picture } = await findCheckoutFacts(
    trx,
    project.id,
  )
  const isDeposit = purpose === 'deposit'
  const total = dollars(project.priceCents ?? 0)
  return {
    projectId: project.id,
    promotionId: null,
    purpose,
    payerId: project.clientId,
    cents,
    title: `${isDeposit ? 'Deposit' : 'Balance'} for ${project.title}`,
    description: isDeposit
      ? `Half of ${total}. Plinth holds it until you approve the delivery.`
      : `The ${project.addedCents === 0 ? 'second half' : 'rest'} of ${total}. You get the files when it is paid.`,
    picture,
    promise: isDeposit ? promiseOf(project, firstName, dollars(cents)) : null,
    facts: {
      purpose,
      total,
      other: dollars((project.priceCents ?? 0) - cents),
      work: project.title,
      maker,
      maker_first_name: firstName,
      ...(place === null ? {} : { place }),
      ...(rating === null ? {} : { rating: `${rating.toFixed(1)} from ${counted(reviews)}` }),
    },
    returnTo: `/projects/${project.id}`,
  }
}

const counted = (reviews: number): string => (reviews === 1 ? '1 review' : `${reviews} reviews`)

const promiseOf = ({ creatorAgreed }: LockedProject, maker: string, sum: string): string =>
  creatorAgreed
    ? `Work begins when this is paid. Nobody is paid until you approve the delivery.`
    : `If ${maker} says no, or says nothing in ${ANSWER_DAYS} days, all ${sum} comes back to your card.`

/** What the client has to pay to start, or throws if they cannot start now. */
export async function orderDeposit({ trx, project, now }: Step): Promise<PaymentOrder> {
  if (project.status !== 'requested') throw wrongState(project.status)
  const { hasOpenTerms, canBegin } = await findOfferFacts(trx, project)
  if (hasOpenTerms) throw new AppError('conflict', 'Accept or decline the current offer first.')
  if (project.depositCents === null)
    throw new AppError('conflict', 'You haven’t agreed on a price yet.')
  if (!canBegin) throw cannotStart()
  if (project.creatorAgreed && (project.deliverBy ?? '') < today(now))
    throw new AppError(
      'conflict',
      'The agreed delivery date has passed. Suggest another one first.',
    )
  return orderOf(trx, project, 'deposit', project.depositCents)
}

/** Approves the delivery if that is still to do, and returns what is left to pay. */
export async function orderRemainder(step: Step): Promise<PaymentOrder> {
  const { trx, actor, now } = step
  if (step.project.status === 'delivered') {
    const { id: projectId } = step.project
    await answerDelivery(trx, { projectId, answer: 'approved', note: null, now })
    const note = await recordApproval(trx, { projectId, by: actor.id, now })
    step.project = await move(step, step.project, 'approve', {
      actor,
      event: { kind: 'approved', note },
    })
  }
  const { project } = step
  if (project.status !== 'approved') throw wrongState(project.status)
  return orderOf(trx, project, 'remainder', (project.priceCents ?? 0) - (project.depositCents ?? 0))
}

/** Handles a paid deposit. If the project no longer waits for one, it is refunded in full. */
export async function depositPaid(context: StepContext, payment: PaidPayment): Promise<void> {
  const project = await lockPaidProject(context, payment)
  if (project.status !== 'requested' || project.depositCents !== payment.cents)
    return giveBack(context, project, payment)
  const paid = await move(context, project, 'deposit', {
    actor: { by: 'plinth', id: project.clientId },
    // The creator knows of the project from now on, so this event notifies them.
    set: { shared_at: project.sharedAt ?? context.now },
    event: { kind: 'deposit_paid', by: 'client', cents: payment.cents },
  })
  if (!paid.creatorAgreed) return
  await move(context, paid, 'accept', { actor: PLINTH, event: { kind: 'accepted' } })
}

/** Handles the paid remainder: the files are handed over, and all of the money goes to the creator. */
export async function remainderPaid(context: StepContext, payment: PaidPayment): Promise<void> {
  const project = await lockPaidProject(context, payment)
  const rest = (project.priceCents ?? 0) - (project.depositCents ?? 0)
  if (project.status !== 'approved' || rest !== payment.cents)
    return giveBack(context, project, payment)
  const completed = await move(context, project, 'complete', {
    actor: { by: 'plinth', id: project.clientId },
    event: { kind: 'remainder_paid', by: 'client', cents: payment.cents },
  })
  await divide(context, completed, 'none')
  await addEvent(
    context.trx,
    completed,
    { kind: 'completed', by: 'plinth', actorId: null, cents: project.priceCents },
    context.now,
  )
}

async function lockPaidProject(
  { trx }: StepContext,
  { projectId }: PaidPayment,
): Promise<LockedProject> {
  const project = projectId === null ? undefined : await lockProject(trx, projectId)
  if (project === undefined) throw new Error(`a payment for no project: ${projectId}`)
  return project
}

const giveBack = (
  { trx, money, now }: StepContext,
  { creatorId }: LockedProject,
  { id, cents }: PaidPayment,
): Promise<void> =>
  money.settle(trx, { paymentId: id, toClientCents: cents, toCreatorCents: 0, creatorId, now })
