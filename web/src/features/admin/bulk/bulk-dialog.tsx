import type { ReactNode } from 'react'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import type { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import type { ButtonProps } from '../../../ui/actions/button.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { texts as all } from '../admin-texts.ts'
import { AnswerPicker } from '../answers/answer-picker.tsx'
import { queueTexts, reportTexts } from '../queues/queue-texts.ts'
import { bulkTexts } from './bulk-texts.ts'
import type { Bulk } from './use-bulk.ts'

interface BulkDialogProps {
  open: boolean
  onClose: () => void
  title: string
  says: string
  hint: string
  send: string
  variant: ButtonProps['variant']
  draft: ReturnType<typeof useTextDraft>
  bulk: Bulk
  /** A choice above the reason, which is missing with `lacksChoice`. */
  children?: (isAsked: boolean) => ReactNode
  lacksChoice?: boolean
  onSend: (note: string) => void
}

/** Asks for the one reason of an act on many things. The text stays until it is sent. */
export const BulkDialog = ({
  open,
  onClose,
  title,
  says,
  hint,
  send,
  variant,
  draft,
  bulk: { progress, problem },
  children,
  lacksChoice = false,
  onSend,
}: BulkDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={title}
    description={says}
    width="narrow"
  >
    <ReasonForm
      note={draft.text}
      onNote={draft.setText}
      label={reportTexts.reason}
      hint={hint}
      rows={4}
      maxLength={MAX_NOTE_LENGTH}
      missing={queueTexts.reasonMissing}
      lacksChoice={lacksChoice}
      problem={problem}
      send={send}
      busy={progress !== null && bulkTexts.progress(progress.done, progress.all)}
      variant={variant}
      cancel={all.cancel}
      onSend={() => onSend(draft.text.trim())}
      onCancel={onClose}
    >
      {(isAsked) => (
        <>
          {children?.(isAsked)}
          <AnswerPicker
            text={draft.text}
            onText={draft.setText}
            maxLength={MAX_NOTE_LENGTH}
            addressee={null}
          />
        </>
      )}
    </ReasonForm>
  </Dialog>
)
