import type { Database } from '../../db/pool.ts'

/**
 * Taking the creator rights of a subscriber away: their subscription ends at once, the days they did not use are
 * refunded, and they cannot subscribe again until the rights are given back.
 */
export interface CreatorRemovals {
  /** Reads a person's subscription from the card provider before anything changes, so that the refund is right. */
  prepare: (userId: string) => Promise<void>
  /** Locks a person's subscription. Call it before locking the person, as everything about subscriptions does. */
  hold: (trx: Database, userId: string) => Promise<void>
  /** Takes the rights of a locked subscriber and tells them. Returns what to call after the commit. */
  remove: (trx: Database, removal: { userId: string; reason: string }) => Promise<() => void>
  /** Lets somebody be a creator again, who gets what an admin once granted them back. False if nothing was taken. */
  giveBack: (trx: Database, given: { userId: string; answer: string | null }) => Promise<boolean>
  /** Emails somebody that it stays as it is, with the answer to their appeal. */
  keep: (trx: Database, kept: { userId: string; answer: string }) => Promise<void>
}
