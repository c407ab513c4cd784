import type { Database } from '../../db/pool.ts'
import type { AdminAct } from './audit-queries.ts'

interface Taken {
  id: string
  /** What its author reads. */
  reason: string
}

/**
 * How an admin takes a thing of some kind down: in a transaction, with its row in the audit log. Answers what is to be
 * called after the commit; null when there is no such thing any more, or it is down already.
 */
export type TakeDown = (trx: Database, act: AdminAct, taken: Taken) => Promise<(() => void) | null>

/** How an admin deletes a thing for good, in the same way. */
export type Removal = (trx: Database, act: AdminAct, id: string) => Promise<(() => void) | null>

/** Puts it back where it hung, in a transaction; null when it is gone for good, or was never down. */
type PutBack = (trx: Database, act: AdminAct | null, id: string) => Promise<(() => void) | null>

/** A kind of thing that is hidden when it is taken down, and can be put back. */
export interface Standing {
  takeDown: TakeDown
  putBack: PutBack
}
