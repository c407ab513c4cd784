import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'
import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { COUNTER_STATEMENTS } from '@plinth/contract/moderation/copyright.ts'

const TITLES: Record<ReportKind, (name: string) => string> = {
  message: () => 'Report this message',
  post: () => 'Report this post',
  portfolio: () => 'Report this work',
  comment: () => 'Report this comment',
  user: (name) => `Report ${name}`,
}

/** Texts of the report dialog. */
export const reportTexts = {
  title: (kind: ReportKind, name: string) => TITLES[kind](name),
  line: (kind: ReportKind, name: string) =>
    kind === 'message'
      ? `An admin reads this one message, as it is now, and nothing else of your conversation. ${name} is not told who reported it.`
      : `An admin looks at it, with its words as they are now. ${name} is not told who reported it.`,
  reason: 'What is wrong?',
  reasonMissing: 'Pick what fits best.',
  text: 'What should we know?',
  textHint: 'Where else you saw it, or since when.',
  tooLong: (over: number) => `${over} ${over === 1 ? 'character' : 'characters'} too many`,
  cancel: 'Cancel',
  send: 'Send report',
  sending: 'Sending...',
  sent: 'Report sent',
  sentLine: 'An admin will look at it.',
  failed: 'The report was not sent. What you wrote is still here.',
} as const

/** Texts of the page that lists what was taken down of the viewer's. */
export const takenDownTexts = {
  title: 'Taken down',
  lead: 'What an admin took down of yours. Only you and the admins see it now. You can appeal once against each.',
  none: 'Nothing of yours is taken down',
  noneLine: 'When an admin takes something down, it stands here with the reason.',
  loadFailed: 'What was taken down did not load.',
  post: 'Post',
  portfolio: 'Work',
  reason: 'Reason',
  noticeSays: (number: number, name: string) => `Notice ${number}. ${name} says it copies`,
  closed: 'The notice was decided without an answer. It stays taken down.',
  see: 'See it',
  appeal: 'Appeal',
  counter: 'Send counter-notice',
  text: 'Why should it come back?',
  hint: 'A person reads this and decides.',
  missing: 'Please write why.',
  long: (over: number) => `${over} ${over === 1 ? 'character' : 'characters'} too many`,
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  failed: 'It was not sent. What you wrote is still here.',
  states: {
    open: 'Your appeal is with us. You are told of the decision.',
    upheld: 'It stays taken down.',
    restored: 'It is back.',
  },
  back: (day: string) => `It comes back on ${day} unless the other side goes to court.`,
} as const

/** Texts of the copyright notice page. */
export const copyrightTexts = {
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

/** Texts of the counter-notice form. */
export const counterTexts = {
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
    signature: 'This is not the full name above.',
  },
  send: 'Send counter-notice',
  sending: 'Sending...',
  cancel: 'Cancel',
  failed: 'It was not sent. What you wrote is still here.',
} as const
