import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'
import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { COUNTER_STATEMENTS } from '@plinth/contract/moderation/copyright.ts'

const TITLES: Record<ReportKind, (name: string) => string> = {
  message: () => 'Report this message',
  post: () => 'Report this post',
  portfolio: () => 'Report this work',
  comment: () => 'Report this comment',
  user: (name) => `Report ${name}`,
  board: () => 'Report this board',
}

/** Texts of the report dialog. */
export const reportTexts = {
  title: (kind: ReportKind, name: string) => TITLES[kind](name),
  line: (kind: ReportKind, name: string) =>
    kind === 'message'
      ? `An admin reads this one message and nothing else in your conversation. We don’t tell ${name} who reported it.`
      : `An admin will review it as it is now. We don’t tell ${name} who reported it.`,
  reason: 'What’s wrong?',
  reasonMissing: 'Choose what fits best.',
  text: 'Details',
  textHint: 'For example, where else you saw it, or since when.',
  tooLong: (over: number) => `${over} ${over === 1 ? 'character' : 'characters'} over the limit`,
  cancel: 'Cancel',
  send: 'Send report',
  sending: 'Sending...',
  sent: 'Report sent',
  sentLine: 'An admin will review it.',
  addProof: 'Add proof',
  failed: 'We couldn’t send your report. Your text is still here.',
} as const

/** Texts of the page that lists what was taken down of the viewer's. */
export const takenDownTexts = {
  title: 'Taken down',
  lead: 'Your work and boards that an admin took down. Nobody else can find them. You can appeal each decision once.',
  none: 'None of your work has been taken down',
  noneLine: 'If an admin takes something down, you’ll see it here with the reason.',
  loadFailed: 'We couldn’t load this list.',
  post: 'Post',
  portfolio: 'Work',
  board: 'Board',
  reason: 'Reason',
  noticeSays: (number: number, name: string) => `Notice ${number}: ${name} says it copies`,
  closed: 'We decided the notice without your answer. Your work stays down.',
  addProof: 'Add proof',
  openCase: 'Open the case',
  see: 'See it',
  appeal: 'Appeal',
  counter: 'Send counter-notice',
  text: 'Why should it come back?',
  questions: {
    creator: 'Why should you be a creator again?',
    strike: 'Why should we take the strike back?',
  },
  strikes: {
    title: 'Strikes for comments and messages',
    loadFailed: 'We couldn’t load your strikes.',
    comment: 'A comment that we removed or didn’t send',
    message: 'A message that we didn’t send',
    until: (day: string) => `Counts until ${day}`,
    states: {
      open: 'We’re reviewing your appeal.',
      upheld: 'We decided to keep the strike.',
      restored: 'We took the strike back.',
    },
  },
  hint: 'An admin reads this and decides.',
  missing: 'Explain why it should come back.',
  long: (over: number) => `${over} ${over === 1 ? 'character' : 'characters'} over the limit`,
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  failed: 'We couldn’t send it. Your text is still here.',
  states: {
    open: 'We’re reviewing your appeal and will tell you what we decide.',
    upheld: 'We decided to keep it down.',
    restored: 'We put it back.',
  },
  back: (day: string) => `We’ll put it back on ${day} unless the other side goes to court.`,
} as const

/** Texts of the copyright notice page. */
export const copyrightTexts = {
  title: 'Copyright notice',
  lead: 'Is your work shown here without your permission? Tell us. You don’t need an account, and a person reads every notice.',
  steps: [
    'If your notice is valid, we take the work down.',
    'We tell the person who posted it why, with your name and your original. They can answer with a counter-notice.',
    `After a counter-notice we put it back in ${COUNTER_NOTICE_DAYS} business days, unless you tell us you went to court.`,
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
    url: 'Copy the address of the post or work from your browser.',
    work: 'Describe what was copied and where we can see the original.',
    signature: 'Type your full name again.',
  },
  problems: {
    signature: 'Enter the same full name as above.',
  },
  send: 'Send notice',
  sending: 'Sending...',
  failed: 'We couldn’t send your notice. Your text is still here.',
  sent: {
    title: (number: number) => `We have your notice ${number}`,
    line: 'Keep this number. We’ll use it whenever we write to you. A person reads your notice next.',
    another: 'Send another',
  },
} as const

/** Texts of the counter-notice form. */
export const counterTexts = {
  title: 'Your counter-notice',
  lead: `By law, we send all of this to the person who sent the notice, with your name, address and phone. We’ll put your work back in ${COUNTER_NOTICE_DAYS} business days unless they go to court.`,
  fields: {
    text: 'Why it was a mistake',
    name: 'Full name',
    address: 'Postal address',
    phone: 'Phone',
    ...COUNTER_STATEMENTS,
    signature: 'Signature',
  },
  signature: 'Type your full name again.',
  problems: {
    signature: 'Enter the same full name as above.',
  },
  send: 'Send counter-notice',
  sending: 'Sending...',
  cancel: 'Cancel',
  failed: 'We couldn’t send it. Your text is still here.',
} as const
