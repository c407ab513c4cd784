import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeBoardItem } from '@plinth/contract/boards/boards.ts'
import { MAX_ALT_LENGTH, MAX_BOARD_NOTE } from '@plinth/contract/limits.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { patchItem, refreshAfter, rereadItems } from './board-cache.ts'
import { itemTexts as texts } from './board-texts.ts'
import type { ShownItem } from './item-view.ts'

interface NoteDialogProps {
  boardId: string
  /** Null while it is closed. */
  one: ShownItem | null
  viewerId: string
  onClose: () => void
}

/** Writes or changes the note of something on a board. */
export function NoteDialog({ one, onClose, ...rest }: NoteDialogProps) {
  // It stays while the dialog animates out.
  const [shown, setShown] = useState(one)
  if (one !== null && one !== shown) setShown(one)
  if (shown === null) return null
  return (
    <Dialog
      open={one !== null}
      onOpenChange={whenClosed(onClose)}
      title={shown.item.picture === null ? texts.noteTitle(shown.title) : texts.pictureNoteTitle}
      width="narrow"
    >
      <NoteForm key={shown.id} {...rest} one={shown} onClose={onClose} />
    </Dialog>
  )
}

function NoteForm({ boardId, one, viewerId, onClose }: NoteDialogProps & { one: ShownItem }) {
  const client = useQueryClient()
  const { picture } = one.item
  const isOwnPicture = picture?.by.id === viewerId
  const [empty] = useState({ note: one.item.note, alt: picture?.picture.alt ?? '' })
  const form = useDraftForm({
    empty,
    draft: useDraft({ name: `board-note.${one.id}`, owner: viewerId, empty }),
    check: () => ({}),
    send: ({ note, alt }, idempotencyKey) =>
      call(changeBoardItem, {
        params: { id: boardId, itemId: one.id },
        body: { note: note.trim(), ...(isOwnPicture ? { alt: alt.trim() } : {}) },
        idempotencyKey,
      }),
    onSent: async (_, { note }) => {
      patchItem(client, one.id, () => ({ note: note.trim() }))
      onClose()
      await refreshAfter(client, { type: 'item', id: boardId })
      // The server says who wrote it and when.
      await rereadItems(client, boardId)
    },
  })
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={form.submit}>
      <FormField control={form.control} name="note" label={texts.note} hint={texts.noteAbout}>
        {(aria, field) => (
          <TextArea {...aria} {...field} maxLength={MAX_BOARD_NOTE} placeholder={texts.noteHint} />
        )}
      </FormField>
      {isOwnPicture ? (
        <FormField control={form.control} name="alt" label={texts.alt} hint={texts.altHint}>
          {(aria, field) => <TextArea {...aria} {...field} maxLength={MAX_ALT_LENGTH} />}
        </FormField>
      ) : null}
      {form.error === null ? null : <ErrorText text={sentenceOf(form.error, texts.noteFailed)} />}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.isSending && texts.savingNote}>
          {isOwnPicture ? texts.save : texts.saveNote}
        </Button>
      </DialogFooter>
    </form>
  )
}
