import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'

/** The words of the page on which somebody says that a work is theirs. */
export const texts = {
  title: 'Copyright notice',
  lead: 'Your work is shown here and you did not allow it? Tell us. You need no account. A person reads every notice.',
  steps: [
    'We read your notice and take down what it names if it holds.',
    'Whoever posted it learns why, your name and what you call your original. They can answer with a counter-notice.',
    `After a counter-notice it comes back in ${COUNTER_NOTICE_DAYS} business days, unless you tell us that you went to court.`,
  ],
  fields: {
    url: 'Address on Plinth',
    work: 'Your original',
    name: 'Full name',
    organisation: 'Organisation',
    email: 'Email',
    address: 'Postal address and phone',
    isInGoodFaith:
      'I believe in good faith that the use is not allowed by the holder, their agent or the law.',
    isAccurate:
      'What I say is accurate, and under penalty of perjury I may act for the holder of the right.',
    signature: 'Signature',
  },
  hints: {
    url: 'The post or work, copied from the address bar.',
    work: 'What was copied, and where the original can be seen.',
    signature: 'Type your full name once more.',
  },
  problems: {
    missing: (label: string) => `${label} is missing.`,
    long: (label: string) => `${label} is too long.`,
    email: 'Please enter a whole email address.',
    statement: 'A notice counts only with this statement.',
    signature: 'This is not the full name above.',
  },
  send: 'Send notice',
  sending: 'Sending...',
  failed: 'The notice was not sent. What you wrote is still here.',
  sent: {
    title: (number: number) => `Notice ${number} is here`,
    line: 'Keep this number: we name it in whatever we write to you. A person reads the notice next.',
    another: 'Send another',
  },
} as const
