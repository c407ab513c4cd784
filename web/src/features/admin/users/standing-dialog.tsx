import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { restoreTexts, suspendTexts, texts } from '../admin-texts.ts'
import type { UserChange } from './user-change.ts'
import { useUserChange } from './use-user-change.ts'

interface StandingDialogProps {
  user: AdminUser
  what: keyof typeof WAYS
  open: boolean
  onClose: () => void
  onStale: () => void
}

const WAYS = {
  suspend: {
    words: suspendTexts,
    look: 'danger',
    changeOf: (reason: string): UserChange => ({ suspended: true, reason }),
  },
  restore: {
    words: restoreTexts,
    look: 'primary',
    changeOf: (note: string): UserChange => ({ suspended: false, note }),
  },
} as const

/**
 * Asks why somebody is suspended or restored. What was written is there again after a failure, and after the fresh
 * sign-in that this takes.
 */
export const StandingDialog = ({ open, ...props }: StandingDialogProps) => {
  const { words } = WAYS[props.what]
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) props.onClose()
      }}
      title={words.title(fullName(props.user))}
      description={words.says}
      width="narrow"
    >
      <StandingForm {...props} />
    </Dialog>
  )
}

function StandingForm({ user, what, onClose, onStale }: Omit<StandingDialogProps, 'open'>) {
  const { words, look, changeOf } = WAYS[what]
  // It is about them, so it is kept for them, and gone with this tab.
  const kept = useTextDraft(what, user.id, { isPerTab: true })
  const { change, isBusy } = useUserChange(user, {
    onStale,
    onDone: () => {
      kept.drop()
      onClose()
    },
  })
  return (
    <ReasonForm
      note={kept.text}
      onNote={kept.setText}
      label={words.reason}
      hint={words.hint}
      rows={5}
      maxLength={MAX_NOTE_LENGTH}
      missing={words.missing}
      send={words.send}
      busy={isBusy && words.sending}
      look={look}
      cancel={texts.cancel}
      onSend={() => change(changeOf(kept.text.trim()))}
      onCancel={onClose}
    />
  )
}
