import { useId } from 'react'
import { MAX_ROOM_TITLE } from '@plinth/contract/limits.ts'
import type { OwnProofRoom } from '@plinth/contract/proofing/own.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { useRenameRoom } from './own-api.ts'
import { ownTexts as texts } from './own-texts.ts'

interface RenameDialogProps {
  room: Pick<OwnProofRoom, 'id' | 'title'>
  onClose: () => void
}

/** Gives a room another title, which guests see as well. */
export function RenameDialog({ room, onClose }: RenameDialogProps) {
  const rename = useRenameRoom(room.id)
  const id = useId()
  const form = useDraftForm<{ title: string }, OwnProofRoom>({
    empty: { title: room.title },
    draft: null,
    check: ({ title }) => (title.trim() === '' ? { title: texts.noName } : {}),
    send: ({ title }) => rename(title.trim()),
    onSent: () => {
      toast({ title: texts.renamed, variant: 'success' })
      onClose()
    },
  })
  const { control, error, errors, isSending } = form
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={texts.renameTitle}
      description={texts.renameText}
      width="narrow"
    >
      <form noValidate id={id} className="mt-5 grid gap-5" onSubmit={form.submit}>
        <FormField control={control} name="title" label={texts.name} required>
          {(aria, field) => (
            <TextInput {...aria} {...field} maxLength={MAX_ROOM_TITLE} autoComplete="off" />
          )}
        </FormField>
        {error === null || Object.keys(errors).length > 0 ? null : (
          <ErrorText text={sentenceOf(error, texts.renameFailed)} />
        )}
      </form>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" form={id} variant="primary" busy={isSending && texts.saving}>
          {texts.save}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
