import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { APPROVAL_DAYS, LATE_DAYS, REMAINDER_DAYS, RULING_DAYS } from '@plinth/contract/limits.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'

/** The facts that the status texts of a room use. */
interface StateFacts {
  client: string
  creator: string
  deposit: string
  balance: string
  price: string
  /** A proposed price that is not answered. */
  quote: string
  held: string
  refunded: string
  released: string
  due: string
  deliverBy: string
  /** The number of the last delivery. */
  number: number
  sent: string
  /** Whether the client can still ask for a change. */
  mayChange: boolean
}
type Lines = (said: StateFacts) => readonly [title: string, line: string]
export type Side = ProjectRole | 'admin'

export const stateTexts: Record<ProjectStatus, Record<Side, Lines>> = {
  requested: {
    client: ({ creator }) => [
      'Agree on the terms',
      `Agree on a price and a date with ${creator}. Nothing is charged before you pay the deposit.`,
    ],
    creator: ({ client }) => [
      'Agree on the terms',
      `Agree on a price and a date with ${client}. Start once the deposit is paid.`,
    ],
    admin: () => ['Terms not agreed yet', 'Nothing is paid yet.'],
  },
  deposit_paid: {
    client: ({ creator, due }) => [
      `${creator} has your request`,
      `Plinth holds your deposit. If ${creator} doesn’t answer by ${due}, you get all of it back.`,
    ],
    creator: ({ client, deposit, due }) => [
      `${client} wants to hire you`,
      `${client} paid the deposit of ${deposit}. Answer by ${due}, or it goes back.`,
    ],
    admin: ({ creator, due }) => [
      'Plinth holds the deposit',
      `${creator} has until ${due} to answer.`,
    ],
  },
  accepted: {
    client: ({ creator, deliverBy }) => [
      `${creator} is at work`,
      `${creator} will deliver by ${deliverBy}. You’ll see the delivery here.`,
    ],
    creator: ({ deliverBy, client }) => [
      `Deliver by ${deliverBy}`,
      `${client} sees previews first and has 7 days to answer.`,
    ],
    admin: ({ creator, deliverBy }) => [
      `${creator} is at work`,
      `${creator} will deliver by ${deliverBy}.`,
    ],
  },
  delivered: {
    client: ({ number, creator, sent, due, mayChange }) => [
      `Delivery ${number} is ready for you`,
      mayChange
        ? `Sent by ${creator} on ${sent}. Approve by ${due}, or ask for a change.`
        : `Sent by ${creator} on ${sent}. Approve by ${due}. You’ve used all changes. You can agree on another one at a price. If it isn’t what you agreed on, ask Plinth to decide.`,
    ],
    creator: ({ number, client, sent, due }) => [
      `Delivery ${number} is with ${client}`,
      `Sent on ${sent}. Without an answer by ${due} it counts as approved.`,
    ],
    admin: ({ number, client, due }) => [
      `Delivery ${number} is with ${client}`,
      `Without an answer by ${due} it counts as approved.`,
    ],
  },
  revision_requested: {
    client: ({ creator }) => [
      'You asked for a change',
      `${creator} will deliver again. Then you have 7 days to answer.`,
    ],
    creator: ({ client, number }) => [
      `${client} asked for a change`,
      `Read what ${client} wrote about delivery ${number}, then deliver again.`,
    ],
    admin: ({ client, creator }) => [
      `${client} asked for a change`,
      `${creator} will deliver again.`,
    ],
  },
  approved: {
    client: ({ balance, due, creator }) => [
      'Approved: pay the balance',
      `Pay ${balance} by ${due} to download the originals. Otherwise ${creator} keeps the deposit and they stay locked.`,
    ],
    creator: ({ balance, due, client }) => [
      'Your delivery is approved',
      `${client} has until ${due} to pay the balance of ${balance}. Otherwise you keep the deposit and the files stay locked.`,
    ],
    admin: ({ client, balance, due }) => [
      'Approved, balance due',
      `${client} has until ${due} to pay ${balance}.`,
    ],
  },
  completed: {
    client: ({ creator, price }) => [
      'The originals are yours',
      `You paid ${creator} ${price} in full. Download the files whenever you need them.`,
    ],
    creator: ({ client, price }) => [
      'Finished and paid',
      `${client} has the originals. You get all ${price}, less the card fee.`,
    ],
    admin: ({ creator, price }) => [
      'Finished and paid',
      `${creator} gets all ${price}, less the card fee.`,
    ],
  },
  declined: {
    client: ({ creator, refunded }) => [`${creator} declined`, gone(refunded, 'to your card')],
    creator: ({ refunded }) => ['You declined', gone(refunded, 'to the client')],
    admin: ({ creator, refunded }) => [`${creator} declined`, gone(refunded, 'to the client')],
  },
  withdrawn: {
    client: ({ refunded }) => ['You withdrew the request', gone(refunded, 'to your card')],
    creator: ({ client, refunded }) => [
      `${client} withdrew the request`,
      gone(refunded, 'to the client'),
    ],
    admin: ({ client, refunded }) => [
      `${client} withdrew the request`,
      gone(refunded, 'to the client'),
    ],
  },
  expired: {
    client: ({ creator, refunded }) => [
      'The request expired',
      `${creator} didn’t answer in time. ${gone(refunded, 'to your card')}`,
    ],
    creator: ({ refunded }) => [
      'The request expired',
      `Nobody answered in time. ${gone(refunded, 'to the client')}`,
    ],
    admin: ({ refunded }) => [
      'The request expired',
      `Nobody answered in time. ${gone(refunded, 'to the client')}`,
    ],
  },
  cancelled: {
    client: ({ creator, refunded, released }) => [
      'The project was cancelled',
      `You get ${refunded} of the deposit back on your card. ${creator} gets ${released}.`,
    ],
    creator: ({ client, refunded, released }) => [
      'The project was cancelled',
      `You get ${released} of the deposit. ${client} gets ${refunded} back.`,
    ],
    admin: ({ client, creator, refunded, released }) => [
      'The project was cancelled',
      `${client} gets ${refunded} back. ${creator} gets ${released}.`,
    ],
  },
  disputed: {
    client: ({ held }) => [
      'Plinth will decide',
      `Plinth holds ${held} until an admin rules. The admin will read what you both write below.`,
    ],
    creator: ({ held }) => [
      'Plinth will decide',
      `Plinth holds ${held} until an admin rules. The admin will read what you both write below.`,
    ],
    admin: ({ held }) => ['Plinth will decide', `Plinth holds ${held} until an admin rules.`],
  },
  resolved: {
    client: ({ creator, refunded, released }) => [
      'Settled',
      `You get ${refunded} back on your card. ${creator} gets ${released}.`,
    ],
    creator: ({ client, refunded, released }) => [
      'Settled',
      `You get ${released}. ${client} gets ${refunded} back.`,
    ],
    admin: ({ client, creator, refunded, released }) => [
      'Settled',
      `${client} gets ${refunded} back. ${creator} gets ${released}.`,
    ],
  },
}

function gone(refunded: string, where: string): string {
  return refunded === '$0' ? 'Nothing was charged.' : `All ${refunded} goes back ${where}.`
}

/** A price is agreed, and only the deposit is missing. */
export const depositTexts: Record<Side, Lines> = {
  client: ({ deposit, creator }) => [
    'Pay the deposit to start',
    `Plinth holds your ${deposit} until you approve the delivery. We’ll tell ${creator} to start.`,
  ],
  creator: ({ client, deposit }) => [
    `Waiting for ${client}`,
    `You agreed on the terms. Start once ${client} has paid the deposit of ${deposit}.`,
  ],
  admin: ({ client, deposit }) => [
    `Waiting for ${client}`,
    `The deposit of ${deposit} is not paid yet.`,
  ],
}

/** A price waits for an answer: the creator's quote, or the client's counter-offer. */
export const quoteTexts: Record<ProjectRole, Record<Side, Lines>> = {
  creator: {
    client: ({ quote, creator }) => [
      `${creator} quoted ${quote}`,
      'Nothing is charged before you accept the quote and pay the deposit.',
    ],
    creator: ({ quote, client }) => [
      `You quoted ${quote}`,
      `${client} hasn’t answered yet. Start once the deposit is paid.`,
    ],
    admin: ({ quote, client }) => [
      `Quote of ${quote}`,
      `${client} hasn’t answered yet. Nothing is paid.`,
    ],
  },
  client: {
    client: ({ quote, creator }) => [
      `You offered ${quote}`,
      `${creator} hasn’t answered yet. Nothing is charged before you pay the deposit.`,
    ],
    creator: ({ quote, client }) => [
      `${client} offered ${quote}`,
      `Accept it, or offer other terms. Start once ${client} has paid the deposit.`,
    ],
    admin: ({ quote, creator }) => [
      `Offer of ${quote}`,
      `${creator} hasn’t answered yet. Nothing is paid.`,
    ],
  },
}

type Why = Record<Side, (said: Pick<StateFacts, 'client' | 'creator'>) => string>
const toAll = (words: string): Why => ({
  client: () => words,
  creator: () => words,
  admin: () => words,
})

/** Why a project has its status, if the status alone does not explain it, by event. */
export const whyTexts: Partial<Record<ProjectEventKind, Why>> = {
  auto_approved: {
    client: () => `You didn’t answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
    creator: ({ client }) =>
      `${client} didn’t answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
    admin: ({ client }) =>
      `${client} didn’t answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
  },
  taken_back: {
    client: () =>
      `You took the deposit back because nothing was delivered ${LATE_DAYS} days after the agreed date.`,
    creator: ({ client }) =>
      `${client} took the deposit back because nothing was delivered ${LATE_DAYS} days after the agreed date.`,
    admin: ({ client }) =>
      `${client} took the deposit back because nothing was delivered ${LATE_DAYS} days after the agreed date.`,
  },
  cancelled: { ...toAll('You both agreed to this.'), admin: () => 'Both agreed to this.' },
  abandoned: {
    ...toAll(`The balance wasn’t paid within ${REMAINDER_DAYS} days.`),
    client: () => `You didn’t pay the balance within ${REMAINDER_DAYS} days.`,
  },
  ruled: toAll('An admin ruled. Read the ruling below.'),
  split: toAll(`No admin ruled within ${RULING_DAYS} days, so the money was split in half.`),
  chargeback_lost: {
    ...toAll('The client’s bank decided for the client.'),
    client: () => 'Your bank decided in your favour.',
  },
}

/** Where the money of a returned refund is. */
export const returnedTexts: Record<Side, (sum: string, client: string) => string> = {
  client: (sum) =>
    `The bank returned your refund of ${sum}. It’s still yours, and we’ll send it again.`,
  creator: (sum, client) =>
    `The bank returned the refund of ${sum}. We’ll send it to ${client} again.`,
  admin: (sum, client) => `The bank returned the refund of ${sum} to ${client}. Send it again.`,
}
