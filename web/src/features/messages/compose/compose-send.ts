import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { ApiError, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { showFieldErrors } from '../../../lib/forms/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { composeTexts as texts } from './compose-texts.ts'
import { takeInMessage } from '../message-cache.ts'

interface SendOptions<F extends FieldValues, Body> {
  form: Pick<UseFormReturn<F>, 'setError'>
  send: (body: Body) => Promise<Message>
  /** The labels that a server's remark is put behind. */
  labels: Readonly<Record<string, string>>
  said: { title: string; line: string; failed: string }
  /** What to do about an error, where the server's sentence leaves that open. */
  explain?: (error: unknown) => string | null
  /** Leads to the conversation from wherever one is; left out where one is there. */
  leadsThere?: boolean
  /** The text under this client id has arrived before, in another version. */
  onTaken: () => void
  onSent: (message: Message) => void
}

/** The server has a message under this client id that says something else. */
export const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.fields['clientId'] !== undefined

/** Sends what was written; what went wrong lands on its field and in a toast, and nothing typed is lost. */
export function useSendWritten<F extends FieldValues, Body>(options: SendOptions<F, Body>) {
  const { form, send, labels, said, explain, leadsThere = true, onTaken, onSent } = options
  const client = useQueryClient()
  const router = useRouter()
  const refuse = (description: string) =>
    toast({ title: texts.errorTitle, description, variant: 'destructive' })
  return useMutation({
    mutationFn: send,
    onSuccess: (message) => {
      const { conversationId } = message
      takeInMessage(client, message)
      onSent(message)
      const view = {
        label: texts.view,
        onClick: () =>
          void router.navigate({ to: '/messages/$conversationId', params: { conversationId } }),
      }
      toast({
        title: said.title,
        description: said.line,
        ...(leadsThere ? { action: view } : {}),
      })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      if (isTaken(error)) {
        onTaken()
        refuse(texts.arrivedBefore)
        return
      }
      showFieldErrors(form, error, labels)
      refuse(explain?.(error) ?? sentenceOf(error, said.failed))
    },
  })
}
