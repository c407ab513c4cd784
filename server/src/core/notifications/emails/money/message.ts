import type { Block, Words } from '../template/email.ts'
import type { ProjectFacts } from './money-queries.ts'
import {
  amount,
  cardName,
  deadline,
  REFUND_TIME,
  sum,
  time,
  type Bank,
  type Card,
} from './words.ts'

/** The facts of one email, with what the card provider knows. */
export interface ProjectEmail extends ProjectFacts {
  card: Card | null
  bank: Bank | null
  /** An earlier email about the same event was not answered. */
  isReminder: boolean
}

/** What differs from event to event; the frame is the same. */
interface Message {
  subject: string
  preview?: string
  title: string
  blocks: Block[]
  /** The sentences under "What happens next". */
  next?: Words[]
  button?: string
}
export type Write = (facts: ProjectEmail) => Message
export type Rows = Extract<Block, { kind: 'slip' }>['rows']

export const text = (words: Words): Block => ({ kind: 'text', words })
export const note = (words: Words): Block => ({ kind: 'note', words })
export const slip = (rows: Rows, share?: number): Block =>
  share === undefined ? { kind: 'slip', rows } : { kind: 'slip', rows, share }
export const rest = ({ priceCents, depositCents }: ProjectFacts): number =>
  priceCents - depositCents
export const cents = ({ cents: stored }: ProjectFacts): number => stored ?? 0
export const by = ({ dueAt, timeZone }: ProjectFacts): string =>
  dueAt === null ? 'the deadline in the project' : deadline(dueAt, timeZone)
export const paidWhen = ({ paidAt, at, timeZone, card }: ProjectEmail): string =>
  `Paid on ${time(paidAt ?? at, timeZone)}, with ${cardName(card)}.`

/** How a deposit is divided, as each of the two reads it. */
export const division = (facts: ProjectFacts, toClient: number, toCreator: number): Block =>
  slip([
    [facts.role === 'client' ? 'Back to you' : `Back to ${facts.otherFirst}`, sum(toClient)],
    [
      facts.role === 'client'
        ? `To ${facts.otherFirst}, less the card fee`
        : 'To you, less the card fee',
      sum(toCreator),
    ],
  ])
export const afterDivision = (
  facts: ProjectEmail,
  toClient: number,
  toCreator: number,
): Words[] => {
  if (facts.role === 'client')
    return toClient > 0
      ? [
          `We send ${amount(toClient)} back to ${cardName(facts.card)} and email you when it's on its way.`,
        ]
      : ["Nothing goes back to your card. You don't need to do anything."]
  return toCreator > 0 ? [payoutNext(facts)] : ["You don't need to do anything."]
}
export const payoutNext = ({ accountId }: ProjectFacts): string =>
  accountId === null
    ? 'Connect a bank account to get paid. We keep your money safe until then.'
    : 'We send it to your bank account now, and email you when it is on its way.'
export const refundNext = ({ card }: ProjectEmail): string =>
  `We email you again when the refund to ${cardName(card)} is on its way. ${REFUND_TIME}`
