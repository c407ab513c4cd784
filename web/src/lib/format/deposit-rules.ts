import {
  ANSWER_DAYS,
  APPROVAL_DAYS,
  APPROVAL_NOTICE_DAYS,
  LATE_DAYS,
  REMAINDER_DAYS,
  RULING_DAYS,
} from '@plinth/contract/limits.ts'
import { inWords } from './numerals.ts'

export const depositRulesTitle = 'When the money comes back'

/** Every outcome for a deposit, shown to the client before paying. `deposit` is the formatted sum. */
export const depositRules = (creator: string, deposit: string) => [
  {
    when: `Declined, withdrawn before ${creator} accepts, or no answer in ${ANSWER_DAYS} days`,
    result: `All ${deposit} back`,
  },
  {
    when: `Nothing delivered ${LATE_DAYS} days after the agreed date`,
    result: `You take the ${deposit} back in one click`,
  },
  {
    when: 'Cancelled after it’s accepted',
    result: `You agree on a split, or a Plinth admin rules in writing. Without a ruling in ${RULING_DAYS} days: half each`,
  },
  {
    when: `Delivered, and no answer from you for ${APPROVAL_DAYS} days`,
    result: `Counts as approved, after ${inWords(APPROVAL_NOTICE_DAYS.length)} reminders`,
  },
  {
    when: `Approved, and the balance not paid in ${REMAINDER_DAYS} days`,
    result: `${creator} gets the ${deposit}, and the originals stay locked`,
  },
]
