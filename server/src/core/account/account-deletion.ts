import { UNDO_DAYS } from '@plinth/contract/people/account.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { holdAdmins } from '../users/user-queries.ts'
import { holdContentOf } from '../users/suspension-queries.ts'
import {
  findHeldProjects,
  forgetDeeds,
  holdAccount,
  markDeleted,
  markRestored,
  type HeldProject,
} from './deletion-queries.ts'

const DAY_MS = 86_400_000

/** An account that was deleted before this is beyond return. */
export const undoneSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS)
export const purgedAfter = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + UNDO_DAYS * DAY_MS)

export interface AccountDeletion {
  /**
   * Deletes somebody's account, whoever asks for it: gone for everybody at once, purged in 30 days. Refuses the last
   * admin, and whoever has money held. `byAdmin` runs in the same transaction where an admin does it: then it is not
   * the person's to take back. Answers when it will be purged.
   */
  remove: (userId: string, byAdmin?: (trx: Database) => Promise<void>) => Promise<Date>
  /** Takes a deletion back; false when it is too late. */
  restore: (userId: string) => Promise<boolean>
}

export function createAccountDeletion(
  { db, live, now }: Pick<Deps, 'db' | 'live' | 'now'>,
  { endSubscription }: { endSubscription: (userId: string) => Promise<void> },
): AccountDeletion {
  const check = async (trx: Database, userId: string, isByAdmin: boolean) => {
    // Admins are held in one order by all who take one away, and before the person.
    const admins = await holdAdmins(trx)
    const account = await holdAccount(trx, userId)
    if (account === undefined) throw notFound()
    if (account.isAdmin && admins.every((id) => id === userId)) throw lastAdmin()
    const held = await findHeldProjects(trx, userId)
    if (held.length > 0) throw moneyHeld(held, isByAdmin)
  }

  return {
    remove: async (userId, byAdmin) => {
      const isByAdmin = byAdmin !== undefined
      await db.transaction().execute((trx) => check(trx, userId, isByAdmin))
      // Before anything is marked: when the card provider does not answer, nothing has happened.
      await endSubscription(userId)
      const at = now()
      const untold = await db.transaction().execute(async (trx) => {
        const moved = await forgetDeeds(trx, userId)
        await holdContentOf(trx, userId)
        await check(trx, userId, isByAdmin)
        await markDeleted(trx, userId, { now: at, byAdmin: isByAdmin })
        await byAdmin?.(trx)
        return moved
      })
      live.sessionsMoved(userId)
      if (untold.length > 0) live.notificationsMoved(untold)
      return purgedAfter(at)
    },
    restore: (userId) =>
      db.transaction().execute(async (trx) => {
        await holdContentOf(trx, userId)
        return markRestored(trx, userId, undoneSince(now()))
      }),
  }
}

const lastAdmin = () =>
  new AppError(
    'conflict',
    'You are the only admin. Make somebody else an admin first, then delete this account.',
  )

function moneyHeld(projects: readonly HeldProject[], isByAdmin: boolean): AppError {
  const names = projects.map(({ number, title }) => `“${title}” (project ${number})`)
  const [last = '', ...others] = names.toReversed()
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const them = names.length === 1 ? 'it' : 'them'
  // An admin is not one of the two of a project: all they can do is rule where they are asked.
  const first = isByAdmin
    ? `The two of each, or a ruling, have to end ${them} first.`
    : `Finish or end ${them} first, then delete the account.`
  return new AppError('conflict', `Money is held in ${listed}. ${first}`)
}
