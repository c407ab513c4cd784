import { OPEN_STATUSES, type ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Project, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'
import { dayAhead, dayWords } from '../../../lib/format/days.ts'
import { quoteOf } from '../project-words.ts'
import { depositTexts, nowTexts, quoteTexts, type Side } from './room-now-texts.ts'
import { texts } from './room-texts.ts'
import { returnedTexts, whyTexts } from './room-why-texts.ts'

/** Where things stand, in a title and a sentence to whoever looks. */
export function nowOf(project: Project): readonly [title: string, line: string] {
  const { status, role, money, client, creator, deliveries, dueAt, deliverBy } = project
  const last = deliveries[0]
  const quote = quoteOf(project)
  const open = quote === null ? nowTexts[status] : quoteTexts[quote.by]
  const lines = isDepositOpen(project) ? depositTexts : open
  const side = role ?? 'admin'
  const [title, line] = lines[side]({
    mayChange: project.revisionsLeft > 0,
    client: client.firstName,
    creator: creator.firstName,
    deposit: price(money.deposit ?? 0),
    balance: price(money.remainder ?? 0),
    price: price(money.price ?? 0),
    quote: price(quote?.price ?? 0),
    held: price(money.held),
    refunded: price(money.refunded),
    released: price(money.released),
    due: dueAt === null ? 'the day agreed on' : dayOf(dueAt),
    deliverBy: deliverBy === null ? 'the day agreed on' : dayWords(deliverBy),
    number: last?.number ?? 1,
    sent: last === undefined ? '' : dayOf(last.createdAt),
  })
  const sentences = [whyOf(project, side), line, returnedOf(project, side), awayOf(project)]
  return [title, sentences.filter(Boolean).join(' ')]
}

/** Of what happened, what brought it to where it stands. */
const DECIDED_BY: Partial<Record<ProjectStatus, readonly ProjectEventKind[]>> = {
  approved: ['auto_approved'],
  cancelled: ['taken_back', 'cancelled'],
  resolved: ['abandoned', 'ruled', 'split', 'chargeback_lost'],
}

function whyOf({ status, events, client, creator }: Project, side: Side): string {
  const event = events.find(({ kind }) => DECIDED_BY[status]?.includes(kind))
  const why = event && whyTexts[event.kind]
  return why?.[side]({ client: client.firstName, creator: creator.firstName }) ?? ''
}

function returnedOf({ money, client }: Project, side: Side): string {
  const returned = money.payments.find(({ refund }) => refund?.state === 'failed')?.refund
  return returned ? returnedTexts[side](price(returned.amount), client.firstName) : ''
}

/** Of whom no answer can come. */
const awayOf = ({ status, suspended, role, ...people }: Project): string =>
  OPEN_STATUSES.includes(status)
    ? suspended
        .filter((side) => side !== role)
        .map((side) => texts.suspended(people[side].firstName))
        .join(' ')
    : ''

/** All that is missing is the deposit, and it can be paid: the terms may have grown old since. */
function isDepositOpen({ status, role, price: agreed, deliverBy, offers, actions }: Project) {
  if (status !== 'requested' || agreed === null) return false
  if (role === 'client') return actions.includes('payDeposit')
  const isOld = deliverBy !== null && deliverBy < dayAhead(0)
  return !isOld && !offers.some(({ kind, state }) => kind === 'terms' && state === 'open')
}

/** The one decision that moves money, or leads to it. */
export interface Decision {
  action: 'payDeposit' | 'complete' | 'accept'
  words: string
  /** Where there is little room. */
  short: string
}

/** What the viewer is asked for, if the server lets them: its button names the server's sum. */
export function decisionOf({ actions, status, money }: Project): Decision | null {
  const { actions: words } = texts
  if (actions.includes('complete') && money.remainder !== null) {
    const sum = price(money.remainder)
    return status === 'approved'
      ? { action: 'complete', words: words.payRest(sum), short: words.payRestShort(sum) }
      : { action: 'complete', words: words.approve(sum), short: words.approveShort(sum) }
  }
  if (actions.includes('payDeposit') && money.deposit !== null) {
    const sum = price(money.deposit)
    return { action: 'payDeposit', words: words.payDeposit(sum), short: words.payDepositShort(sum) }
  }
  if (actions.includes('accept')) {
    return { action: 'accept', words: words.accept, short: words.accept }
  }
  return null
}
