import { useQueryClient } from '@tanstack/react-query'
import { deleteUser, listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { call } from '../../../lib/api/api.ts'
import { isStale } from '../../../lib/api/errors.ts'
import { fullName } from '../../../lib/format/format.ts'
import { ConfirmDialog, Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import {
  deleteTexts,
  endCreatorTexts,
  userTexts as texts,
  restoreTexts,
  suspendTexts,
  texts as adminTexts,
} from '../admin-texts.ts'
import { AnswerPicker } from '../answers/answer-picker.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { NotesDialog } from './notes-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import {
  deletionOf,
  type UserAsk,
  type UserChange,
  useUserChange,
  writtenOf,
} from './use-user-change.ts'
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

/** The dialogs of everything that is asked about before a user is changed. */
export function UserDialogs({ user, ask, onAsk }: UserDialogsProps) {
  const close = () => onAsk(null)
  return (
    <>
      <LimitsDialog user={user} open={ask === 'limits'} onClose={close} />
      <RoleDialog user={user} open={ask === 'role'} onClose={close} />
      {(['suspend', 'restore', 'endCreator'] as const).map((what) => (
        <WrittenChangeDialog
          key={what}
          user={user}
          what={what}
          open={ask === what}
          onClose={close}
        />
      ))}
      <NotesDialog user={user} open={ask === 'notes'} onClose={close} />
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
    resume: deletionOf(user),
    // Asked once more, because nothing brings the account back.
    onResumed: () => undefined,
    onFailed: (error) => {
      if (!isStale(error)) onAsk(null)
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

interface WrittenChangeDialogProps {
  user: AdminUser
  what: keyof typeof CHANGES
  open: boolean
  onClose: () => void
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
  endCreator: {
    words: endCreatorTexts,
    variant: 'danger',
    changeOf: (reason: string): UserChange => ({ isCreator: false, reason }),
  },
} as const

/** Asks for the reason of a change. The draft survives a failure and the fresh sign-in that this needs. */
const WrittenChangeDialog = ({ open, ...props }: WrittenChangeDialogProps) => {
  const { words } = CHANGES[props.what]
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(props.onClose)}
      title={words.title(fullName(props.user))}
      description={words.says}
      width="narrow"
    >
      <WrittenChangeForm {...props} />
    </Dialog>
  )
}

function WrittenChangeForm({ user, what, onClose }: Omit<WrittenChangeDialogProps, 'open'>) {
  const { words, variant, changeOf } = CHANGES[what]
  // The draft is saved per user and lasts as long as this tab.
  const draft = useTextDraft(what, user.id, { isPerTab: true })
  const { change, isBusy } = useUserChange(user, {
    resume: writtenOf(user, what),
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
    >
      {() => (
        <AnswerPicker
          text={draft.text}
          onText={draft.setText}
          maxLength={MAX_NOTE_LENGTH}
          addressee={{ name: user.firstName }}
        />
      )}
    </ReasonForm>
  )
}
