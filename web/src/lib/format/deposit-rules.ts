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
    when: 'Cancelled after it is accepted',
    result: `The two of you agree on a split, or a Plinth admin rules in writing; no ruling in ${RULING_DAYS} days: half each`,
  },
  {
    when: `Delivered and no word from you for ${APPROVAL_DAYS} days`,
    result: `Counts as approved, after ${inWords(APPROVAL_NOTICE_DAYS.length)} notices`,
  },
  {
    when: `Approved and the rest not paid in ${REMAINDER_DAYS} days`,
    result: `The ${deposit} is ${creator}’s; the originals stay locked`,
  },
]
