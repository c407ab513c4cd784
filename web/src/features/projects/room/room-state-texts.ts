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
      'The terms are open',
      `You and ${creator} agree on a price and a date. Nothing is charged before you pay the deposit.`,
    ],
    creator: ({ client }) => [
      'The terms are open',
      `You and ${client} agree on a price and a date. The work begins when the deposit is here.`,
    ],
    admin: () => ['The terms are open', 'Nothing is paid yet.'],
  },
  deposit_paid: {
    client: ({ creator, due }) => [
      `${creator} has your request`,
      `Your deposit is held. ${creator} answers by ${due}, or all of it comes back to you.`,
    ],
    creator: ({ client, deposit, due }) => [
      `${client} wants to hire you`,
      `The deposit of ${deposit} is here and held. Answer by ${due}, or it goes back.`,
    ],
    admin: ({ creator, due }) => ['The deposit is held', `${creator} answers by ${due}.`],
  },
  accepted: {
    client: ({ creator, deliverBy }) => [
      `${creator} is at work`,
      `The delivery is agreed for ${deliverBy}. You see it here first.`,
    ],
    creator: ({ deliverBy, client }) => [
      `Deliver by ${deliverBy}`,
      `${client} sees previews, and has 7 days to answer.`,
    ],
    admin: ({ creator, deliverBy }) => [
      `${creator} is at work`,
      `The delivery is agreed for ${deliverBy}.`,
    ],
  },
  delivered: {
    client: ({ number, creator, sent, due, mayChange }) => [
      `Delivery ${number} is ready for you`,
      mayChange
        ? `Sent by ${creator} on ${sent}. Approve by ${due}, or ask for a change.`
        : `Sent by ${creator} on ${sent}. Approve by ${due}. Both changes are used: if it is not what you agreed on, ask Plinth to decide.`,
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
      `${creator} delivers again. The clock of your answer stands still until then.`,
    ],
    creator: ({ client, number }) => [
      `${client} asks for a change`,
      `Delivery ${number} came back with a note. Deliver again when it is done.`,
    ],
    admin: ({ client, creator }) => [`${client} asked for a change`, `${creator} delivers again.`],
  },
  approved: {
    client: ({ balance, due }) => [
      'Approved, the balance is open',
      `Pay ${balance} by ${due} and the originals open. Otherwise the deposit goes to the maker and they stay shut.`,
    ],
    creator: ({ balance, due }) => [
      'Your delivery is approved',
      `The balance of ${balance} is due by ${due}. If it does not come, the deposit is yours and the files stay shut.`,
    ],
    admin: ({ client, balance, due }) => [
      'Approved, the balance is open',
      `${client} pays ${balance} by ${due}.`,
    ],
  },
  completed: {
    client: ({ creator, price }) => [
      'The originals are yours',
      `All ${price} went to ${creator}. Download the files whenever you need them.`,
    ],
    creator: ({ client, price }) => [
      'Finished and paid',
      `${client} has the originals, and all ${price} is yours, less the card’s fee.`,
    ],
    admin: ({ creator, price }) => ['Finished and paid', `All ${price} went to ${creator}.`],
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
      'The request ran out',
      `${creator} did not answer in time. ${gone(refunded, 'to your card')}`,
    ],
    creator: ({ refunded }) => [
      'The request ran out',
      `It was not answered in time. ${gone(refunded, 'to the client')}`,
    ],
    admin: ({ refunded }) => [
      'The request ran out',
      `It was not answered in time. ${gone(refunded, 'to the client')}`,
    ],
  },
  cancelled: {
    client: ({ creator, refunded, released }) => [
      'The project was ended',
      `${refunded} of the deposit goes back to your card, ${released} to ${creator}.`,
    ],
    creator: ({ client, refunded, released }) => [
      'The project was ended',
      `${released} of the deposit is yours, ${refunded} goes back to ${client}.`,
    ],
    admin: ({ client, creator, refunded, released }) => [
      'The project was ended',
      `${refunded} goes back to ${client}, ${released} to ${creator}.`,
    ],
  },
  disputed: {
    client: ({ held }) => [
      'Plinth decides',
      `${held} is held until then. What either of you writes below is read before the ruling.`,
    ],
    creator: ({ held }) => [
      'Plinth decides',
      `${held} is held until then. What either of you writes below is read before the ruling.`,
    ],
    admin: ({ held }) => ['Plinth decides', `${held} is held until the ruling.`],
  },
  resolved: {
    client: ({ creator, refunded, released }) => [
      'It is settled',
      `${refunded} goes back to your card, ${released} to ${creator}.`,
    ],
    creator: ({ client, refunded, released }) => [
      'It is settled',
      `${released} is yours, ${refunded} goes back to ${client}.`,
    ],
    admin: ({ client, creator, refunded, released }) => [
      'It is settled',
      `${refunded} goes back to ${client}, ${released} to ${creator}.`,
    ],
  },
}

function gone(refunded: string, where: string): string {
  return refunded === '$0' ? 'Nothing was charged.' : `All ${refunded} goes back ${where}.`
}

/** A price is agreed, and only the deposit is missing. */
export const depositTexts: Record<Side, Lines> = {
  client: ({ deposit, creator }) => [
    'One step before it begins',
    `Pay the deposit of ${deposit}. Plinth holds it, and ${creator} is told.`,
  ],
  creator: ({ client, deposit }) => [
    `Waiting for ${client}`,
    `The terms stand. The work begins when the deposit of ${deposit} is here.`,
  ],
  admin: ({ client, deposit }) => [`Waiting for ${client}`, `The deposit of ${deposit} is open.`],
}

/** A price waits for an answer: the creator's quote, or the client's counter-offer. */
export const quoteTexts: Record<ProjectRole, Record<Side, Lines>> = {
  creator: {
    client: ({ quote, creator }) => [
      `Quote: ${quote}, yours to accept`,
      `${creator} named this price. Nothing is charged before you accept it and pay the deposit.`,
    ],
    creator: ({ quote, client }) => [
      `Quote of ${quote} sent`,
      `Waiting for ${client}. The work begins when the deposit is here.`,
    ],
    admin: ({ quote, client }) => [
      `Quote of ${quote}`,
      `Waiting for ${client}. Nothing is paid yet.`,
    ],
  },
  client: {
    client: ({ quote, creator }) => [
      `Your offer of ${quote}`,
      `Waiting for ${creator}. Nothing is charged before you pay the deposit.`,
    ],
    creator: ({ quote, client }) => [
      `${client} offers ${quote}, yours to accept`,
      'The work begins when the deposit is here.',
    ],
    admin: ({ quote, creator }) => [
      `Offer of ${quote}`,
      `Waiting for ${creator}. Nothing is paid yet.`,
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
    client: () => `You did not answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
    creator: ({ client }) =>
      `${client} did not answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
    admin: ({ client }) =>
      `${client} did not answer within ${APPROVAL_DAYS} days, so it counts as approved.`,
  },
  taken_back: {
    client: () =>
      `You took the deposit back: nothing was delivered ${LATE_DAYS} days after the agreed date.`,
    creator: ({ client }) =>
      `${client} took the deposit back: nothing was delivered ${LATE_DAYS} days after the agreed date.`,
    admin: ({ client }) =>
      `${client} took the deposit back: nothing was delivered ${LATE_DAYS} days after the agreed date.`,
  },
  cancelled: { ...toAll('You both agreed on it.'), admin: () => 'Both agreed on it.' },
  abandoned: {
    ...toAll(`The balance was not paid within ${REMAINDER_DAYS} days.`),
    client: () => `You did not pay the balance within ${REMAINDER_DAYS} days.`,
  },
  ruled: toAll('An admin ruled; the ruling stands below.'),
  split: toAll(`Nobody ruled within ${RULING_DAYS} days.`),
  chargeback_lost: {
    ...toAll('The card’s bank ruled for the client.'),
    client: () => 'Your bank ruled for you.',
  },
}

/** Where the money of a returned refund is. */
export const returnedTexts: Record<Side, (sum: string, client: string) => string> = {
  client: (sum) => `The bank returned the refund of ${sum}. It stays yours, and is sent again.`,
  creator: (sum, client) => `The bank returned the refund of ${sum}. It stays ${client}’s.`,
  admin: (sum, client) =>
    `The bank returned the refund of ${sum}. It stays ${client}’s until it is sent again.`,
}
