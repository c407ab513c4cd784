import type { Standing } from '../../core/audit/take-down.ts'
import type { Deps } from '../../deps.ts'
import { REPORT_REASONS, type ReportReason } from '@plinth/contract/moderation/moderation.ts'

/** How things of each kind are taken down, and of some put back. */
export interface TakedownActions {
  post: Standing
  portfolio: Standing
  comment: Pick<Standing, 'takeDown'>
}

export type ModerationDeps = Deps & { takedowns: TakedownActions }

/** What the author reads: why it was taken down, and what the admin says. */
export function moderationReasonOf(reason: ReportReason, note: string): string {
  const label = REPORT_REASONS.find(({ value }) => value === reason)?.label ?? ''
  return reason === 'other' ? note : `${label}: ${note}`
}
