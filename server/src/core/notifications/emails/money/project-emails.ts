import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { pictureFor } from '../picture.ts'
import type { Block, EmailContent } from '../template/email.ts'
import {
  abandoned,
  backFromCreator,
  backToClient,
  cancelled,
  chargeback,
  decided,
  paidOut,
  refunded,
  refundFailed,
} from './ending-emails.ts'
import {
  balanceToClient,
  balanceToCreator,
  deliveryToClient,
  depositToClient,
  depositToCreator,
  dueToClient,
  dueToCreator,
} from './hire-emails.ts'
import { cents, paidWhen, text, type ProjectEmail, type Write } from './message.ts'
import { ALWAYS_SENT, amount, cardName, receiptLink, time } from './words.ts'

interface Both {
  client?: Write
  creator?: Write
}
const both = (write: Write): Both => ({ client: write, creator: write })

/** The events that are emailed at once, and to whom. */
const MESSAGES: Partial<Record<ProjectEventKind, Both>> = {
  deposit_paid: { client: depositToClient, creator: depositToCreator },
  remainder_paid: { client: balanceToClient, creator: balanceToCreator },
  delivered: { client: deliveryToClient },
  auto_approved: { client: dueToClient, creator: dueToCreator },
  declined: {
    client: backToClient(
      ({ otherName, title }) => [
        `${otherName} declined `,
        { title },
        '. Your whole deposit comes back.',
      ],
      (facts) => `${facts.otherName} declined, and ${amount(cents(facts))} comes back to you`,
    ),
  },
  withdrawn: {
    creator: backFromCreator(
      ({ otherName, title }) => [`${otherName} withdrew the request for `, { title }, '.'],
      ({ otherName, title }) => `${otherName} withdrew ${title}`,
    ),
  },
  expired: {
    client: backToClient(
      ({ otherFirst, title }) => [
        `${otherFirst} didn't answer your request for `,
        { title },
        ' in time. Your whole deposit comes back.',
      ],
      (facts) => `No answer to ${facts.title}, and ${amount(cents(facts))} comes back to you`,
    ),
    creator: backFromCreator(
      ({ otherFirst, title }) => [
        `${otherFirst}'s request for `,
        { title },
        ' ended, because it had no answer in time.',
      ],
      ({ otherName, title }) => `${otherName}'s request for ${title} has expired`,
    ),
  },
  taken_back: {
    creator: backFromCreator(
      ({ otherName, title }) => [
        `${otherName} took back the deposit for `,
        { title },
        ', because nothing was delivered two weeks after the agreed date.',
      ],
      ({ otherName, title }) => `${otherName} took back the deposit for ${title}`,
    ),
  },
  cancelled: both(cancelled),
  ruled: both(decided(true)),
  split: both(decided(false)),
  abandoned: both(abandoned),
  chargeback_opened: both(chargeback('opened')),
  chargeback_won: both(chargeback('won')),
  chargeback_lost: both(chargeback('lost')),
  refunded: { client: refunded },
  refund_failed: { client: refundFailed },
  paid_out: { creator: paidOut },
}

/** These go out only where money moves: a request without a deposit ends in the digest. */
const WITH_A_SUM: ReadonlySet<ProjectEventKind> = new Set(['declined', 'withdrawn', 'expired'])

interface ToldEvent {
  kind: ProjectEventKind
  cents: number | null
}

const writerOf = ({ kind, cents: stored }: ToldEvent, role: ProjectRole): Write | undefined =>
  WITH_A_SUM.has(kind) && stored === null ? undefined : MESSAGES[kind]?.[role]

/** Whether one of the two gets an email about this event at once. */
export const isEmailedAtOnce = (event: ToldEvent, role: ProjectRole): boolean =>
  writerOf(event, role) !== undefined

const PICTURE_WIDTH = 960

/** The email about one event in a project; null for an event that the digest tells. */
export function projectEmail(facts: ProjectEmail, publicUrl: string): EmailContent | null {
  const message = writerOf({ kind: facts.event, cents: facts.cents }, facts.role)?.(facts)
  if (message === undefined) return null
  const { subject, preview, title, blocks, next = [], button = 'See the project' } = message
  return {
    subject,
    ...(preview === undefined ? {} : { preview }),
    picture: pictureFor(facts.picture, { publicUrl, width: PICTURE_WIDTH, title: facts.title }),
    title,
    blocks: [
      ...blocks,
      ...(next.length === 0
        ? []
        : [
            { kind: 'heading', words: 'What happens next' } as const,
            ...next.map((one): Block => text(one)),
          ]),
    ],
    button: { label: button, url: `${publicUrl}/projects/${facts.projectId}` },
    footer: [
      receipt(facts),
      `You get this because you ${facts.role === 'client' ? 'hired' : 'work for'} ${facts.otherFirst}. ${ALWAYS_SENT}`,
      ...(facts.event === 'delivered' ? [] : [receiptLink(publicUrl)]),
    ],
  }
}

/** `Receipt no. 0438. Paid on Sunday 22 November 2026, 10:51 UTC, with Visa ending 4242.` */
function receipt(facts: ProjectEmail): string {
  const number = `Receipt no. ${String(facts.number).padStart(4, '0')}`
  if (facts.role === 'client' && ['deposit_paid', 'remainder_paid'].includes(facts.event))
    return `${number}. ${paidWhen(facts)}`
  const project = `Project no. ${String(facts.number).padStart(4, '0')}, ${time(facts.at, facts.timeZone)}.`
  return facts.role === 'client' && facts.intentId !== null && facts.event !== 'delivered'
    ? `${project} Paid with ${cardName(facts.card)}.`
    : project
}
