import { PAST_DUE_DAYS } from '@plinth/contract/limits.ts'
import type { StatementKind } from '@plinth/contract/money/billing.ts'

/** All texts of subscriptions, payouts and the statement. Strings of the specification are literal. */
export const subscribeTexts = {
  title: 'Subscribe',
  signIn: { line: 'Please log in to subscribe', button: 'Sign in' },
  loading: 'Loading your subscription',
  failed: 'Your subscription could not be loaded',
  offer: {
    title: 'Hang your first wall',
    lead: 'Everything you make, shown at its own shape, in front of people who commission work.',
    perMonth: 'per month',
    button: 'Become a Creator',
    opening: 'Opening the payment...',
    note: 'Card payment. Cancel in one step, your rights stay until the month ends.',
  },
  benefits: [
    { what: 'Unlimited portfolio uploads', line: 'Images, video, audio, PDF and documents' },
    { what: 'Posts for your followers', line: 'Up to 50 MB a file' },
    { what: 'Business inquiries and paid hires', line: '50% deposit held before you start' },
    { what: 'Analytics and earnings', line: 'Views, likes, inquiries, by day' },
    { what: 'A place on the home ledge', line: 'Featured Work is picked by people' },
  ],
  incomplete: {
    title: 'One step is left',
    line: 'You began to subscribe and have not paid. Nothing has been charged.',
    button: 'Go on to the payment',
  },
  ended: (day: string) =>
    `Your subscription ended on ${day}. Your works still hang; uploads open again when you subscribe.`,
  endedAlone:
    'Your subscription has ended. Your works still hang; uploads open again when you subscribe.',
  cancelledCheckout: 'You left the payment page, and nothing was charged.',
  asking: 'Asking the card provider about your payment',
  waiting:
    'The card provider has not confirmed the payment yet. This usually takes seconds; the page changes by itself when it has.',
  askFailed: 'Your payment could not be asked about.',
  askAgain: 'Ask again',
  paid: { title: 'Payment Successful', line: 'You are a creator now. Hang your first work.' },
  already: 'Already a creator',
  errorTitle: 'Error',
  startFailedTitle: 'Failed to start subscription process',
  startFailedLine: 'Please try again later.',
  startFailed: 'Failed to start subscription. Please try again.',
  noPage: 'Failed to start creator subscription process.',
} as const

export const dashboardTexts = {
  title: 'Creator Dashboard',
  active: 'Active',
  ending: 'Cancelled',
  pastDue: 'Payment failed',
  granted: 'Granted',
  lead: 'Your account shows, sells and answers. Two places to go from here.',
  forYou: { title: 'For You', line: 'What everybody hangs, chosen for you' },
  analytics: { title: 'Analytics', line: 'Views, likes, inquiries and earnings, by day' },
  plan: 'Plan',
  planSum: (sum: string) => `${sum} per month`,
  grantedPlan: 'Granted by a Plinth admin',
  grantedLine:
    'Your creator rights were given to you and cost nothing. There is nothing to pay or to cancel.',
  next: 'Next payment',
  ends: 'Ends on',
  card: 'Card',
  /** `Visa ending 4242`. */
  cardEnding: (brand: string, last4: string) =>
    `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4}`,
  noCard: 'none',
  changeCard: 'Change card',
  receipts: 'Receipts',
  statement: 'Statement',
  cancel: 'Cancel subscription',
  endingLine: (day: string) =>
    `You are a creator until ${day}. After that you cannot upload more; your works stay on the wall.`,
  resume: 'Keep the subscription',
  resumed: {
    title: 'Subscription kept',
    line: (day: string) => `It goes on. The next payment is on ${day}.`,
  },
  cancelAsk: {
    title: 'Cancel the subscription?',
    line: (day: string) =>
      `Nothing more is charged. You stay a creator until ${day}; after that you cannot upload more, and your works stay on the wall. You can take this back until then.`,
    keep: 'Keep the subscription',
    confirm: 'Cancel subscription',
    busy: 'Cancelling...',
  },
  cancelled: {
    title: 'Subscription cancelled',
    line: (day: string) => `You stay a creator until ${day}.`,
  },
  late: {
    title: 'The last payment did not go through',
    line: (day: string) =>
      `Your bank refused the renewal. You keep your creator rights until ${day}; with a card that works they go on without a break.`,
    over: `Your bank refused the renewal, and the ${PAST_DUE_DAYS} days in which creator rights go on are over. With a card that works they are back at once.`,
    button: 'Change the card',
    opening: 'Opening...',
    again: 'I have changed it',
    asking: 'Asking...',
    still: 'The payment is still open. Banks sometimes need a few minutes.',
  },
  changeFailed: 'The subscription could not be changed. Please try again.',
  portalFailed: 'The card provider’s page could not be opened. Please try again.',
  looked: 'Most looked at',
  upload: 'Upload',
  nothingHangs: 'Nothing hangs yet',
  nothingLine: 'The first work is the one that people remember.',
} as const

export const payoutTexts = {
  title: 'Payouts',
  none: 'Money you earn is paid out to your bank account. Name one, and Plinth adds no hold of its own.',
  incomplete:
    'Your bank account is begun and not finished. The card provider still needs something from you.',
  ready:
    'Your bank account is connected. What you earn is sent there as soon as a project is completed.',
  connect: 'Connect a bank account',
  finish: 'Finish connecting',
  manage: 'Change bank account',
  opening: 'Opening...',
  waiting: 'Waiting for you',
  waitingNote: 'Yours; it is sent when your bank account is connected.',
  paidOut: 'Paid out',
  failed: 'Your payouts could not be loaded',
  openFailed: 'The card provider’s page could not be opened. Please try again.',
  asking: 'Asking the card provider about your account',
  askFailed: 'Your account could not be asked about.',
  again: 'The link to the card provider had run out. Open it again.',
  errorTitle: 'Error',
  connected: { title: 'Bank account connected', line: 'What is yours is sent there from now on.' },
} as const

export const statementTexts = {
  title: 'Statement',
  lead: 'Every movement of your money with Plinth, newest first. Days are of universal time.',
  period: 'Period',
  from: 'From',
  to: 'To',
  order: 'The first day comes after the last one.',
  all: 'All',
  month: 'This month',
  lastMonth: 'Last month',
  year: 'This year',
  csv: 'CSV',
  pdf: 'PDF',
  download: (kind: string) => `Download as ${kind}`,
  table: 'Movements',
  columns: { day: 'Day', what: 'What', reference: 'Reference', in: 'In', out: 'Out' },
  project: (number: number) => `Project ${number}`,
  loading: 'Loading your statement',
  failed: 'Your statement could not be loaded',
  empty: 'No money has moved yet',
  emptyLine: 'Deposits, payments, refunds and payouts are written down here, each on its day.',
  emptyPeriod: 'No money moved in this period',
  emptyPeriodLine: 'Choose other days, or look at all of them.',
  moreFailed: 'The next lines could not be loaded.',
} as const

export const KIND_WORDS: Readonly<Record<StatementKind, string>> = {
  deposit: 'Deposit',
  remainder: 'Balance',
  subscription: 'Creator subscription',
  promotion: 'Promotion',
  refund: 'Refund',
  refund_returned: 'Refund returned by the bank',
  earning: 'Earning',
  card_fee: 'Card fee',
  payout: 'Payout',
  payout_returned: 'Payout returned by the bank',
  chargeback: 'Taken back by the bank',
  chargeback_returned: 'Given back by the bank',
}
