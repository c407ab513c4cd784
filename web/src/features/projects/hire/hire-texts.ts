import {
  INCLUDED_REVISIONS,
  MAX_BRIEF_REFERENCES,
  MAX_HIRE_MEDIA,
  MAX_PROJECT_TEXT,
} from '@plinth/contract/limits.ts'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
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
  filesGone: (files: number) =>
    files === 1
      ? 'We no longer have one of its files. Choose it again.'
      : `We no longer have ${files} of its files. Choose them again.`,
  filesUnsure: 'We couldn’t load its files. Close this and open it again.',
  waiting: (files: number) => `Waiting for ${files} ${files === 1 ? 'file' : 'files'}…`,
  files: {
    title: 'References',
    optional: 'optional',
    add: 'Add reference files',
    dropNow: 'Drop to add',
    fromBoard: 'From a board',
    label: 'Reference files',
    shown: 'Works and posts to look at',
    against: 'Not this',
    remove: (title: string) => `Remove ${title}`,
    limits: (name: string) =>
      `Up to ${MAX_HIRE_MEDIA} files, 50 MB each, and ${MAX_BRIEF_REFERENCES} works or posts. Only you, ${name} and, in a dispute, Plinth can open the files.`,
    too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
    unsupported: (file: string) => `You can’t send ${file}. ${ACCEPTED_SENTENCES.any}`,
    empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
    tooManyTitle: 'Too many files',
    tooMany: `A request can have up to ${MAX_HIRE_MEDIA} files. We added the first ${MAX_HIRE_MEDIA}.`,
    unarrivedTitle: 'A file wasn’t uploaded',
    unarrived: (file: string) => `${file} isn’t uploaded yet. Continue, try again or remove it.`,
  },
  leave: {
    title: 'Leave while files are uploading?',
    text: 'We keep your request and uploaded files as a draft. The other uploads stop. Choose those files again to continue.',
    leave: 'Leave',
    stay: 'Stay',
  },
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
