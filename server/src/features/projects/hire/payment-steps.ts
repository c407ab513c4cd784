import type { PaidPayment, PaymentOrder } from '../../../core/money/money.ts'
import { AppError } from '../../../http/errors.ts'
import { answerDelivery } from '../delivery/delivery-queries.ts'
import { findOfferFacts } from '../offers/offer-queries.ts'
import { cannotStart } from '../offers/offer-steps.ts'
import { lockProject, type LockedProject } from '../project-lock-queries.ts'
import { divide, move, PLINTH, type StepContext, type Step } from '../project-steps.ts'
import { dollars, today, wrongState } from '../project-rules.ts'
import { addEvent } from '../project-write-queries.ts'

const orderOf = (
  project: LockedProject,
  purpose: 'deposit' | 'remainder',
  cents: number,
): PaymentOrder => ({
  projectId: project.id,
  promotionId: null,
  purpose,
  payerId: project.clientId,
  cents,
  title: purpose === 'deposit' ? `Deposit: ${project.title}` : `The rest: ${project.title}`,
  description:
    purpose === 'deposit'
      ? `Half of ${dollars(project.priceCents ?? 0)}, held by Plinth until the project is completed.`
      : `The second half of ${dollars(project.priceCents ?? 0)}. It unlocks the files.`,
  returnTo: `/projects/${project.id}`,
})

/** What the client has to pay to start, or throws if they cannot start now. */
export async function orderDeposit({ trx, project, now }: Step): Promise<PaymentOrder> {
  if (project.status !== 'requested') throw wrongState(project.status)
  const { hasOpenTerms, canBegin } = await findOfferFacts(trx, project)
  if (hasOpenTerms)
    throw new AppError('conflict', 'There are terms to answer first: accept them, or say no.')
  if (project.depositCents === null)
    throw new AppError('conflict', 'There is no price yet that both of you agreed to.')
  if (!canBegin) throw cannotStart()
  if (project.creatorAgreed && (project.deliverBy ?? '') < today(now))
    throw new AppError('conflict', 'The day that you agreed on has passed. Propose another first.')
  return orderOf(project, 'deposit', project.depositCents)
}

/** Approves the delivery if that is still to do, and returns what is left to pay. */
export async function orderRemainder(step: Step): Promise<PaymentOrder> {
  const { trx, actor, now } = step
  if (step.project.status === 'delivered') {
    await answerDelivery(trx, { projectId: step.project.id, answer: 'approved', note: null, now })
    step.project = await move(step, step.project, 'approve', { actor, event: { kind: 'approved' } })
  }
  const { project } = step
  if (project.status !== 'approved') throw wrongState(project.status)
  return orderOf(project, 'remainder', (project.priceCents ?? 0) - (project.depositCents ?? 0))
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
