import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraft, type DraftOptions } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { composeTexts } from '../compose/compose-texts.ts'
import { showNotSent, type SentTexts } from '../compose/use-message-form.ts'
import { cacheMessage } from '../message-cache.ts'

interface AnswerFormOptions<F extends FieldValues> {
  viewerId: string
  draft: DraftOptions<F>
  check: (fields: F) => Problems
  send: (fields: F, clientId: string) => Promise<Message>
  /** The text of the toasts after sending. */
  sentTexts: (fields: F) => SentTexts
  /** A sentence for an error that needs more explanation than the server's; null for any other. */
  explain?: (error: unknown) => string | null
  onSent: (message: Message) => void
}

/** A form to answer an inquiry, saved as a draft until it has arrived. */
export function useAnswerForm<F extends FieldValues>(options: AnswerFormOptions<F>) {
  const { viewerId, draft, check, send, sentTexts, explain, onSent } = options
  const { empty } = draft
  const client = useQueryClient()
  const form = useDraftForm<F, Message>({
    empty,
    draft: useDraft<F>({ ...draft, owner: viewerId }),
    once: 'draft',
    check,
    send,
    onSent: (message, fields) => {
      cacheMessage(client, message)
      onSent(message)
      const { title, line } = sentTexts(fields)
      toast({ title, description: line })
    },
    onFailed: (error, { isTaken, fields }) => {
      const explained = isTaken ? null : (explain?.(error) ?? null)
      if (explained === null) showNotSent(error, isTaken, sentTexts(fields).failed)
      else showError(composeTexts.errorTitle, explained)
    },
  })
  return {
    ...form,
    /** Whether something was typed that stays as a draft when the dialog is closed. */
    hasDraft: JSON.stringify(form.fields) !== JSON.stringify(empty),
  }
}
