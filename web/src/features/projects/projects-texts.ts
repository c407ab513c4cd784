import type { ProjectBox } from '@plinth/contract/projects/project-calls.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'

/** The words of the list of projects, and of what both it and a room say. */
export const texts = {
  title: 'Projects',
  boxes: 'Which projects',
  loading: 'Loading projects',
  failed: 'Your projects could not be loaded',
  failedLine: 'Nothing is lost. Try again in a moment.',
  more: 'Show more',
  loadingMore: 'Loading...',
  moreFailed: 'The next projects could not be loaded.',
  again: 'Try again',
  browse: 'Browse works',
  empty: {
    open: ['Nothing under way', 'What you hire for and what you are hired for stands here.'],
    hiring: ['You have not hired anybody yet', 'Find a work you like and hire the hand behind it.'],
    making: [
      'Nobody has hired you yet',
      'Requests come from your works. A work with a starting price can be hired directly.',
    ],
    closed: [
      'Nothing is closed yet',
      'Projects that are finished or ended stay here, with their money.',
    ],
  } satisfies Record<ProjectBox, [string, string]>,
  priceOpen: 'Price open',
  /** The state in a word or two. */
  states: {
    requested: 'Terms open',
    deposit_paid: 'Deposit held',
    accepted: 'In progress',
    delivered: 'Delivered',
    revision_requested: 'Change requested',
    approved: 'Approved',
    completed: 'Completed',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
    cancelled: 'Cancelled',
    disputed: 'In dispute',
    resolved: 'Settled',
  } satisfies Record<ProjectStatus, string>,
  awaitsDeposit: 'Waiting for the deposit',
  hires: (name: string) => `You hire ${name}`,
  hiredBy: (name: string) => `${name} hires you`,
  between: (client: string, creator: string) => `${client} hires ${creator}`,
  you: 'you',
  /** A price that waits for an answer: the creator's quote, or what the client names instead. */
  quote: {
    creator: {
      yours: (sum: string) => `Quote: ${sum}, yours to accept`,
      sent: (sum: string, other: string) => `Quote of ${sum} sent, waiting for ${other}`,
      seen: (sum: string, other: string) => `Quote of ${sum}, waiting for ${other}`,
    },
    client: {
      yours: (sum: string, name: string) => `${name} offers ${sum}, yours to accept`,
      sent: (sum: string, other: string) => `Your offer of ${sum}, waiting for ${other}`,
      seen: (sum: string, other: string) => `Offer of ${sum}, waiting for ${other}`,
    },
  },
  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  /** What whoever's turn it is does next. */
  next: {
    terms: 'agree on the terms',
    quote: 'accept it or propose something else',
    payDeposit: 'pay the deposit',
    answer: 'accept or decline',
    deliver: 'deliver the work',
    approve: 'approve it or ask for a change',
    deliverAgain: 'make the change and deliver again',
    payRest: 'pay the balance',
    offer: (name: string) => `answer what ${name} proposed`,
    ruling: 'Plinth decides',
    side: 'tell your side',
  },
  due: {
    requested: (day: string) => `open until ${day}`,
    deposit_paid: (day: string) => `by ${day}`,
    accepted: (day: string) => `due ${day}`,
    revision_requested: (day: string) => `due ${day}`,
    delivered: (day: string) => `counts as approved on ${day}`,
    approved: (day: string) => `by ${day}`,
    disputed: (day: string) => `by ${day}`,
  },
} as const
