import type { RestorableKind } from '@plinth/contract/moderation/appeals.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import type { Deps } from '../../deps.ts'

/** Something that can be taken down and put back. */
export interface RestorableSubject {
  kind: RestorableKind
  id: string
}

export const TABLES = {
  post: 'posts',
  portfolio: 'portfolio_items',
  board: 'boards',
} as const satisfies Record<RestorableKind, string>

/** The column that says whose it is. */
export const OWNERS = {
  post: 'creator_id',
  portfolio: 'creator_id',
  board: 'owner_id',
} as const satisfies Record<RestorableKind, string>

/** How each kind is taken down. All but comments can also be put back. */
export interface TakedownsByKind {
  post: TakedownActions
  portfolio: TakedownActions
  board: TakedownActions
  comment: Pick<TakedownActions, 'takeDown'>
}

export type ModerationDeps = Deps & { takedowns: TakedownsByKind; removals: CreatorRemovals }
