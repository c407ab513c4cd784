import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import { deleteTexts, userTexts as texts } from '../admin-texts.ts'
import { FreshSignIn } from '../fresh-sign-in.tsx'
import { isStale } from '../is-stale.ts'
import { StandingDialog } from './standing-dialog.tsx'
import type { UserAsk } from './user-change.ts'

interface UserDialogsProps {
  user: AdminUser
  ask: UserAsk
  onAsk: (ask: UserAsk) => void
}

/** What is asked before somebody is suspended, restored or deleted. */
export function UserDialogs({ user, ask, onAsk }: UserDialogsProps) {
  const close = () => onAsk(null)
  return (
    <>
      <FreshSignIn open={ask === 'fresh'} onClose={close} />
      {(['suspend', 'restore'] as const).map((what) => (
        <StandingDialog
          key={what}
          user={user}
          what={what}
          open={ask === what}
          onClose={close}
          onStale={() => onAsk('fresh')}
        />
      ))}
      <DeleteUser user={user} open={ask === 'delete'} onAsk={onAsk} />
    </>
  )
}

function DeleteUser({
  user,
  open,
  onAsk,
}: {
  user: AdminUser
  open: boolean
  onAsk: (ask: UserAsk) => void
}) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteUser, { params: { id: user.id } }),
    onSuccess: async () => {
      onAsk(null)
      toast({ title: texts.isDeleted(fullName(user)), variant: 'success' })
      await refreshAdmin(client, listUsers)
    },
    onError: (error) => {
      if (isStale(error)) {
        onAsk('fresh')
        return
      }
      onAsk(null)
      if (isUnauthorized(error)) return
      toast({
        title: texts.deleteFailed,
        description: sentenceOf(error, texts.tryLater),
        variant: 'destructive',
      })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) onAsk(null)
      }}
      title={deleteTexts.title(fullName(user))}
      description={deleteTexts.says(user.postCount, user.workCount)}
      keep={deleteTexts.keep}
      confirm={deleteTexts.confirm}
      busy={remove.isPending && deleteTexts.busy}
      onConfirm={() => remove.mutate()}
    />
  )
}
