import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { MAX_ROOM_TITLE, MAX_ROOM_WORKS } from '@plinth/contract/limits.ts'
import type { OwnProofRoom } from '@plinth/contract/proofing/own.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { addTexts } from './add-texts.ts'
import { ownRoomsQuery, useAddFiles, useOpenRoom } from './own-api.ts'
import { ownTexts as texts } from './own-texts.ts'

interface AskDialogProps {
  ids: readonly string[]
  title: string
  onClose: () => void
}

/** The value of the choice that is no room. */
const NEW = 'new'

/** Asks for the title of a new room or for one that is there, opens it or adds to it, and leads there. */
export function AskDialog({ ids, title, onClose }: AskDialogProps) {
  const open = useOpenRoom()
  const add = useAddFiles()
  const rooms = useInfiniteQuery(ownRoomsQuery()).data?.pages.flatMap(({ items }) => items) ?? []
  const navigate = useNavigate()
  const id = useId()
  const isTooMany = ids.length > MAX_ROOM_WORKS
  const form = useDraftForm<{ title: string; roomId: string }, OwnProofRoom>({
    empty: { title: title.slice(0, MAX_ROOM_TITLE), roomId: NEW },
    draft: null,
    check: (fields) =>
      fields.roomId === NEW && fields.title.trim() === '' ? { title: texts.noName } : {},
    isReady: () => !isTooMany,
    send: (fields, key) =>
      fields.roomId === NEW
        ? open({ title: fields.title.trim(), workIds: [...ids] }, key)
        : add(fields.roomId, { workIds: [...ids] }, key),
    onSent: (room) => navigate({ to: '/proofs/$id', params: { id: room.id } }),
  })
  const { control, error, errors, isSending } = form
  const isNew = form.fields.roomId === NEW
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={texts.ask}
      description={texts.askText(ids.length)}
      width="narrow"
      onOpenAutoFocus={(event) => {
        // Most people want a new room.
        const dialog = event.target instanceof Element ? event.target : null
        const field = dialog?.querySelector<HTMLInputElement>('input[name=title]')
        if (field == null) return
        event.preventDefault()
        field.select()
      }}
    >
      <form noValidate id={id} className="mt-5 grid gap-5" onSubmit={form.submit}>
        <Field label={texts.where}>
          {(aria) => (
            <Select<string>
              {...aria}
              options={[
                { value: NEW, label: texts.newRoom },
                ...rooms.map((room) => ({ value: room.id, label: room.title })),
              ]}
              value={form.fields.roomId}
              onValueChange={(roomId) => form.form.setValue('roomId', roomId)}
            />
          )}
        </Field>
        {isNew ? (
          <FormField control={control} name="title" label={texts.name} required>
            {(aria, field) => (
              <TextInput {...aria} {...field} maxLength={MAX_ROOM_TITLE} autoComplete="off" />
            )}
          </FormField>
        ) : (
          <p className="text-14 text-ink-2">{addTexts.shortRule}</p>
        )}
        {isTooMany ? <ErrorText text={texts.tooMany} /> : null}
        {error === null || Object.keys(errors).length > 0 ? null : (
          <ErrorText text={sentenceOf(error, isNew ? texts.makeFailed : addTexts.addFailed)} />
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
          {isNew ? texts.make : texts.addTo}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
