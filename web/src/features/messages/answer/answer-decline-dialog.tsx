import { useQueryClient } from '@tanstack/react-query'
import { declineInquiry, type Message } from '@plinth/contract/messages/messages.ts'
import { call } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { declineProblems } from './answer-fields.ts'
import { answerTexts } from './answer-texts.ts'
import { useAnswerForm } from './use-answer-form.ts'
import { cacheMessage } from '../message-cache.ts'

const texts = answerTexts.decline

interface DeclineDialogProps {
  inquiry: Message
  open: boolean
  onClose: () => void
}

/** Declines a business inquiry with a message. */
export const DeclineDialog = ({ inquiry, open, onClose }: DeclineDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title}
    description={texts.line(inquiry.sender.firstName)}
    width="narrow"
  >
    <DeclineForm key={inquiry.id} inquiry={inquiry} onDone={onClose} />
  </Dialog>
)

function DeclineForm({ inquiry, onDone }: { inquiry: Message; onDone: () => void }) {
  const client = useQueryClient()
  const asker = inquiry.sender.firstName
  const answer = useAnswerForm({
    viewerId: inquiry.receiverId,
    draft: { name: `decline.${inquiry.id}`, empty: { content: texts.prefilled(asker) } },
    check: declineProblems,
    send: ({ content }, clientId) =>
      call(declineInquiry, {
        params: { id: inquiry.id },
        body: { content: content.trim(), clientId },
      }),
    sentTexts: () => ({ title: texts.sent, line: texts.sentLine(asker), failed: texts.failed }),
    onSent: ({ createdAt }) => {
      cacheMessage(client, { ...inquiry, declinedAt: createdAt })
      onDone()
    },
  })
  return (
    <form noValidate className="mt-5" onSubmit={answer.submit}>
      <FormField control={answer.control} name="content" label={texts.text} required>
        {(aria, field) => <TextArea {...aria} {...field} rows={5} />}
      </FormField>
      <DialogFooter>
        <Button onClick={onDone}>{answerTexts.cancel}</Button>
        <Button type="submit" variant="primary" busy={answer.isSending && answerTexts.sending}>
          {texts.send}
        </Button>
      </DialogFooter>
    </form>
  )
}
