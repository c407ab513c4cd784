import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { fullName } from '../../../lib/format/format.ts'
import { restoreTexts, userTexts as texts } from '../admin-texts.ts'

export type UserChange =
  | { isCreator: boolean }
  | { isAdmin: boolean }
  | { suspended: true; reason: string }
  | { suspended: false; note: string }

/** What is asked before something is done about somebody. */
export type UserAsk = 'suspend' | 'restore' | 'delete' | 'fresh' | null

/** A creator without an admin's grant pays for it. */
export const isSubscriber = ({ isCreator, isCreatorGranted, subscriptionStatus }: AdminUser) =>
  isCreator && (!isCreatorGranted || isPaying(subscriptionStatus))

const isPaying = (status: string | null) => status === 'active' || status === 'past_due'

/** The person as they will be. A subscription keeps the creator right that an admin takes back. */
export function foreseen(user: AdminUser, change: UserChange): AdminUser {
  if ('isAdmin' in change) return { ...user, isAdmin: change.isAdmin }
  if (!('isCreator' in change)) return user
  const { isCreator } = change
  return {
    ...user,
    isCreatorGranted: isCreator,
    isCreator: isCreator || isSubscriber(user),
  }
}

/** What takes it back; null where that would need words. */
export function undoOf(change: UserChange): UserChange | null {
  if ('isAdmin' in change) return { isAdmin: !change.isAdmin }
  if ('isCreator' in change) return { isCreator: !change.isCreator }
  return change.suspended ? { suspended: false, note: restoreTexts.undone } : null
}

/** What was done, of the person as they are now. */
export function saidOf(after: AdminUser, change: UserChange): string {
  const name = fullName(after)
  if ('isAdmin' in change) return change.isAdmin ? texts.isAdmin(name) : texts.noAdmin(name)
  if ('suspended' in change) {
    return change.suspended ? texts.isSuspended(name) : texts.isRestored(name)
  }
  if (change.isCreator) return texts.isCreator(name)
  return after.isCreator ? texts.grantGone(name) : texts.noCreator(name)
}
