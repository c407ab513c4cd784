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
    `Say the size, the place, the date and what it’s for. ${name} reads this before accepting.`,
  timeline: 'Timeline',
  choose: 'No answer yet',
  another: 'Need another price or milestones?',
  inquire: 'Send Business Inquiry',
  anotherEnd: 'and agree on the terms before you pay.',
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
  loading: 'Loading the work',
  notOpen: 'We couldn’t open this form',
  gone: 'The work may have been taken down. Check the address.',
  self: 'This is your own work. Others can hire you for it.',
  onInquiry: (name: string) =>
    `${name} gives a price for this work on request. Send a business inquiry to get a quote.`,
  close: 'Close',
  slip: {
    title: (sum: string) => `${sum} in two halves`,
    now: 'Now, 50% deposit',
    nowNote: 'Charged to your card. Plinth holds it until you approve the delivery.',
    later: 'When you approve the delivery',
    laterNote: (name: string, sum: string) => `You get the originals, and ${name} gets all ${sum}.`,
    plinth: 'Plinth keeps',
    plinthNote: (name: string) => `No commission. ${name} pays the card fee.`,
  },
  paid: {
    title: 'Payment Successful',
    requested: 'Your project request has been sent to the creator!',
    accepted: (name: string, sum: string) =>
      `Plinth holds your ${sum} deposit, and ${name} can start.`,
    completed: 'You can download the originals now.',
    asking: 'Checking your payment',
    waiting:
      'Your payment isn’t confirmed yet. This usually takes a few seconds. This page updates by itself.',
    failed: 'We couldn’t check your payment',
    cancelled: 'You left the payment page. Nothing was charged, and your request is saved.',
    again: 'Check again',
    dismiss: 'Dismiss',
  },
} as const
