import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Deps } from '../../deps.ts'

/** How things of each kind are taken down, and of some put back. */
export interface Standings {
  post: TakedownActions
  portfolio: TakedownActions
  comment: Pick<TakedownActions, 'takeDown'>
}

export type Doors = Deps & { standings: Standings }
