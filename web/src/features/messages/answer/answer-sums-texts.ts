import { LATE_DAYS } from '@plinth/contract/limits.ts'
import { inWordsFirst } from '../../../lib/format/in-words.ts'

/** The words of what was quoted, in the dialog and in the conversation. */
export const sumsTexts = {
  deposit: '50% deposit, on acceptance',
  balance: 'Balance, on approval',
  plinthKeeps: 'Plinth keeps',
  deliverBy: 'Final delivery by',
  steps: (count: number) => (count === 1 ? 'One step' : `${inWordsFirst(count)} steps`),
  rule: `Nothing is charged before it is accepted. Plinth holds the deposit until the delivery is approved; if nothing is delivered ${LATE_DAYS} days after the agreed date, the client can take it back.`,
} as const
