import { PAST_DUE_DAYS } from '@plinth/contract/limits.ts'
import type { StatementKind } from '@plinth/contract/money/billing.ts'

/** All texts of subscriptions, payouts and the statement. Strings of the specification are literal. */
export const subscribeTexts = {
  title: 'Subscribe',
  signIn: { line: 'Please log in to subscribe', button: 'Log in' },
  loading: 'Loading your subscription',
  failed: 'We couldn’t load your subscription',
  offer: {
    title: 'Show your work and get hired',
    lead: 'Show everything you make, uncropped, to people who hire creators.',
    perMonth: 'per month',
    button: 'Become a Creator',
    opening: 'Opening the payment...',
    note: 'Pay by card. Cancel any time and stay a creator until the month ends.',
  },
  benefits: [
    { what: 'Unlimited portfolio uploads', line: 'Images, video, audio, PDF and documents' },
    { what: 'Posts for your followers', line: 'Up to 50 MB a file' },
    {
      what: 'Business inquiries and paid hires',
      line: 'Clients pay a 50% deposit before you start',
    },
    { what: 'Analytics and earnings', line: 'Views, likes and inquiries by day' },
    { what: 'A place on the home ledge', line: 'Our team picks Featured Work by hand' },
  ],
  incomplete: {
    title: 'One step left',
    line: 'You haven’t paid for your subscription yet. Nothing was charged.',
    button: 'Continue to payment',
  },
  ended: (day: string) =>
    `Your subscription ended on ${day}. Your work is still public. Subscribe again to upload more.`,
  endedAlone:
    'Your subscription has ended. Your work is still public. Subscribe again to upload more.',
  cancelledCheckout: 'You left the payment page. Nothing was charged.',
  asking: 'Checking your payment',
  waiting:
    'Your payment isn’t confirmed yet. This usually takes a few seconds, and this page updates by itself.',
  askFailed: 'We couldn’t check your payment.',
  askAgain: 'Check again',
  paid: { title: 'Payment Successful', line: 'You’re a creator now. Upload your first work.' },
  already: 'Already a creator',
  errorTitle: 'Error',
  startFailedTitle: 'Failed to start subscription process',
  startFailedLine: 'Please try again later.',
  startFailed: 'Failed to start subscription. Please try again.',
  noPage: 'Failed to start creator subscription process.',
} as const

/** For subscribers whose creator rights staff ended. */
export const removedTexts = {
  title: 'Your creator rights have ended',
  says: (day: string) =>
    `An admin ended them on ${day}, with your subscription. We refund the days you didn’t use and won’t charge you again. Your work stays public, and your open projects continue.`,
  reason: 'Reason',
  states: {
    open: 'You’ve appealed. A person will read it and email you the decision.',
    upheld: 'We read your appeal, and it stays as it is.',
  },
  statement: 'See your statement',
} as const

export const dashboardTexts = {
  title: 'Creator Dashboard',
  active: 'Active',
  ending: 'Cancelled',
  pastDue: 'Payment failed',
  granted: 'Granted',
  lead: 'Your creator account is active. Upload work, take on projects and answer messages.',
  forYou: { title: 'For You', line: 'New work, chosen for you' },
  analytics: { title: 'Analytics', line: 'Views, likes, inquiries and earnings by day' },
  plan: 'Plan',
  planSum: (sum: string) => `${sum} per month`,
  grantedPlan: 'Granted by a Plinth admin',
  grantedLine:
    'A Plinth admin made you a creator. You pay nothing, and there is nothing to cancel. You can also subscribe, and stay a creator if the grant ends.',
  alsoSubscribe: 'Subscribe as well',
  opening: 'Opening the payment...',
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
    `You’re a creator until ${day}. After that you can’t upload more. Your work stays public.`,
  resume: 'Keep subscription',
  resumed: {
    title: 'Subscription kept',
    line: (day: string) => `Your next payment is on ${day}.`,
  },
  cancelAsk: {
    title: 'Cancel the subscription?',
    line: (day: string) =>
      `We won’t charge you again. You stay a creator until ${day}. Changed your mind by then? Keep your subscription here. Later your work stays public, but you can’t upload more.`,
    keep: 'Keep subscription',
    confirm: 'Cancel subscription',
    busy: 'Cancelling...',
  },
  cancelled: {
    title: 'Subscription cancelled',
    line: (day: string) => `You stay a creator until ${day}.`,
  },
  late: {
    title: 'Your last payment failed',
    line: (day: string) =>
      `Your bank declined the renewal. Change your card by ${day} to stay a creator without a break.`,
    over: `Your bank declined the renewal, and ${PAST_DUE_DAYS} days have passed. Change your card and you’re a creator again at once.`,
    button: 'Change card',
    opening: 'Opening...',
    again: 'I changed it',
    asking: 'Checking...',
    still: 'The payment hasn’t gone through yet. Banks sometimes need a few minutes.',
  },
  changeFailed: 'We couldn’t change your subscription. Please try again.',
  portalFailed: 'We couldn’t open the card provider’s page. Please try again.',
  looked: 'Most viewed',
  upload: 'Upload',
  nothingHangs: 'No work yet',
  nothingLine: 'Upload your first work so that people can find and hire you.',
} as const

export const payoutTexts = {
  title: 'Payouts',
  none: 'Connect a bank account to get paid. We send your earnings as soon as a project is completed.',
  incomplete: 'Your bank details are incomplete. The card provider still needs something from you.',
  ready:
    'Your bank account is connected. We send your earnings there as soon as a project is completed.',
  connect: 'Connect a bank account',
  finish: 'Finish connecting',
  manage: 'Change bank account',
  opening: 'Opening...',
  waiting: 'Waiting for you',
  waitingNote: 'We send it when your bank account is connected.',
  paidOut: 'Paid out',
  failed: 'We couldn’t load your payouts',
  openFailed: 'We couldn’t open the card provider’s page. Please try again.',
  asking: 'Checking your bank account',
  askFailed: 'We couldn’t check your bank account.',
  again: 'The link to the card provider expired. Open it again.',
  errorTitle: 'Error',
  connected: {
    title: 'Bank account connected',
    line: 'We’ll send your earnings there from now on.',
  },
} as const

export const statementTexts = {
  title: 'Statement',
  lead: 'Every payment, newest first. Dates are in UTC.',
  period: 'Period',
  from: 'From',
  to: 'To',
  order: 'Choose a first day before the last one.',
  all: 'All',
  month: 'This month',
  lastMonth: 'Last month',
  year: 'This year',
  csv: 'CSV',
  pdf: 'PDF',
  download: (kind: string) => `Download as ${kind}`,
  table: 'Payments',
  columns: { day: 'Day', what: 'What', reference: 'Reference', in: 'In', out: 'Out' },
  project: (number: number) => `Project ${number}`,
  loading: 'Loading your statement',
  failed: 'We couldn’t load your statement',
  empty: 'No payments yet',
  emptyLine: 'Deposits, payments, refunds and payouts appear here.',
  emptyPeriod: 'No payments in this period',
  emptyPeriodLine: 'Choose other days, or see all.',
  moreFailed: 'We couldn’t load more payments.',
} as const

export const KIND_WORDS: Readonly<Record<StatementKind, string>> = {
  deposit: 'Deposit',
  remainder: 'Balance',
  subscription: 'Creator subscription',
  promotion: 'Promotion',
  refund: 'Refund',
  refund_returned: 'Refund returned by the bank',
  earning: 'Earned',
  card_fee: 'Card fee',
  payout: 'Payout',
  payout_returned: 'Payout returned by the bank',
  chargeback: 'Chargeback',
  chargeback_returned: 'Chargeback returned',
}
