import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { roleLabel } from '@plinth/contract/http/rights.ts'
import { USUAL_ROLE, type Role } from '@plinth/contract/http/roles.ts'
import { changeUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { patchUser, refreshAdmin } from '../admin-api.ts'
import { userTexts as texts, restoreTexts } from '../admin-texts.ts'
import { fullName } from '../../../lib/format/format.ts'
import { showCallError } from '../../session/unauthorized.ts'

export type UserChange =
  | { isCreator: boolean; reason?: string }
  | { isAdmin: boolean; reason?: string }
  | { role: Role; reason?: string }
  | { suspended: true; reason: string }
  | { suspended: false; note: string }

/** The dialog that is open for a user. */
export type UserAsk =
  | 'suspend'
  | 'restore'
  | 'endCreator'
  | 'role'
  | 'notes'
  | 'limits'
  | 'delete'
  | null

/** Names of acts on a user, which go on after a fresh sign-in. */
export const rightsOf = ({ id }: AdminUser) => `user-rights.${id}`
export const writtenOf = ({ id }: AdminUser, what: 'suspend' | 'restore' | 'endCreator') =>
  `user-${what}.${id}`
export const roleOf = ({ id }: AdminUser) => `user-role.${id}`
export const deletionOf = ({ id }: AdminUser) => `user-delete.${id}`

/** Whether the creator right comes from a subscription. */
export const isSubscriber = ({ isCreator, isCreatorGranted, subscriptionStatus }: AdminUser) =>
  isCreator && (!isCreatorGranted || isPaying(subscriptionStatus))

const isPaying = (status: string | null) => status === 'active' || status === 'past_due'

/** Whether a new owner waits for a second person. */
const isProposed = (after: AdminUser, change: UserChange): boolean =>
  'role' in change && after.role !== change.role

/** The user after a switch. What a dialog changes waits for the answer. */
function foreseen(user: AdminUser, change: UserChange): AdminUser {
  if ('isAdmin' in change)
    return { ...user, isAdmin: change.isAdmin, role: change.isAdmin ? USUAL_ROLE : null }
  if (!('isCreator' in change) || change.reason !== undefined) return user
  const { isCreator } = change
  return { ...user, isCreatorGranted: isCreator, isCreator: isCreator || isSubscriber(user) }
}

/** The change back to what it was; null when it would need a reason, or nothing has changed yet. */
function undoOf(change: UserChange, { role }: AdminUser, after: AdminUser): UserChange | null {
  if (isProposed(after, change)) return null
  if ('isAdmin' in change || 'role' in change)
    return role === null ? { isAdmin: false } : role === 'owner' ? null : { role }
  if ('isCreator' in change)
    return change.reason === undefined ? { isCreator: !change.isCreator } : null
  return change.suspended ? { suspended: false, note: restoreTexts.undone } : null
}

/** The toast text for a change. */
function changeMessage(after: AdminUser, change: UserChange): string {
  const name = fullName(after)
  if (isProposed(after, change)) return texts.proposed(name)
  if ('isAdmin' in change || 'role' in change)
    return after.role === null ? texts.noAdmin(name) : texts.hasRole(name, roleLabel(after.role))
  if ('suspended' in change) {
    return change.suspended ? texts.isSuspended(name) : texts.isRestored(name)
  }
  return change.isCreator ? texts.isCreator(name) : texts.noCreator(name)
}

/** Changes a user optimistically and reverts on failure. */
export function useUserChange(
  user: AdminUser,
  { resume, onDone }: { resume: string; onDone?: () => void },
) {
  const client = useQueryClient()
  const before = useRef(user)
  // One change at a time, since the next one depends on what is shown.
  const changing = useSendOnce<UserChange, AdminUser>({
    resume,
    send: (change) => {
      before.current = user
      patchUser(client, user.id, (shown) => foreseen(shown, change))
      return call(changeUser, { params: { id: user.id }, body: change })
    },
    onSent: (after, change) => {
      patchUser(client, user.id, () => after)
      onDone?.()
      const undo = undoOf(change, before.current, after)
      toast({
        title: changeMessage(after, change),
        variant: 'success',
        ...(undo === null
          ? {}
          : { action: { label: texts.undo, onClick: () => changing.send(undo) } }),
      })
      void refreshAdmin(client, listUsers)
    },
    onFailed: (error) => {
      patchUser(client, user.id, () => before.current)
      showCallError(error, texts.updateFailed, texts.tryLater)
    },
  })
  return { change: changing.send, isBusy: changing.isSending }
}
