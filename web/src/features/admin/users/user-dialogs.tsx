import { useQueryClient } from '@tanstack/react-query'
import { deleteUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { ConfirmDialog, Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin, needsFreshSignIn } from '../admin-api.ts'
import {
  deleteTexts,
  userTexts as texts,
  restoreTexts,
  suspendTexts,
  texts as adminTexts,
} from '../admin-texts.ts'
import { FreshSignInDialog } from '../fresh-sign-in-dialog.tsx'
import { type UserAsk, type UserChange, useUserChange } from './use-user-change.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { showCallError } from '../../session/unauthorized.ts'

interface UserDialogsProps {
  user: AdminUser
  ask: UserAsk
  onAsk: (ask: UserAsk) => void
}

/** The dialogs that confirm suspending, restoring or deleting a user. */
export function UserDialogs({ user, ask, onAsk }: UserDialogsProps) {
  const close = () => onAsk(null)
  return (
    <>
      <FreshSignInDialog open={ask === 'fresh'} onClose={close} />
      {(['suspend', 'restore'] as const).map((what) => (
        <SuspensionDialog
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
  const remove = useSendOnce({
    send: () => call(deleteUser, { params: { id: user.id } }),
    onSent: async () => {
      onAsk(null)
      toast({ title: texts.isDeleted(fullName(user)), variant: 'success' })
      await refreshAdmin(client, listUsers)
    },
    onFailed: (error) => {
      if (needsFreshSignIn(error)) {
        onAsk('fresh')
        return
      }
      onAsk(null)
      showCallError(error, texts.deleteFailed, texts.tryLater)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={whenClosed(() => onAsk(null))}
      title={deleteTexts.title(fullName(user))}
      description={deleteTexts.says(user.postCount, user.workCount)}
      keep={deleteTexts.keep}
      confirm={deleteTexts.confirm}
      busy={remove.isSending && deleteTexts.busy}
      onConfirm={() => remove.send(null)}
    />
  )
}

interface SuspensionDialogProps {
  user: AdminUser
  what: keyof typeof CHANGES
  open: boolean
  onClose: () => void
  onStale: () => void
}

const CHANGES = {
  suspend: {
    words: suspendTexts,
    variant: 'danger',
    changeOf: (reason: string): UserChange => ({ suspended: true, reason }),
  },
  restore: {
    words: restoreTexts,
    variant: 'primary',
    changeOf: (note: string): UserChange => ({ suspended: false, note }),
  },
} as const

/** Asks why a user is suspended or restored. The draft survives a failure and the fresh sign-in that this needs. */
const SuspensionDialog = ({ open, ...props }: SuspensionDialogProps) => {
  const { words } = CHANGES[props.what]
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(props.onClose)}
      title={words.title(fullName(props.user))}
      description={words.says}
      width="narrow"
    >
      <SuspensionForm {...props} />
    </Dialog>
  )
}

function SuspensionForm({ user, what, onClose, onStale }: Omit<SuspensionDialogProps, 'open'>) {
  const { words, variant, changeOf } = CHANGES[what]
  // The draft is saved per user and lasts as long as this tab.
  const draft = useTextDraft(what, user.id, { isPerTab: true })
  const { change, isBusy } = useUserChange(user, {
    onStale,
    onDone: () => {
      draft.drop()
      onClose()
    },
  })
  return (
    <ReasonForm
      note={draft.text}
      onNote={draft.setText}
      label={words.reason}
      hint={words.hint}
      rows={5}
      maxLength={MAX_NOTE_LENGTH}
      missing={words.missing}
      send={words.send}
      busy={isBusy && words.sending}
      variant={variant}
      cancel={adminTexts.cancel}
      onSend={() => change(changeOf(draft.text.trim()))}
      onCancel={onClose}
    />
  )
}
