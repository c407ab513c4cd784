import { INCLUDED_REVISIONS, MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import { inWordsFirst } from '../../../lib/format/numerals.ts'

const whole = new Intl.NumberFormat('en-US')

/** Texts of hiring. Strings of the specification are literal. */
export const hireTexts = {
  title: (name: string) => `Hire ${name}`,
  titleAlone: 'Hire Creator',
  startingPrice: 'starting price',
  details: 'Project details',
  detailsHint: (name: string) =>
    `Size, place, date, and what it is for. ${name} reads this before accepting.`,
  timeline: 'Timeline',
  choose: 'No answer yet',
  another: 'Need another price or milestones?',
  inquire: 'Send Business Inquiry',
  anotherEnd: 'and agree in the project room, before any payment.',
  agree: 'What you agree to',
  deposit: `50% deposit required to start project. ${inWordsFirst(INCLUDED_REVISIONS)} rounds of changes are included.`,
  cancel: 'Cancel',
  send: (sum: string) => `Send request, pay ${sum}`,
  sending: 'Sending...',
  errorTitle: 'Error',
  failed: 'Failed to send project request. Please try again.',
  restored: 'Draft restored.',
  discard: 'Discard',
  wrong: {
    missing: 'Please provide project details',
    long: `Keep it to ${whole.format(MAX_PROJECT_TEXT)} characters.`,
  },
  loading: 'Looking up the work',
  notOpen: 'This form could not be opened',
  gone: 'The work may have been taken down, or the address is not quite right.',
  self: 'This work is your own. Others hire you for it.',
  onInquiry: (name: string) =>
    `${name} names a price for this work when asked. Send a business inquiry and agree in the project room.`,
  close: 'Close',
  slip: {
    title: (sum: string) => `${sum} in two halves`,
    now: 'Now, 50% deposit',
    nowNote: 'Charged to your card. Plinth holds it; nobody is paid yet.',
    later: 'When you approve the delivery',
    laterNote: (name: string, sum: string) =>
      `The originals unlock and all ${sum} is ${name}’s at once.`,
    plinth: 'Plinth keeps',
    plinthNote: (name: string) => `No commission. ${name} pays the card fee.`,
  },
  paid: {
    title: 'Payment Successful',
    requested: 'Your project request has been sent to the creator!',
    accepted: (name: string, sum: string) =>
      `Plinth holds the deposit of ${sum}, and ${name} can begin.`,
    completed: 'The originals are unlocked.',
    asking: 'Asking the card provider about your payment',
    waiting:
      'The card provider has not confirmed the payment yet. This usually takes seconds; the room changes by itself when it has.',
    failed: 'Your payment could not be asked about',
    cancelled: 'You left the payment page, and nothing was charged. What you wrote is kept.',
    again: 'Ask again',
    dismiss: 'Dismiss',
  },
} as const
