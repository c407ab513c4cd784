import type { ProjectBox } from '@plinth/contract/projects/project-calls.ts'
import type { ProjectStatus, ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { fullName, price as sumOf } from '../../lib/format/format.ts'
import { dayWords } from '../../lib/format/days.ts'

/** Texts of the project list, and those that it shares with the room. */
export const texts = {
  title: 'Projects',
  boxes: 'Which projects',
  loading: 'Loading projects',
  failed: 'We couldn’t load your projects',
  failedLine: 'Your projects are safe. Try again in a moment.',
  moreFailed: 'We couldn’t load more projects.',
  browse: 'Browse works',
  empty: {
    open: ['No open projects', 'Projects you hire for or get hired for appear here.'],
    hiring: ['You haven’t hired anyone yet', 'Find work you like and hire its creator.'],
    making: [
      'Nobody has hired you yet',
      'Set a starting price on a work so people can hire you directly.',
    ],
    closed: ['No closed projects yet', 'Projects that are finished or cancelled appear here.'],
  } satisfies Record<ProjectBox, [string, string]>,
  priceOpen: 'No price yet',
  /** The names of the statuses. */
  states: {
    requested: 'Agreeing on terms',
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
  hires: (name: string) => `You hired ${name}`,
  hiredBy: (name: string) => `${name} hired you`,
  between: (client: string, creator: string) => `${client} hired ${creator}`,
  /** Before both have agreed. */
  asked: (name: string) => `Your request to ${name}`,
  askedBy: (name: string) => `Request from ${name}`,
  askedBetween: (client: string, creator: string) => `Request from ${client} to ${creator}`,
  you: 'you',
  /** A price that waits for an answer: the creator's quote, or the client's counter-offer. */
  quote: {
    creator: {
      yours: (sum: string, name: string) => `${name} quoted ${sum}`,
      sent: (sum: string, other: string) => `You quoted ${sum}, waiting for ${other}`,
      seen: (sum: string, other: string) => `Quote of ${sum}, waiting for ${other}`,
    },
    client: {
      yours: (sum: string, name: string) => `${name} offered ${sum}`,
      sent: (sum: string, other: string) => `You offered ${sum}, waiting for ${other}`,
      seen: (sum: string, other: string) => `Offer of ${sum}, waiting for ${other}`,
    },
  },
  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  /** What the person whose turn it is does next. */
  next: {
    terms: 'agree on the terms',
    quote: 'accept or offer other terms',
    payDeposit: 'pay the deposit',
    answer: 'accept or decline',
    deliver: 'deliver the work',
    approve: 'approve or ask for a change',
    deliverAgain: 'make the change and deliver again',
    payRest: 'pay the balance',
    offer: (name: string) => `answer ${name}’s offer`,
    ruling: 'Plinth will decide',
    side: 'add your side',
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

/** The fields that a row and a room have in common. */
type ProjectSummary = Omit<ProjectCard, 'held'>

/** The other person; for an admin, the creator. */
export const otherOf = ({
  role,
  client,
  creator,
}: Pick<ProjectSummary, 'role' | 'client' | 'creator'>) => (role === 'creator' ? client : creator)

/** Statuses of projects that the two never agreed on. */
const NOT_AGREED: ReadonlySet<ProjectStatus> = new Set([
  'requested',
  'deposit_paid',
  'declined',
  'withdrawn',
  'expired',
])

export const isAgreed = ({ status }: Pick<ProjectSummary, 'status'>): boolean =>
  !NOT_AGREED.has(status)

export function partiesText(project: ProjectSummary): string {
  const { role, client, creator } = project
  const agreed = isAgreed(project)
  if (role === 'client') return (agreed ? texts.hires : texts.asked)(fullName(creator))
  if (role === 'creator') return (agreed ? texts.hiredBy : texts.askedBy)(fullName(client))
  return (agreed ? texts.between : texts.askedBetween)(fullName(client), fullName(creator))
}

/** One of the two as the viewer reads it: `you`, or their first name. */
export const nameOf = (
  project: Pick<ProjectSummary, 'role' | 'client' | 'creator'>,
  side: ProjectRole,
): string => (project.role === side ? texts.you : project[side].firstName)

/** The proposed price while none is agreed on; null if there is none. */
export const quoteOf = ({
  status,
  price,
  proposed,
}: Pick<ProjectSummary, 'status' | 'price' | 'proposed'>) =>
  status === 'requested' && price === null ? proposed : null

/** `Quote: $840, yours to accept`; null if nothing is proposed. */
function quoteText(project: ProjectSummary): string | null {
  const quote = quoteOf(project)
  if (quote === null) return null
  const { role, client, creator } = project
  const sum = sumOf(quote.price)
  const words = texts.quote[quote.by]
  const [from, to] = quote.by === 'client' ? [client, creator] : [creator, client]
  if (role === null) return words.seen(sum, to.firstName)
  return role === quote.by ? words.sent(sum, to.firstName) : words.yours(sum, from.firstName)
}

export function stateText(project: ProjectSummary): string {
  const { status, price } = project
  if (status === 'requested' && price !== null) return texts.awaitsDeposit
  return quoteText(project) ?? texts.states[status]
}

type Step = readonly [by: ProjectRole, what: string]
const STEPS: Partial<Record<ProjectStatus, Step>> = {
  deposit_paid: ['creator', texts.next.answer],
  accepted: ['creator', texts.next.deliver],
  revision_requested: ['creator', texts.next.deliverAgain],
  delivered: ['client', texts.next.approve],
  approved: ['client', texts.next.payRest],
}

/** Whose turn it is by the status alone; an open offer takes precedence. */
function stepOf(project: ProjectSummary): Step | null {
  const { status, price, role, needsViewer } = project
  if (status === 'requested') {
    if (price !== null) return ['client', texts.next.payDeposit]
    const other = role === 'client' ? 'creator' : 'client'
    const what = quoteOf(project) === null ? texts.next.terms : texts.next.quote
    return [needsViewer && role !== null ? role : other, what]
  }
  return STEPS[status] ?? null
}

export interface Next {
  isYours: boolean
  /** `Your turn`, `Ben’s turn`; null if it is nobody's turn. */
  turn: string | null
  what: string
}

/** What happens next and who does it; null if nothing does. */
export function nextOf(project: ProjectSummary): Next | null {
  const { role, status, needsViewer } = project
  if (status === 'disputed') {
    return needsViewer && role !== null
      ? { isYours: true, turn: texts.yourTurn, what: texts.next.side }
      : { isYours: needsViewer, turn: null, what: texts.next.ruling }
  }
  const step = stepOf(project)
  if (step === null) return null
  const [by, what] = step
  if (by === role) return { isYours: true, turn: texts.yourTurn, what }
  if (needsViewer) {
    const answer = texts.next.offer(otherOf(project).firstName)
    return { isYours: true, turn: texts.yourTurn, what: answer }
  }
  return { isYours: false, turn: texts.turnOf(project[by].firstName), what }
}

const BY_DELIVERY: ReadonlySet<ProjectStatus> = new Set(['accepted', 'revision_requested'])

/** The deadline, and what happens then. */
export function dueText({ status, dueAt, deliverBy }: ProjectSummary, now?: number): string | null {
  if (!(status in texts.due)) return null
  const textOf = texts.due[status as keyof typeof texts.due]
  if (BY_DELIVERY.has(status)) return deliverBy === null ? null : textOf(dayWords(deliverBy, now))
  return dueAt === null ? null : textOf(dayOf(dueAt, now))
}
