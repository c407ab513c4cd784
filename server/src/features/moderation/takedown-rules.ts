import type { Standing } from '../../core/audit/take-down.ts'
import type { Deps } from '../../deps.ts'
import { REPORT_REASONS, type ReportReason } from '@plinth/contract/moderation/moderation.ts'

/** How each kind is taken down. Posts and works can also be put back. */
export interface TakedownActions {
  post: Standing
  portfolio: Standing
  comment: Pick<Standing, 'takeDown'>
}

export type ModerationDeps = Deps & { takedowns: TakedownActions }

/** The moderation reason that the author reads: the reason's label and the admin's note. */
export function moderationReasonOf(reason: ReportReason, note: string): string {
  const label = REPORT_REASONS.find(({ value }) => value === reason)?.label ?? ''
  return reason === 'other' ? note : `${label}: ${note}`
}
