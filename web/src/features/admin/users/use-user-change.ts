import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { patchUser, refreshAdmin } from '../admin-api.ts'
import { userTexts as texts } from '../admin-texts.ts'
import { isStale } from '../is-stale.ts'
import { foreseen, saidOf, undoOf, type UserChange } from './user-change.ts'

/** A change of somebody's rights: shown at once, set back when it fails. `onStale`: it wants a fresh sign-in first. */
export function useUserChange(
  user: AdminUser,
  { onStale, onDone }: { onStale: () => void; onDone?: () => void },
) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (change: UserChange) => call(changeUser, { params: { id: user.id }, body: change }),
    onMutate: (change) => {
      // Somebody's standing is changed in a dialog, which waits for the answer.
      if ('suspended' in change) return
      patchUser(client, user.id, (shown) => foreseen(shown, change))
    },
    onSuccess: (after, change) => {
      patchUser(client, user.id, () => after)
      onDone?.()
      const undo = undoOf(change)
      toast({
        title: saidOf(after, change),
        variant: 'success',
        ...(undo === null ? {} : { action: { label: texts.undo, onClick: () => mutate(undo) } }),
      })
      void refreshAdmin(client, listUsers)
    },
    onError: (error, change) => {
      const undo = undoOf(change)
      if (undo !== null) patchUser(client, user.id, (shown) => foreseen(shown, undo))
      if (isStale(error)) onStale()
      else if (!isUnauthorized(error)) {
        toast({
          title: texts.updateFailed,
          description: sentenceOf(error, texts.tryLater),
          variant: 'destructive',
        })
      }
    },
  })
  return {
    // One after the other: what is on show is what the next is decided by.
    change: (change: UserChange) => {
      if (!isPending) mutate(change)
    },
    isBusy: isPending,
  }
}
