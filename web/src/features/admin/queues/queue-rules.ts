import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import type { ReactNode } from 'react'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { queueTexts, reportTexts } from './queue-texts.ts'
import { REPORT_REASONS, type AdminReport } from '@plinth/contract/moderation/moderation.ts'

/** What every queue of Quick Actions is given: where it is, and the way to elsewhere. */
export interface QueueProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** One of a queue in its list. */
export interface QueueRowProps<T> {
  one: T
  isOpen: boolean
}

/** One of a queue as it is decided. */
export interface QueuePaneProps<T> {
  one: T
  viewerId: string
  onDone: () => void
}

/** What, and how it is. */
export type QueueFact = readonly [what: string, is: ReactNode]

/** Those of which something is known. */
export const knownFacts = (facts: readonly QueueFact[]): QueueFact[] =>
  facts.filter(([, is]) => is !== null && is !== '')

export const nameOf = (person: Creator | null): string =>
  person === null ? queueTexts.deleted : fullName(person)

/** Opens a letter to an address that somebody else typed: nothing of it becomes a header. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** What a thing is called that was reported. */
export function reportTitle({ kind, title, author, reporter }: AdminReport): string {
  if (kind === 'comment') return reportTexts.comment(nameOf(author))
  if (kind === 'message') return reportTexts.message(nameOf(reporter))
  return kind === 'user' ? nameOf(author) : title
}

export const reasonLabel = (reason: AdminReport['reason']): string =>
  REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason

/** Of open reports one row for each thing: that of the newest. */
export const isNewestReport = (
  { kind, subjectId, status }: AdminReport,
  position: number,
  all: readonly AdminReport[],
): boolean =>
  status === 'closed' ||
  all.findIndex((one) => one.kind === kind && one.subjectId === subjectId) === position
