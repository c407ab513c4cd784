import {
  ANSWER_DAYS,
  APPROVAL_DAYS,
  LATE_DAYS,
  MAX_DELIVERY_DAYS,
  MIN_HIRE_CENTS,
  REMAINDER_DAYS,
  RULING_DAYS,
} from '@plinth/contract/limits.ts'
import { price } from '@plinth/contract/numbers.ts'
import {
  PROJECT_TRANSITIONS,
  type ProjectRole,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import type { Milestone, OfferKind } from '@plinth/contract/projects/projects.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { AppError, invalidField } from '../../http/errors.ts'

const DAY_MS = 86_400_000
export const daysAfter = (time: Date, days: number): Date =>
  new Date(time.getTime() + days * DAY_MS)

/** The deadline of a project that enters this status now; null where it waits without one. */
export function dueAfter(status: ProjectStatus, now: Date): Date | null {
  const days: Partial<Record<ProjectStatus, number>> = {
    requested: ANSWER_DAYS,
    deposit_paid: ANSWER_DAYS,
    delivered: APPROVAL_DAYS,
    approved: REMAINDER_DAYS,
    disputed: RULING_DAYS,
  }
  const wait = days[status]
  return wait === undefined ? null : daysAfter(now, wait)
}

/** From this time the client may take back the deposit if nothing was delivered. */
export const takeBackAt = (deliverBy: string): Date =>
  daysAfter(new Date(`${deliverBy}T00:00:00Z`), LATE_DAYS)

/** Statuses in which the work is being made, changed or reviewed. */
export const UNDER_WAY: ReadonlySet<ProjectStatus> = new Set(PROJECT_TRANSITIONS.dispute.from)

/** The statuses in which an offer of a kind can be made and accepted; in any other it is closed. */
export const OFFERED_IN: Readonly<Record<OfferKind, readonly ProjectStatus[]>> = {
  terms: ['requested'],
  date: ['accepted', 'revision_requested'],
  cancel: PROJECT_TRANSITIONS.cancel.from,
  change: ['accepted', 'delivered', 'revision_requested'],
}

const STANDS: Readonly<Record<ProjectStatus, string>> = {
  requested: 'is waiting for its deposit',
  deposit_paid: 'is waiting for the creator’s answer',
  accepted: 'is in progress',
  delivered: 'is waiting for the client’s answer to the delivery',
  revision_requested: 'is waiting for the change that the client asked for',
  approved: 'is approved and waiting for the balance',
  completed: 'is completed',
  declined: 'was declined',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
  cancelled: 'was cancelled',
  disputed: 'is in dispute',
  resolved: 'was settled',
}
export const wrongState = (status: ProjectStatus): AppError =>
  new AppError('conflict', `You can’t do this now. The project ${STANDS[status]}.`)

export const notTheirs = (by: ProjectRole): AppError =>
  new AppError('auth.forbidden', `Only the ${by} of this project can do this.`)

/** Converts dollars to cents. Throws a 400 error for fractions of a cent. */
export function centsOf(dollars: number, field: string): number {
  const cents = dollarsToCents(dollars)
  if (cents === null) throw invalidField(field, 'Enter an amount in dollars and cents.')
  return cents
}

/** A valid price of a project in cents, or throws. */
export function priceOf(dollars: number): number {
  const cents = centsOf(dollars, 'price')
  if (cents < MIN_HIRE_CENTS) throw invalidField('price', 'A project costs at least $1.')
  return cents
}

/** Checks a day that a delivery is promised for. The schema's format accepts the 31st of February. */
export function dayOf(day: string, now: Date, field = 'deliverBy'): string {
  const time = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day)
    throw invalidField(field, 'Enter a valid date.')
  if (day < today(now)) throw invalidField(field, 'This date has passed.')
  if (day > today(daysAfter(now, MAX_DELIVERY_DAYS)))
    throw invalidField(field, 'Choose a date within a year.')
  return day
}
/** Today's date in UTC. */
export const today = (now: Date): string => now.toISOString().slice(0, 10)

/** Checks milestones: none may be after the final delivery. */
export function milestonesOf(
  milestones: readonly Milestone[],
  deliverBy: string,
  now: Date,
): Milestone[] {
  return milestones.map(({ title, due }, at) => {
    const field = `milestones.${at}.due`
    if (due !== null && dayOf(due, now, field) > deliverBy)
      throw invalidField(field, 'Choose a date before the final delivery.')
    return { title: title.trim(), due }
  })
}

/** Formats a sum in cents for people: `$1,200`. */
export const dollars = (cents: number): string => price(cents / 100)
