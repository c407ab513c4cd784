import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { MAX_ROOM_TITLE, MAX_ROOM_WORKS } from '@plinth/contract/limits.ts'
import type { OwnProofRoom } from '@plinth/contract/proofing/own.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { useOpenRoom } from './own-api.ts'
import { ownTexts as texts } from './own-texts.ts'

interface AskDialogProps {
  ids: readonly string[]
  title: string
  onClose: () => void
}

/** Asks how the room is called, opens it and leads there. */
export function AskDialog({ ids, title, onClose }: AskDialogProps) {
  const open = useOpenRoom()
  const navigate = useNavigate()
  const id = useId()
  const isTooMany = ids.length > MAX_ROOM_WORKS
  const form = useDraftForm<{ title: string }, OwnProofRoom>({
    empty: { title: title.slice(0, MAX_ROOM_TITLE) },
    draft: null,
    check: (fields) => (fields.title.trim() === '' ? { title: texts.noName } : {}),
    isReady: () => !isTooMany,
    send: (fields, key) => open({ title: fields.title.trim(), workIds: [...ids] }, key),
    onSent: (room) => navigate({ to: '/proofs/$id', params: { id: room.id } }),
  })
  const { control, error, errors, isSending } = form
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={texts.ask}
      description={texts.askText(ids.length)}
      width="narrow"
    >
      <form noValidate id={id} className="mt-5 grid gap-5" onSubmit={form.submit}>
        <FormField control={control} name="title" label={texts.name} required>
          {(aria, field) => (
            <TextInput {...aria} {...field} maxLength={MAX_ROOM_TITLE} autoComplete="off" />
          )}
        </FormField>
        {isTooMany ? <ErrorText text={texts.tooMany} /> : null}
        {error === null || Object.keys(errors).length > 0 ? null : (
          <ErrorText text={sentenceOf(error, texts.makeFailed)} />
        )}
      </form>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          form={id}
          variant="primary"
          disabled={isTooMany}
          busy={isSending && texts.making}
        >
          {texts.make}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
