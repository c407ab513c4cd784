import type { Database } from '../../db/pool.ts'
import type { AdminAct } from './audit-queries.ts'

interface TakenDown {
  id: string
  /** What its author reads. */
  reason: string
  /** For a copyright notice. */
  isClaimed?: boolean
}

/**
 * Takes a thing down for an admin, with an entry in the audit log. Runs in a transaction and returns a function to call
 * after the commit; null if the thing was deleted or is down already.
 */
export type TakeDown = (
  trx: Database,
  act: AdminAct,
  taken: TakenDown,
) => Promise<(() => void) | null>

/** Deletes a thing for good, in the same way. */
export type Removal = (trx: Database, act: AdminAct, id: string) => Promise<(() => void) | null>

/** Puts a thing back in the same way; null if it was deleted or is not down. */
type PutBack = (trx: Database, act: AdminAct | null, id: string) => Promise<(() => void) | null>

/** How to hide one kind of thing when it is taken down, and how to show it again. */
export interface TakedownActions {
  /** Locks the thing and what goes down with it, in the order in which everybody locks them. */
  lock: (trx: Database, id: string) => Promise<void>
  takeDown: TakeDown
  putBack: PutBack
}
