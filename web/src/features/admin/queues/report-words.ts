import { REPORT_REASONS, type AdminReport } from '@plinth/contract/moderation/moderation.ts'
import { nameOf } from './queue-names.ts'
import { reportTexts as texts } from './queue-texts.ts'

/** What a thing is called that was reported. */
export function titleOf({ kind, title, author, reporter }: AdminReport): string {
  if (kind === 'comment') return texts.comment(nameOf(author))
  if (kind === 'message') return texts.message(nameOf(reporter))
  return kind === 'user' ? nameOf(author) : title
}

export const reasonOf = (reason: AdminReport['reason']): string =>
  REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason

/** Of open reports one row for each thing: that of the newest. */
export const isNewestOf = (
  { kind, subjectId, status }: AdminReport,
  position: number,
  all: readonly AdminReport[],
): boolean =>
  status === 'closed' ||
  all.findIndex((one) => one.kind === kind && one.subjectId === subjectId) === position
