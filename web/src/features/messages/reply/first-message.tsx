import { MAX_MESSAGE_LENGTH } from '@plinth/contract/limits.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { texts } from '../messages-texts.ts'

const EMPTY_MESSAGE = { content: '' }

interface FirstMessageProps {
  to: Creator
  subject: string
  viewerId: string
  onWritten: () => void
}

/** The form that starts a conversation with a given subject. */
export function FirstMessage({ to, subject, viewerId, onWritten }: FirstMessageProps) {
  const draft = useDraft({
    name: `reply.first.${to.id}.${subject}`,
    owner: viewerId,
    empty: EMPTY_MESSAGE,
  })
  const form = useDraftForm({
    empty: EMPTY_MESSAGE,
    draft,
    once: 'draft',
    check: () => ({}),
    isReady: ({ content }) => content.trim() !== '',
    send: ({ content }, clientId) =>
      call(sendMessage, {
        body: {
          receiverId: to.id,
          subject,
          content: content.trim(),
          messageType: 'general',
          clientId,
        },
      }),
    // The sentence stands below the field.
    shown: [],
    onSent: (answer) => {
      if ('isHeld' in answer) {
        toast({ title: answer.message })
        return
      }
      toast({ title: texts.reply.doneTitle, description: texts.reply.done })
      onWritten()
    },
  })
  const { error, isSending } = form
  return (
    <form noValidate className="grid justify-items-start gap-3" onSubmit={form.submit}>
      <Field label={texts.first.label(to.firstName)} className="w-full">
        {(aria) => (
          <TextArea
            {...aria}
            rows={4}
            maxLength={MAX_MESSAGE_LENGTH}
            {...form.form.register('content')}
          />
        )}
      </Field>
      {error === null ? null : <ErrorText text={sentenceOf(error, texts.reply.failed)} />}
      <Button
        type="submit"
        disabled={form.fields.content.trim() === ''}
        busy={isSending && texts.reply.sending}
      >
        {texts.first.send}
      </Button>
    </form>
  )
}
