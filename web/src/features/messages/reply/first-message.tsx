import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_MESSAGE_LENGTH } from '@plinth/contract/limits.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { newClientId } from '../../lib/client-id.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { Trouble } from '../../../ui/feedback/trouble.tsx'
import { replyDraft } from './reply-draft.ts'
import { texts } from '../messages-texts.ts'

interface FirstMessageProps {
  to: Creator
  subject: string
  viewerId: string
  onWritten: () => void
}

/** Begins a conversation under a subject that is given. */
export function FirstMessage({ to, subject, viewerId, onWritten }: FirstMessageProps) {
  const [draft] = useState(() => replyDraft(`first.${to.id}.${subject}`))
  const [kept] = useState(() => draft.read(localStorage, viewerId))
  const [clientId] = useState(() => kept?.clientId ?? newClientId())
  const [text, setText] = useState(kept?.fields.content ?? '')
  const content = text.trim()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(sendMessage, {
        body: { receiverId: to.id, subject, content, messageType: 'general', clientId },
      }),
    onSuccess: () => {
      draft.drop(localStorage, viewerId)
      toast({ title: texts.reply.doneTitle, description: texts.reply.done })
      onWritten()
    },
  })
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (content !== '') mutate()
      }}
    >
      <Field label={texts.first.label(to.firstName)} className="w-full">
        {(aria) => (
          <TextArea
            {...aria}
            rows={4}
            value={text}
            maxLength={MAX_MESSAGE_LENGTH}
            onChange={({ target }) => {
              setText(target.value)
              draft.keep(localStorage, viewerId, {
                clientId,
                fields: { content: target.value },
                mediaIds: [],
              })
            }}
          />
        )}
      </Field>
      {error === null || isUnauthorized(error) ? null : (
        <Trouble words={sentenceOf(error, texts.reply.failed)} />
      )}
      <Button type="submit" disabled={content === ''} busy={isPending && texts.reply.sending}>
        {texts.first.send}
      </Button>
    </form>
  )
}
