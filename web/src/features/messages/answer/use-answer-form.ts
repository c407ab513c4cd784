import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraft, type DraftOptions } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { composeTexts } from '../compose/compose-texts.ts'
import { showNotSent, type SentTexts } from '../compose/use-message-form.ts'
import { cacheMessage } from '../message-cache.ts'

interface AnswerFormOptions<F extends FieldValues> {
  viewerId: string
  /** Of this form and this inquiry. */
  draft: DraftOptions<F>
  check: (fields: F) => Problems
  send: (fields: F, clientId: string) => Promise<Message>
  labels: Readonly<Record<string, string>>
  said: (fields: F) => SentTexts
  /** What to do about an error, where the server's sentence leaves that open. */
  explain?: (error: unknown) => string | null
  onSent: (message: Message) => void
}

/** An answer to an inquiry, kept as a draft until it has arrived. */
export function useAnswerForm<F extends FieldValues>(options: AnswerFormOptions<F>) {
  const { viewerId, draft, check, send, labels, said, explain, onSent } = options
  const { empty } = draft
  const client = useQueryClient()
  const form = useDraftForm<F, Message>({
    empty,
    draft: useDraft<F>({ ...draft, owner: viewerId }),
    once: 'draft',
    check,
    send,
    labels,
    onSent: (message, fields) => {
      cacheMessage(client, message)
      onSent(message)
      const { title, line } = said(fields)
      toast({ title, description: line })
    },
    onFailed: (error, { isTaken, fields }) => {
      const explained = isTaken ? null : (explain?.(error) ?? null)
      if (explained === null) showNotSent(error, isTaken, said(fields).failed)
      else toast({ title: composeTexts.errorTitle, description: explained, variant: 'destructive' })
    },
  })
  return {
    ...form,
    /** Something is typed that waits as a draft when the dialog is shut. */
    isKept: JSON.stringify(form.fields) !== JSON.stringify(empty),
  }
}
