import { useQueryClient } from '@tanstack/react-query'
import { changeUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { patchUser, refreshAdmin, needsFreshSignIn } from '../admin-api.ts'
import { userTexts as texts, restoreTexts } from '../admin-texts.ts'
import { fullName } from '../../../lib/format/format.ts'
import { showCallError } from '../../session/unauthorized.ts'

export type UserChange =
  | { isCreator: boolean }
  | { isAdmin: boolean }
  | { suspended: true; reason: string }
  | { suspended: false; note: string }

/** The dialog that is open for a user. */
export type UserAsk = 'suspend' | 'restore' | 'delete' | 'fresh' | null

/** Whether the creator right comes from a subscription. */
export const isSubscriber = ({ isCreator, isCreatorGranted, subscriptionStatus }: AdminUser) =>
  isCreator && (!isCreatorGranted || isPaying(subscriptionStatus))

const isPaying = (status: string | null) => status === 'active' || status === 'past_due'

/** The user after the change. A subscriber stays a creator even when an admin removes the right. */
function foreseen(user: AdminUser, change: UserChange): AdminUser {
  if ('isAdmin' in change) return { ...user, isAdmin: change.isAdmin }
  if (!('isCreator' in change)) return user
  const { isCreator } = change
  return {
    ...user,
    isCreatorGranted: isCreator,
    isCreator: isCreator || isSubscriber(user),
  }
}

/** The opposite change; null when it would need a reason. */
function undoOf(change: UserChange): UserChange | null {
  if ('isAdmin' in change) return { isAdmin: !change.isAdmin }
  if ('isCreator' in change) return { isCreator: !change.isCreator }
  return change.suspended ? { suspended: false, note: restoreTexts.undone } : null
}

/** The toast text for a change. */
function changeMessage(after: AdminUser, change: UserChange): string {
  const name = fullName(after)
  if ('isAdmin' in change) return change.isAdmin ? texts.isAdmin(name) : texts.noAdmin(name)
  if ('suspended' in change) {
    return change.suspended ? texts.isSuspended(name) : texts.isRestored(name)
  }
  if (change.isCreator) return texts.isCreator(name)
  return after.isCreator ? texts.grantGone(name) : texts.noCreator(name)
}

/** Changes a user optimistically and reverts on failure. `onStale` is called when a fresh sign-in is needed first. */
export function useUserChange(
  user: AdminUser,
  { onStale, onDone }: { onStale: () => void; onDone?: () => void },
) {
  const client = useQueryClient()
  // One change at a time, since the next one depends on what is shown.
  const changing = useSendOnce<UserChange, AdminUser>({
    send: (change) => {
      // Suspending happens in a dialog, which waits for the answer.
      if (!('suspended' in change)) patchUser(client, user.id, (shown) => foreseen(shown, change))
      return call(changeUser, { params: { id: user.id }, body: change })
    },
    onSent: (after, change) => {
      patchUser(client, user.id, () => after)
      onDone?.()
      const undo = undoOf(change)
      toast({
        title: changeMessage(after, change),
        variant: 'success',
        ...(undo === null
          ? {}
          : { action: { label: texts.undo, onClick: () => changing.send(undo) } }),
      })
      void refreshAdmin(client, listUsers)
    },
    onFailed: (error, change) => {
      const undo = undoOf(change)
      if (undo !== null) patchUser(client, user.id, (shown) => foreseen(shown, undo))
      if (needsFreshSignIn(error)) onStale()
      else showCallError(error, texts.updateFailed, texts.tryLater)
    },
  })
  return { change: changing.send, isBusy: changing.isSending }
}
