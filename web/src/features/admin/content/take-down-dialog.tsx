import { useQueryClient } from '@tanstack/react-query'
import {
  MAX_NOTE_LENGTH,
  reasonsFor,
  type ReportReason,
} from '@plinth/contract/moderation/moderation.ts'
import { takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useDialogDraft } from '../../../lib/forms/use-dialog-draft.ts'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import { texts as all } from '../admin-texts.ts'
import { AnswerPicker } from '../answers/answer-picker.tsx'
import { subjectKind, type ContentItem } from './content-rules.ts'
import { contentTexts, takeDownTexts as texts } from './content-texts.ts'
import { queueTexts, reportTexts } from '../queues/queue-texts.ts'
import { LISTS } from './use-moderation.ts'

interface Written {
  reason: ReportReason | undefined
  note: string
}
const NOTHING: Written = { reason: undefined, note: '' }

/** Asks for the reason, from the same list as reports. The draft stays until it is sent or another item is chosen. */
export function TakeDownDialog({
  item,
  onClose,
}: {
  item: ContentItem | null
  onClose: () => void
}) {
  const { shown, written, setWritten, drop } = useDialogDraft(item, NOTHING)
  if (shown === null) return null
  return (
    <Dialog
      open={item !== null}
      onOpenChange={whenClosed(onClose)}
      title={texts.title(shown.title)}
      description={texts.says}
      width="narrow"
    >
      <TakeDownForm
        key={shown.id}
        item={shown}
        written={written}
        onWrite={setWritten}
        onClose={onClose}
        onDone={() => {
          drop()
          onClose()
        }}
      />
    </Dialog>
  )
}

function useTakeDown({ kind, id, title, reportCount }: ContentItem, onDone: () => void) {
  const client = useQueryClient()
  return useSendOnce({
    send: (body: { reason: ReportReason; note: string }) =>
      call(takeDown, { params: { kind: subjectKind[kind], id }, body }),
    onSent: async () => {
      onDone()
      toast({
        title: reportCount === 0 ? contentTexts.takenDown : reportTexts.removed,
        description: title,
        variant: 'success',
      })
      await refreshAdmin(client, LISTS[kind])
    },
  })
}

interface TakeDownFormProps {
  item: ContentItem
  written: Written
  onWrite: (written: Written) => void
  onClose: () => void
  onDone: () => void
}

function TakeDownForm({ item, written, onWrite, onClose, onDone }: TakeDownFormProps) {
  const { reason, note } = written
  const { send, error, isSending } = useTakeDown(item, onDone)
  return (
    <ReasonForm
      lacksChoice={reason === undefined}
      note={note}
      onNote={(typed) => onWrite({ reason, note: typed })}
      label={reportTexts.reason}
      hint={reportTexts.hint(item.creator.firstName)}
      rows={4}
      maxLength={MAX_NOTE_LENGTH}
      missing={queueTexts.reasonMissing}
      problem={
        error === null || isUnauthorized(error) ? null : sentenceOf(error, queueTexts.notDone)
      }
      send={reportTexts.remove}
      busy={isSending && reportTexts.removing}
      variant="danger"
      cancel={all.cancel}
      onSend={() => {
        if (reason !== undefined) send({ reason, note: note.trim() })
      }}
      onCancel={onClose}
    >
      {(isAsked) => (
        <>
          <Field
            label={texts.reason}
            error={isAsked && reason === undefined ? texts.reasonMissing : undefined}
            required
          >
            {(aria) => (
              <Select
                {...aria}
                options={reasonsFor(subjectKind[item.kind])}
                value={reason}
                placeholder={texts.choose}
                onValueChange={(chosen) => onWrite({ reason: chosen, note })}
              />
            )}
          </Field>
          <AnswerPicker
            text={note}
            onText={(typed) => onWrite({ reason, note: typed })}
            maxLength={MAX_NOTE_LENGTH}
            addressee={{ name: item.creator.firstName, title: item.title }}
          />
        </>
      )}
    </ReasonForm>
  )
}
