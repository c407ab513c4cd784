import type { Project, ProjectEvent, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { texts } from './room-texts.ts'

/** The text after the name of whoever acted. */
const EVENT_TEXTS: Record<ProjectEventKind, (sum: string) => string> = {
  requested: () => 'sent the request',
  offered: (sum) => (sum === '' ? 'sent an offer' : `offered ${sum}`),
  offer_accepted: () => 'accepted the offer',
  offer_declined: () => 'declined the offer',
  deposit_paid: (sum) => `paid the deposit${of(sum)}`,
  accepted: () => 'accepted',
  declined: () => 'declined',
  withdrawn: () => 'withdrew the request',
  expired: () => 'closed the request because nobody answered',
  delivered: () => 'sent a delivery',
  revision_requested: () => 'asked for a change',
  approved: () => 'approved the delivery',
  auto_approved: () => 'approved the delivery because nobody answered',
  remainder_paid: (sum) => `paid the balance${of(sum)}`,
  completed: () => 'completed the project',
  date_moved: () => 'moved the delivery date',
  taken_back: (sum) => `took the deposit back${of(sum)}`,
  cancelled: () => 'agreed to cancel the project',
  disputed: () => 'asked Plinth to decide',
  statement: () => 'added their side',
  ruled: () => 'ruled on the dispute',
  split: () => 'split the money in half',
  abandoned: () => 'paid the deposit to the creator because the balance wasn’t paid',
  chargeback_opened: () => 'heard that the bank disputes the deposit',
  chargeback_won: () => 'heard that the bank returned the deposit',
  chargeback_lost: () => 'heard that the bank took the deposit back',
  refund_failed: (sum) => `got a refund${of(sum)} returned by the bank`,
  refunded: (sum) => `refunded ${sum === '' ? 'money' : sum}`,
  paid_out: (sum) => `paid ${sum === '' ? 'money' : sum} out`,
  reviewed: () => 'wrote a review',
  show_asked: () => 'asked to show this in their portfolio',
  remarked: () => 'wrote comments in the proof room',
  show_answered: () => 'answered whether this may be shown',
}
/** Events whose note is shown elsewhere: with the delivery, or in the dispute. */
const SHOWN_ELSEWHERE: ReadonlySet<ProjectEventKind> = new Set([
  'delivered',
  'revision_requested',
  'disputed',
  'statement',
  'ruled',
  'split',
])
const of = (sum: string) => (sum === '' ? '' : ` of ${sum}`)

interface ActivityLine {
  who: string
  what: string
  note: string | null
}

/** `Marit` `sent a delivery`: a line of the room's timeline. */
export function activityLine(
  { kind, by, amount, note, at }: ProjectEvent,
  { role, client, creator, steps }: Pick<Project, 'role' | 'client' | 'creator' | 'steps'>,
): ActivityLine {
  const names = {
    client: client.firstName,
    creator: creator.firstName,
    plinth: texts.activity.plinth,
    admin: texts.activity.admin,
  }
  const who = by === role ? texts.activity.you : names[by]
  const sum = amount === null ? '' : price(amount)
  const isBegun = kind === 'accepted' && by === 'plinth'
  // Once terms are agreed on, what is offered is another date, or an end and a part of the deposit.
  const isChange = kind === 'offered' && steps.acceptedAt !== null && at > steps.acceptedAt
  const what = isBegun
    ? texts.activity.begun
    : isChange
      ? texts.activity.changed(sum)
      : EVENT_TEXTS[kind](sum)
  // The note of a date is the date itself.
  if (note !== null && DAY.test(note)) {
    const day = dayWords(note)
    const byDay =
      kind === 'accepted' && !isBegun ? texts.activity.willDeliver : texts.activity.byDay
    return { who, what: byDay(what, day), note: null }
  }
  const isHere = note !== null && note.trim() !== '' && !SHOWN_ELSEWHERE.has(kind)
  return { who, what, note: isHere ? note : null }
}

const DAY = /^\d{4}-\d\d-\d\d$/
