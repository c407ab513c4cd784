import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { fullName, price as sumOf } from '../../lib/format/format.ts'
import { dayWords } from '../../lib/format/days.ts'
import { texts } from './projects-texts.ts'

/** What a row and a room both have. */
export type Told = Omit<ProjectCard, 'held'>

/** The other one of the two; to an admin, whoever was hired. */
export const otherOf = ({ role, client, creator }: Pick<Told, 'role' | 'client' | 'creator'>) =>
  role === 'creator' ? client : creator

export function partiesWords({ role, client, creator }: Told): string {
  if (role === 'client') return texts.hires(fullName(creator))
  if (role === 'creator') return texts.hiredBy(fullName(client))
  return texts.between(fullName(client), fullName(creator))
}

/** One of the two to whoever looks: `you`, or their first name. */
export const nameOf = (
  project: Pick<Told, 'role' | 'client' | 'creator'>,
  side: ProjectRole,
): string => (project.role === side ? texts.you : project[side].firstName)

/** What is proposed while nothing is agreed on; null where nothing is. */
export const quoteOf = ({ status, price, proposed }: Pick<Told, 'status' | 'price' | 'proposed'>) =>
  status === 'requested' && price === null ? proposed : null

/** `Quote: $840, yours to accept`; null where nothing is proposed. */
export function quoteWords(told: Told): string | null {
  const quote = quoteOf(told)
  if (quote === null) return null
  const { role, client, creator } = told
  const sum = sumOf(quote.price)
  const words = texts.quote[quote.by]
  const [from, to] = quote.by === 'client' ? [client, creator] : [creator, client]
  if (role === null) return words.seen(sum, to.firstName)
  return role === quote.by ? words.sent(sum, to.firstName) : words.yours(sum, from.firstName)
}

export function stateWords(told: Told): string {
  const { status, price } = told
  if (status === 'requested' && price !== null) return texts.awaitsDeposit
  return quoteWords(told) ?? texts.states[status]
}

type Step = readonly [by: ProjectRole, what: string]
const STEPS: Partial<Record<ProjectStatus, Step>> = {
  deposit_paid: ['creator', texts.next.answer],
  accepted: ['creator', texts.next.deliver],
  revision_requested: ['creator', texts.next.deliverAgain],
  delivered: ['client', texts.next.approve],
  approved: ['client', texts.next.payRest],
}

/** Whose turn it is in the way of things; an offer that waits for an answer comes before it. */
function stepOf(told: Told): Step | null {
  const { status, price, role, needsViewer } = told
  if (status === 'requested') {
    if (price !== null) return ['client', texts.next.payDeposit]
    const other = role === 'client' ? 'creator' : 'client'
    const what = quoteOf(told) === null ? texts.next.terms : texts.next.quote
    return [needsViewer && role !== null ? role : other, what]
  }
  return STEPS[status] ?? null
}

export interface Next {
  isYours: boolean
  /** `Your turn`, `Ben’s turn`; null where it is nobody's. */
  turn: string | null
  what: string
}

/** What happens next and who does it; null when nothing does. */
export function nextOf(told: Told): Next | null {
  const { role, status, needsViewer } = told
  if (status === 'disputed') {
    return needsViewer && role !== null
      ? { isYours: true, turn: texts.yourTurn, what: texts.next.side }
      : { isYours: needsViewer, turn: null, what: texts.next.ruling }
  }
  const step = stepOf(told)
  if (step === null) return null
  const [by, what] = step
  if (by === role) return { isYours: true, turn: texts.yourTurn, what }
  if (needsViewer) {
    const answer = texts.next.offer(otherOf(told).firstName)
    return { isYours: true, turn: texts.yourTurn, what: answer }
  }
  return { isYours: false, turn: texts.turnOf(told[by].firstName), what }
}

const BY_DELIVERY: ReadonlySet<ProjectStatus> = new Set(['accepted', 'revision_requested'])

/** Until when, and what a day means where silence decides. */
export function dueWords({ status, dueAt, deliverBy }: Told, now?: number): string | null {
  if (!(status in texts.due)) return null
  const say = texts.due[status as keyof typeof texts.due]
  if (BY_DELIVERY.has(status)) return deliverBy === null ? null : say(dayWords(deliverBy, now))
  return dueAt === null ? null : say(dayOf(dueAt, now))
}
