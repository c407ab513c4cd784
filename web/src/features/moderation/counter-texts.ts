import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { COUNTER_STATEMENTS } from '@plinth/contract/moderation/counter-notice.ts'

/** The words of the form that answers a copyright notice. */
export const texts = {
  title: 'Your counter-notice',
  lead: `All of it goes to whoever sent the notice, with your name, address and phone: the law wants it so. It comes back in ${COUNTER_NOTICE_DAYS} business days unless they go to court.`,
  fields: {
    text: 'Why it was a mistake',
    name: 'Full name',
    address: 'Postal address',
    phone: 'Phone',
    ...COUNTER_STATEMENTS,
    signature: 'Signature',
  },
  signature: 'Type your full name once more.',
  problems: {
    missing: (label: string) => `${label} is missing.`,
    long: (label: string) => `${label} is too long.`,
    statement: 'A counter-notice counts only with this statement.',
    signature: 'This is not the full name above.',
  },
  send: 'Send counter-notice',
  sending: 'Sending...',
  cancel: 'Cancel',
  failed: 'It was not sent. What you wrote is still here.',
} as const
