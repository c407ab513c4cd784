import { useState } from 'react'
import { ROLES, roleLabel } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { roleTexts as words, texts as adminTexts } from '../admin-texts.ts'
import { roleOf, useUserChange } from './use-user-change.ts'

interface RoleDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
}

/** Gives somebody a role, or takes theirs. */
export const RoleDialog = ({ open, ...props }: RoleDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(props.onClose)}
    title={words.title(fullName(props.user))}
    description={words.says}
    width="narrow"
  >
    <RoleForm {...props} />
  </Dialog>
)

type Choice = Role | 'none'
const CHOICES: { value: Choice; label: string }[] = [
  { value: 'none', label: words.none },
  ...ROLES.map(({ value, label }) => ({ value, label })),
]

function RoleForm({ user, onClose }: Omit<RoleDialogProps, 'open'>) {
  const [choice, setChoice] = useState<Choice>(user.role ?? 'none')
  const draft = useTextDraft('role', user.id, { isPerTab: true })
  const { change, isBusy } = useUserChange(user, {
    resume: roleOf(user),
    onDone: () => {
      draft.drop()
      onClose()
    },
  })
  const reason = draft.text.trim()
  const isOwner = choice === 'owner'
  return (
    <ReasonForm
      note={draft.text}
      onNote={draft.setText}
      label={words.reason}
      hint={isOwner ? words.ownerHint : words.hint}
      rows={3}
      maxLength={MAX_NOTE_LENGTH}
      {...(isOwner ? { missing: words.missing } : {})}
      send={words.send}
      busy={isBusy && words.sending}
      cancel={adminTexts.cancel}
      onSend={() => {
        const why = reason === '' ? {} : { reason }
        change(choice === 'none' ? { isAdmin: false, ...why } : { role: choice, ...why })
      }}
      onCancel={onClose}
    >
      {() => (
        <Field label={words.role} hint={saysOf(choice)}>
          {(aria) => (
            <Select {...aria} options={CHOICES} value={choice} onValueChange={setChoice} />
          )}
        </Field>
      )}
    </ReasonForm>
  )
}

const saysOf = (choice: Choice): string =>
  ROLES.find(({ value }) => value === choice)?.says ?? words.noneSays

/** What a role is called under the switch; null for none. */
export const roleNote = ({ role }: Pick<AdminUser, 'role'>): string | null =>
  role === null ? null : roleLabel(role)
