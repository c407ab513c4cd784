import type { Project } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { hireTexts } from './hire-texts.ts'

/** `refused`: the project had ended before it was paid; the room says that everything is refunded. */
type PaymentOutcome = 'waiting' | 'requested' | 'accepted' | 'completed' | 'refused'

/** The outcome of the payment that the viewer returns from. */
export function paymentOutcome({ status, money }: Project): PaymentOutcome {
  const last = money.payments.toSorted((one, other) => byTime(other.paidAt, one.paidAt))[0]
  if (last === undefined || money.payments.some(({ state }) => state === 'open')) return 'waiting'
  if (last.refund !== null || last.state !== 'paid') return 'refused'
  if (last.purpose === 'remainder') return 'completed'
  return status === 'deposit_paid' ? 'requested' : 'accepted'
}

const byTime = (one: string | null, other: string | null): number =>
  (one === null ? 0 : Date.parse(one)) - (other === null ? 0 : Date.parse(other))

const texts = hireTexts.paid

export const messageOf = (
  outcome: 'requested' | 'accepted' | 'completed',
  project: Project,
): string =>
  outcome === 'accepted'
    ? texts.accepted(project.creator.firstName, price(project.money.deposit ?? 0))
    : texts[outcome]
