import { APPROVAL_DAYS, LATE_DAYS, REMAINDER_DAYS, RULING_DAYS } from '@plinth/contract/limits.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import type { NowWords, Side } from './room-now-texts.ts'

type Why = Record<Side, (said: Pick<NowWords, 'client' | 'creator'>) => string>
const toAll = (words: string): Why => ({
  client: () => words,
  creator: () => words,
  admin: () => words,
})

/** Why a room stands where it does, where its state alone does not say so: by what happened to it. */
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

/** While the bank has returned a refund: where that money is. */
export const returnedTexts: Record<Side, (sum: string, client: string) => string> = {
  client: (sum) => `The bank returned the refund of ${sum}. It stays yours, and is sent again.`,
  creator: (sum, client) => `The bank returned the refund of ${sum}. It stays ${client}’s.`,
  admin: (sum, client) =>
    `The bank returned the refund of ${sum}. It stays ${client}’s until it is sent again.`,
}
