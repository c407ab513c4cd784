import { UNDO_DAYS } from '@plinth/contract/people/account.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { peopleCards } from '../users/people-card-queries.ts'
import { isLastOwner, lockStaff } from '../users/user-queries.ts'
import { lockContentOf } from '../users/suspension-queries.ts'
import {
  closeInquiriesTo,
  findHeldProjects,
  withdrawNotifications,
  lockAccount,
  markDeleted,
  markRestored,
  type HeldProject,
} from './deletion-queries.ts'

const DAY_MS = 86_400_000

/** Accounts deleted before this time cannot be restored. */
export const undoneSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS)
export const purgedAfter = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + UNDO_DAYS * DAY_MS)

export interface AccountDeletion {
  /**
   * Deletes an account: hidden at once, purged in 30 days. Refuses the last owner and people with money held. If an
   * admin deletes the account, `byAdmin` runs in the same transaction, and the person cannot restore it. Returns when
   * the account will be purged.
   */
  remove: (userId: string, byAdmin?: (trx: Database) => Promise<void>) => Promise<Date>
  /** Restores a deleted account; false if it is too late. */
  restore: (userId: string) => Promise<boolean>
}

/** A project that a deletion has changed. */
export interface AffectedProject {
  id: string
  clientId: string
}

/** What features end when an account is deleted. */
interface AccountEnds {
  endSubscription: (userId: string) => Promise<void>
  /** Closes unpaid requests to a creator, in the transaction that deletes the account. */
  closeRequestsTo: (trx: Database, creatorId: string) => Promise<AffectedProject[]>
}

export function createAccountDeletion(
  { db, reads, live, now }: Pick<Deps, 'db' | 'reads' | 'live' | 'now'>,
  { endSubscription, closeRequestsTo }: AccountEnds,
): AccountDeletion {
  const check = async (trx: Database, userId: string, isByAdmin: boolean) => {
    // Locks staff before the person, in the same order as everything that changes a role.
    const staff = await lockStaff(trx)
    if (!(await lockAccount(trx, userId))) throw notFound()
    if (isLastOwner(staff, userId)) throw lastOwner()
    const held = await findHeldProjects(trx, userId)
    if (held.length > 0) throw moneyHeld(held, isByAdmin)
  }

  return {
    remove: async (userId, byAdmin) => {
      const isByAdmin = byAdmin !== undefined
      await db.transaction().execute((trx) => check(trx, userId, isByAdmin))
      // Before any change, so that nothing has happened if the card provider does not answer.
      await endSubscription(userId)
      const at = now()
      const affected = await db.transaction().execute(async (trx) => {
        const changed = await withdrawNotifications(trx, userId)
        await lockContentOf(trx, userId)
        await check(trx, userId, isByAdmin)
        const projects = await closeRequestsTo(trx, userId)
        await closeInquiriesTo(trx, userId, at)
        await markDeleted(trx, userId, { now: at, byAdmin: isByAdmin })
        await byAdmin?.(trx)
        return { changed, projects }
      })
      peopleCards({ reads }).drop([userId])
      live.sessionsMoved(userId)
      live.accessMoved(userId)
      if (affected.changed.length > 0) live.notificationsMoved(affected.changed)
      for (const { id, clientId } of affected.projects) live.projectMoved(id, [clientId])
      return purgedAfter(at)
    },
    restore: async (userId) => {
      const isRestored = await db.transaction().execute(async (trx) => {
        await lockContentOf(trx, userId)
        return markRestored(trx, userId, undoneSince(now()))
      })
      peopleCards({ reads }).drop([userId])
      return isRestored
    },
  }
}

const lastOwner = () =>
  new AppError(
    'conflict',
    'You’re the only owner. Make somebody else an owner first, then delete this account.',
  )

function moneyHeld(projects: readonly HeldProject[], isByAdmin: boolean): AppError {
  const names = projects.map(({ number, title }) => `“${title}” (project ${number})`)
  const [last = '', ...others] = names.toReversed()
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const them = names.length === 1 ? 'it' : 'them'
  // An admin is not part of the project and can only rule on it when asked.
  const first = isByAdmin
    ? `Client and creator have to end ${them} first, or ask Plinth to rule.`
    : `Finish or end ${them} first, then delete the account.`
  return new AppError('conflict', `Money is held in ${listed}. ${first}`)
}
