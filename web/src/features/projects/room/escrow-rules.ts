import { ANSWER_DAYS, APPROVAL_DAYS, REMAINDER_DAYS, RULING_DAYS } from '@plinth/contract/limits.ts'
import type { ProjectPayment, Project } from '@plinth/contract/projects/projects.ts'
import { OPEN_STATUSES } from '@plinth/contract/projects/project-states.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'
import { nameOf } from '../project-texts.ts'
import { texts as room } from './room-texts.ts'

const texts = room.escrow

interface EscrowLine {
  what: string
  value: number
  /** Where the money is, why, and when it moves. */
  note?: string
}

/** Every amount of a project in the order of payment. All sums come from the server. */
export function escrowLines(project: Project): EscrowLine[] {
  const { money } = project
  const paid = money.payments.filter(({ state }) => state === 'paid')
  return [
    ...paid.map(paidLine),
    ...dueLines(project),
    { what: texts.held, value: money.held },
    ...(paid.length === 0
      ? []
      : [{ what: texts.released(nameOf(project, 'creator')), value: money.released }]),
    ...(money.refunded > 0
      ? [{ what: texts.refunded(nameOf(project, 'client')), value: money.refunded }]
      : []),
    ...feeLines(paid),
  ]
}

function feeLines(paid: readonly ProjectPayment[]): EscrowLine[] {
  const fee = cardFee(paid)
  return fee === 0 ? [] : [{ what: texts.fee, value: fee, note: texts.feeNote }]
}

/** The card fee that is deducted from a part, in dollars; 0 for the client, who does not see it. */
export const feeOfPart = ({ money }: Pick<Project, 'money'>, part: number): number =>
  Math.min(cardFee(money.payments), part)

const cardFee = (paid: readonly ProjectPayment[]): number =>
  paid.reduce((sum, { fee }) => sum + Math.round((fee ?? 0) * 100), 0) / 100

function paidLine(payment: ProjectPayment): EscrowLine {
  const what = payment.purpose === 'deposit' ? texts.deposit : texts.balance
  const note = movedNote(payment)
  return {
    what: payment.paidAt === null ? what : texts.paidOn(what, dayOf(payment.paidAt)),
    value: payment.amount,
    ...(note === '' ? {} : { note }),
  }
}

/** What happened to a payment after it was divided, and why it has not arrived. */
function movedNote({ refund, transfer }: Pick<ProjectPayment, 'refund' | 'transfer'>) {
  const sentences: string[] = []
  if (refund !== null) {
    sentences.push(texts.refund[refund.state](price(refund.amount), dayOf(refund.at)))
    if (refund.reason !== null) sentences.push(refund.reason)
  }
  if (transfer !== null) {
    sentences.push(texts.transfer[transfer.state](price(transfer.amount), dayOf(transfer.at)))
    // The text above already says that it waits for an account.
    if (transfer.reason !== null && transfer.state !== 'held') sentences.push(transfer.reason)
  }
  return sentences.join(' ')
}

/** Payments that are agreed but not made, while they still can be. */
function dueLines({ status, money }: Project): EscrowLine[] {
  if (!OPEN_STATUSES.includes(status)) return []
  const isPaid = (purpose: ProjectPayment['purpose']) =>
    money.payments.some((payment) => payment.purpose === purpose && payment.state === 'paid')
  const lines: EscrowLine[] = []
  if (money.deposit !== null && !isPaid('deposit')) {
    lines.push({ what: texts.depositDue, value: money.deposit })
  }
  if (money.remainder !== null && !isPaid('remainder')) {
    lines.push({ what: texts.balanceDue, value: money.remainder })
  }
  return lines
}

/** The rule for what is held in this status. */
export function escrowRule(
  project: Pick<Project, 'status' | 'role' | 'client' | 'creator'>,
): string {
  const { rules } = texts
  const { status, role, creator } = project
  const isClient = role === 'client'
  const maker = role === 'creator' ? 'you' : creator.firstName
  switch (status) {
    case 'requested':
      return rules.requested
    case 'deposit_paid':
      return rules.deposit_paid(ANSWER_DAYS, isClient)
    case 'accepted':
    case 'revision_requested':
      return rules.working(isClient)
    case 'delivered':
      return rules.delivered(APPROVAL_DAYS, isClient)
    case 'approved':
      return rules.approved(REMAINDER_DAYS, maker)
    case 'completed':
      return rules.completed(role === 'creator' ? 'You' : maker)
    case 'disputed':
      return rules.disputed(RULING_DAYS)
    case 'declined':
    case 'withdrawn':
    case 'expired':
    case 'cancelled':
    case 'resolved':
      return rules.ended
  }
}
