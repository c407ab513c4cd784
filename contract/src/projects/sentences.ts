import type { Notification } from '../notifications/notifications.ts'
import { price } from '../numbers.ts'
import { plinth, sentence, type SentencePart } from '../notifications/template.ts'

type ToldProject = NonNullable<Notification['project']>
type BillingEvent = NonNullable<Notification['billing']>

interface SentenceWords {
  /** Who acted: one of the two, or Plinth. */
  who: SentencePart[]
  what: SentencePart[]
  /** `$600`; null without a sum. */
  sum: string | null
  /** ` of $600`; empty without a sum. */
  of: string
  /** `, and $600 goes back to you`; empty without a sum. */
  back: string
  /** After a division: `, and $600 goes back to you`, or `is yours` for the creator. */
  share: string
  isClient: boolean
  isPlinth: boolean
}

/** What happened in a project. Contains nothing that the two wrote, because the sentence is also sent by email. */
const STEPS: Record<ToldProject['event'], (words: SentenceWords) => SentencePart[]> = {
  requested: ({ who, what }) => sentence`${who} wants to hire you for ${what}`,
  offered: ({ who, what, sum }) =>
    sum === null
      ? sentence`${who} suggested a change to ${what}`
      : sentence`${who} offered ${sum} for ${what}`,
  offer_accepted: ({ who, what }) => sentence`${who} accepted your offer for ${what}`,
  offer_declined: ({ who, what }) => sentence`${who} declined your offer for ${what}`,
  deposit_paid: ({ who, what, of }) => sentence`${who} paid the deposit${of} for ${what}`,
  accepted: ({ who, what, isPlinth }) =>
    isPlinth
      ? sentence`${what} has begun: you both agreed to the terms`
      : sentence`${who} accepted ${what}`,
  declined: ({ who, what, back }) => sentence`${who} declined ${what}${back}`,
  withdrawn: ({ who, what, back }) => sentence`${who} withdrew ${what}${back}`,
  expired: ({ what, back }) => sentence`${what} expired without an answer${back}`,
  delivered: ({ who, what }) => sentence`${who} delivered ${what}`,
  revision_requested: ({ who, what }) => sentence`${who} asked for a change to ${what}`,
  approved: ({ who, what }) => sentence`${who} approved ${what}`,
  auto_approved: ({ what }) =>
    sentence`Nobody answered in time, so the delivery of ${what} is approved`,
  remainder_paid: ({ who, what, of }) => sentence`${who} paid the balance${of} for ${what}`,
  completed: ({ what, isClient }) =>
    isClient
      ? sentence`${what} is complete, and its files are yours`
      : sentence`${what} is complete and paid`,
  date_moved: ({ who, what }) => sentence`${who} agreed to another date for ${what}`,
  taken_back: ({ who, what, of }) => sentence`${who} took back the deposit${of} for ${what}`,
  cancelled: ({ who, what, back }) => sentence`${who} agreed to cancel ${what}${back}`,
  disputed: ({ who, what }) => sentence`${who} asked Plinth to decide about ${what}`,
  statement: ({ who, what }) => sentence`${who} told Plinth their side of ${what}`,
  ruled: ({ who, what, share }) => sentence`${who} decided about ${what}${share}`,
  split: ({ who, what, share }) => sentence`${who} split the deposit for ${what} in half${share}`,
  abandoned: ({ what, isClient }) =>
    sentence`The balance of ${what} was not paid in time, and the deposit ${isClient ? 'goes to its maker' : 'is yours'}`,
  chargeback_opened: ({ what, of }) => sentence`A bank disputes the payment${of} for ${what}`,
  chargeback_won: ({ what, of }) => sentence`The bank confirmed the payment${of} for ${what}`,
  chargeback_lost: ({ what, of, isClient }) =>
    sentence`The bank reversed the payment${of} for ${what}${isClient ? ' and pays you back' : ''}`,
  refund_failed: ({ what, of }) => sentence`Your bank returned the refund${of} for ${what}`,
  refunded: ({ what, of }) => sentence`Your refund${of} for ${what} is on its way`,
  paid_out: ({ what, of }) => sentence`Your payout${of} for ${what} is on its way`,
  reviewed: ({ who, what }) => sentence`${who} wrote a review after ${what}`,
  show_asked: ({ who, what }) => sentence`${who} asks to show ${what} in their portfolio`,
  remarked: ({ who, what }) => sentence`${who} wrote comments on what was delivered for ${what}`,
  show_answered: ({ who, what }) => sentence`${who} answered whether you may show ${what}`,
}

/** `Marit Vossen` ` delivered ` `A jar and forty bowls`; without a `who` Plinth did it. */
export function projectSentence(
  { event, title, amount, role }: ToldProject,
  who: SentencePart[] | null,
): SentencePart[] {
  const sum = amount === null || amount === 0 ? null : price(amount)
  const isClient = role === 'client'
  const back = sum === null ? '' : `, and ${sum} goes back to ${isClient ? 'you' : 'the client'}`
  return STEPS[event]({
    who: who ?? plinth,
    what: [{ title }],
    sum,
    of: sum === null ? '' : ` of ${sum}`,
    back,
    share: isClient || sum === null ? back : `, and ${sum} is yours`,
    isClient,
    isPlinth: who === null,
  })
}

const BILLED: Record<BillingEvent, (what: SentencePart[], why: string) => SentencePart[]> = {
  subscription_active: () => sentence`Your creator subscription is active`,
  subscription_past_due: () => sentence`The payment for your creator subscription failed`,
  subscription_ended: () => sentence`Your creator subscription has ended`,
  creator_removed: () =>
    sentence`${plinth} ended your creator rights and refunds the days you didn’t use`,
  creator_restored: () => sentence`You can be a creator again`,
  promotion_running: (what) => sentence`The promotion of ${what} is running`,
  promotion_refused: (what, why) =>
    sentence`We can’t promote ${what}, and your money goes back to you${why}`,
  promotion_ended: (what) => sentence`The promotion of ${what} has ended`,
  export_ready: () => sentence`Your data is ready. You can download it for 7 days`,
}

/** About the reader's own payments to Plinth. `title` is the post's; `refusal` says why a promotion was refused. */
export const billingSentence = (
  event: BillingEvent,
  title: string | null,
  refusal: string | null,
): SentencePart[] =>
  BILLED[event]([title === null ? 'your post' : { title }], refusal === null ? '' : `: ${refusal}`)
