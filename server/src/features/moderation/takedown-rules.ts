import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Deps } from '../../deps.ts'
import { REPORT_REASONS, type ReportReason } from '@plinth/contract/moderation/moderation.ts'

/** How each kind is taken down. Posts and works can also be put back. */
export interface TakedownsByKind {
  post: TakedownActions
  portfolio: TakedownActions
  comment: Pick<TakedownActions, 'takeDown'>
}

export type ModerationDeps = Deps & { takedowns: TakedownsByKind }

/** The moderation reason that the author reads: the reason's label and the admin's note. */
export function moderationReasonOf(reason: ReportReason, note: string): string {
  const label = REPORT_REASONS.find(({ value }) => value === reason)?.label ?? ''
  return reason === 'other' ? note : `${label}: ${note}`
}
