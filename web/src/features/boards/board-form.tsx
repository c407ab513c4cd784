import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BOARD_VISIBILITIES,
  updateBoard,
  type Board,
  type BoardView,
  type BoardVisibility,
} from '@plinth/contract/boards/boards.ts'
import { MAX_BOARD_DESCRIPTION, MAX_BOARD_TITLE } from '@plinth/contract/limits.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { isText, useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { boardQuery, sendNewBoard, type BoardFields } from './board-api.ts'
import { storeBoard } from './board-cache.ts'
import { formTexts as texts } from './board-texts.ts'

interface BoardFormProps {
  open: boolean
  onClose: () => void
  viewerId: string
  /** The board to change; a new one when left out. */
  board?: BoardView | undefined
}

const EMPTY: BoardFields = { title: '', description: '', visibility: 'private' }

/** Makes a board, or changes what one is called, what it is for and who sees it. */
export function BoardForm({ open, onClose, viewerId, board }: BoardFormProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={board ? texts.editTitle : texts.newTitle}
      width="narrow"
    >
      <Fields board={board} viewerId={viewerId} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ board, viewerId, onClose }: Omit<BoardFormProps, 'open'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const empty: BoardFields =
    board === undefined
      ? EMPTY
      : { title: board.title, description: board.description, visibility: board.visibility }
  const form = useDraftForm<BoardFields, Board | BoardView>({
    empty,
    draft: useDraft<BoardFields>({
      name: `board.${board?.id ?? 'new'}`,
      owner: viewerId,
      empty,
      readFields: ({ title, description, visibility }) => ({
        title: isText(title) ? title : empty.title,
        description: isText(description) ? description : empty.description,
        visibility: BOARD_VISIBILITIES.find((one) => one === visibility) ?? empty.visibility,
      }),
    }),
    check: ({ title }) => (title.trim() === '' ? { title: texts.noTitle } : {}),
    send: ({ title, description, visibility }, key) => {
      const body = { title: title.trim(), description: description.trim(), visibility }
      return board === undefined
        ? sendNewBoard(client, body, key)
        : call(updateBoard, { params: { id: board.id }, body, idempotencyKey: key })
    },
    onSent: (answer) => {
      onClose()
      if (board === undefined) {
        void navigate({ to: '/boards/$id', params: { id: answer.id } })
        return
      }
      storeBoard(client, boardQuery(board.id), answer as BoardView)
      toast({ title: texts.saved, variant: 'success' })
    },
  })
  const { control, errors, error, isSending } = form
  const isNew = board === undefined
  const hasPeople = !isNew && board.people.length > 0
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={form.submit}>
      <FormField control={control} name="title" label={texts.title} required>
        {(aria, field) => (
          <TextInput
            {...aria}
            {...field}
            maxLength={MAX_BOARD_TITLE}
            placeholder={texts.titleHint}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField control={control} name="description" label={texts.description} optional>
        {(aria, field) => (
          <TextArea
            {...aria}
            {...field}
            maxLength={MAX_BOARD_DESCRIPTION}
            placeholder={texts.descriptionHint}
          />
        )}
      </FormField>
      <Field label={texts.whoSees} hint={texts.whoSeesHint}>
        {(aria) => (
          <Select<BoardVisibility>
            {...aria}
            options={[
              {
                value: 'private',
                label: hasPeople ? texts.chosen : texts.visibility.private,
              },
              { value: 'link', label: texts.visibility.link },
              { value: 'public', label: texts.visibility.public },
            ]}
            value={form.fields.visibility}
            onValueChange={(visibility) => form.form.setValue('visibility', visibility)}
          />
        )}
      </Field>
      {error === null || errors.title !== undefined ? null : (
        <ErrorText text={sentenceOf(error, isNew ? texts.createFailed : texts.saveFailed)} />
      )}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={isSending && (isNew ? texts.creating : texts.saving)}
        >
          {isNew ? texts.create : texts.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
