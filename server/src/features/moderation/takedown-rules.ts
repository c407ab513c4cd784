import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import type { Deps } from '../../deps.ts'

/** How each kind is taken down. Posts and works can also be put back. */
export interface TakedownsByKind {
  post: TakedownActions
  portfolio: TakedownActions
  comment: Pick<TakedownActions, 'takeDown'>
}

export type ModerationDeps = Deps & { takedowns: TakedownsByKind; removals: CreatorRemovals }
