import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import type { ReactNode } from 'react'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { queueTexts, reportTexts } from './queue-texts.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { Origin } from '@plinth/contract/portfolios/portfolios.ts'
import { REPORT_REASONS, type AdminReport } from '@plinth/contract/moderation/moderation.ts'

/** Props of every queue in Quick Actions. */
export interface QueueProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** Props of an item's row. */
export interface QueueRowProps<T> {
  one: T
  isOpen: boolean
}

/** Props of an item's pane, where it is decided. */
export interface QueuePaneProps<T> {
  one: T
  viewerId: string
  onDone: () => void
}

/** Label and value. */
export type QueueFact = readonly [what: string, is: ReactNode]

/** The facts that have a value. */
export const knownFacts = (facts: readonly QueueFact[]): QueueFact[] =>
  facts.filter(([, is]) => is !== null && is !== '')

export const nameOf = (person: Creator | null): string =>
  person === null ? queueTexts.deleted : fullName(person)

/** A mailto link. The address was typed by somebody else, so it is encoded to keep headers out. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** The title of a reported thing. */
export function reportTitle({ kind, title, author, reporter }: AdminReport): string {
  if (kind === 'comment') return reportTexts.comment(nameOf(author))
  if (kind === 'message') return reportTexts.message(nameOf(reporter))
  return kind === 'user' ? nameOf(author) : title
}

/** What a work said about how it was made when it was reported. */
export function originLine(origin: Origin | null): string {
  if (origin === null) return reportTexts.originUnsaid
  const label = ORIGINS.find(({ value }) => value === origin.kind)?.label ?? origin.kind
  return reportTexts.origin(origin.parts === null ? label : `${label}: ${origin.parts}`)
}

export const reasonLabel = (reason: AdminReport['reason']): string =>
  REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason

/** Open reports of the same thing share one row, that of the newest report. */
export const isNewestReport = (
  { kind, subjectId, status }: AdminReport,
  position: number,
  all: readonly AdminReport[],
): boolean =>
  status === 'closed' ||
  all.findIndex((one) => one.kind === kind && one.subjectId === subjectId) === position
