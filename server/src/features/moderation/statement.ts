import { REPORT_REASONS, type ReportReason } from '@plinth/contract/moderation/moderation.ts'

/** What the author reads: why it was taken down, and what the admin says. */
export function statementOf(reason: ReportReason, note: string): string {
  const label = REPORT_REASONS.find(({ value }) => value === reason)?.label ?? ''
  return reason === 'other' ? note : `${label}: ${note}`
}
