import { OPEN_STATUSES, type ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Project, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'
import { dayAhead, dayWords } from '../../../lib/format/days.ts'
import { quoteOf, texts as projectTexts } from '../project-texts.ts'
import {
  depositTexts,
  stateTexts,
  quoteTexts,
  type Side,
  returnedTexts,
  whyTexts,
} from './room-state-texts.ts'
import { texts, stepNames } from './room-texts.ts'

/** The status of a project for its viewer, as a title and a sentence. */
export function summarize(project: Project): readonly [title: string, line: string] {
  const { status, role, money, client, creator, deliveries, dueAt, deliverBy } = project
  const last = deliveries[0]
  const quote = quoteOf(project)
  const open = quote === null ? stateTexts[status] : quoteTexts[quote.by]
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

/** The events that explain a status. */
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

/** Says who is suspended and cannot answer. */
const awayOf = ({ status, suspended, role, ...people }: Project): string =>
  OPEN_STATUSES.includes(status)
    ? suspended
        .filter((side) => side !== role)
        .map((side) => texts.suspended(people[side].firstName))
        .join(' ')
    : ''

/** Whether only the deposit is missing and can be paid; terms may have expired since. */
function isDepositOpen({ status, role, price: agreed, deliverBy, offers, actions }: Project) {
  if (status !== 'requested' || agreed === null) return false
  if (role === 'client') return actions.includes('payDeposit')
  const isOld = deliverBy !== null && deliverBy < dayAhead(0)
  return !isOld && !offers.some(({ kind, state }) => kind === 'terms' && state === 'open')
}

/** The main decision, which moves money or leads to it. */
export interface Decision {
  action: 'payDeposit' | 'complete' | 'accept'
  words: string
  /** The label on narrow screens. */
  short: string
}

/** The viewer's main decision, if the server allows it. The label contains the server's sum. */
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

interface RoomStep {
  name: string
  /** Null if it was not reached. */
  at: string | null
  /** `ended`: the project ended here. `off`: it will never be reached. */
  state: 'done' | 'now' | 'ahead' | 'ended' | 'off'
}

const ENDS: ReadonlySet<ProjectStatus> = new Set([
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'resolved',
])

/** The current step of each status. */
const STEP_OF_STATUS: Partial<Record<ProjectStatus, number>> = {
  requested: 0,
  deposit_paid: 1,
  accepted: 2,
  revision_requested: 2,
  delivered: 3,
  approved: 4,
  completed: 5,
}

/** The six steps of a project. */
export function stepsOf(
  project: Pick<Project, 'status' | 'steps' | 'role' | 'events' | 'dispute'>,
): RoomStep[] {
  const { status, steps } = project
  const days = [
    steps.requestedAt,
    steps.depositPaidAt,
    steps.acceptedAt,
    steps.deliveredAt,
    steps.approvedAt,
    reviewedAt(project),
  ]
  const reached = days.findLastIndex((day) => day !== null)
  const isEnded = ENDS.has(status)
  const present = isEnded ? Math.min(reached + 1, 5) : (STEP_OF_STATUS[status] ?? reached)
  return stepNames.map((name, index) => {
    const at = days[index] ?? null
    if (index < present) return { name, at, state: 'done' }
    if (index > present) return { name, at: null, state: isEnded ? 'off' : 'ahead' }
    if (isEnded) return { name: projectTexts.states[status], at: steps.closedAt, state: 'ended' }
    if (status === 'disputed') {
      return {
        name: projectTexts.states.disputed,
        at: project.dispute?.openedAt ?? at,
        state: 'now',
      }
    }
    // Nothing is left to do once the last step has a date.
    return { name, at, state: index === 5 && at !== null ? 'done' : 'now' }
  })
}

/** When the viewer wrote their review; for an admin, when both had. */
function reviewedAt({ role, events }: Pick<Project, 'role' | 'events'>): string | null {
  const reviews = events.filter(({ kind }) => kind === 'reviewed')
  if (role === null) return reviews.length < 2 ? null : (reviews[0]?.at ?? null)
  return reviews.find(({ by }) => by === role)?.at ?? null
}
