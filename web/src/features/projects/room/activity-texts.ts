import type { Project, ProjectEvent, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { texts } from './room-texts.ts'

/** The text after the name of whoever acted. */
const EVENT_TEXTS: Record<ProjectEventKind, (sum: string) => string> = {
  requested: () => 'sent the request',
  offered: (sum) => `made a proposal${of(sum)}`,
  offer_accepted: () => 'accepted the proposal',
  offer_declined: () => 'declined the proposal',
  deposit_paid: (sum) => `paid the deposit${of(sum)}`,
  accepted: () => 'accepted the project',
  declined: () => 'declined',
  withdrawn: () => 'withdrew the request',
  expired: () => 'let the request run out',
  delivered: () => 'sent a delivery',
  revision_requested: () => 'asked for a change',
  approved: () => 'approved the delivery',
  auto_approved: () => 'counted the delivery as approved',
  remainder_paid: (sum) => `paid the balance${of(sum)}`,
  completed: () => 'closed the project, finished',
  date_moved: () => 'moved the date of delivery',
  taken_back: (sum) => `took the deposit back${of(sum)}`,
  cancelled: () => 'agreed to end the project',
  disputed: () => 'asked Plinth to decide',
  statement: () => 'told Plinth their side',
  ruled: () => 'ruled',
  split: () => 'split what was held, half each',
  abandoned: () => 'gave the deposit to the maker: the balance never came',
  chargeback_opened: () => 'was told that the bank disputes the deposit',
  chargeback_won: () => 'was told that the bank let the deposit stand',
  chargeback_lost: () => 'was told that the bank took the deposit back',
  refund_failed: (sum) => `had a refund${of(sum)} returned by the bank`,
  refunded: (sum) => `sent ${sum === '' ? 'money' : sum} back`,
  paid_out: (sum) => `paid ${sum === '' ? 'money' : sum} out`,
  reviewed: () => 'wrote a review',
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
  { kind, by, amount, note }: ProjectEvent,
  { role, client, creator }: Pick<Project, 'role' | 'client' | 'creator'>,
): ActivityLine {
  const names = {
    client: client.firstName,
    creator: creator.firstName,
    plinth: texts.activity.plinth,
    admin: texts.activity.admin,
  }
  const who = by === role ? texts.activity.you : names[by]
  const what =
    kind === 'accepted' && by === 'plinth'
      ? texts.activity.begun
      : EVENT_TEXTS[kind](amount === null ? '' : price(amount))
  // The note of a date is the date itself.
  if (note !== null && DAY.test(note)) {
    return { who, what: texts.activity.byDay(what, dayWords(note)), note: null }
  }
  const isHere = note !== null && note.trim() !== '' && !SHOWN_ELSEWHERE.has(kind)
  return { who, what, note: isHere ? note : null }
}

const DAY = /^\d{4}-\d\d-\d\d$/
