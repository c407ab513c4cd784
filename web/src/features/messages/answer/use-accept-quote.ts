import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useLeaveTo } from '../../../lib/routing/leave-to.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { readAllAgain } from '../conversations/conversation-live.ts'
import { texts } from '../messages-texts.ts'

const words = texts.quote

/** Accepts a quote and goes to pay its deposit. */
export function useAcceptQuote(projectId: string) {
  const client = useQueryClient()
  const refuse = (description: string) => {
    void readAllAgain(client)
    toast({ title: words.failedTitle, description, variant: 'destructive' })
  }
  const leaving = useLeaveTo({
    open: async (quote: NonNullable<Message['quote']>, idempotencyKey) => {
      const { acceptQuote } = await import('./answer-accept.ts')
      const url = await acceptQuote({ projectId, quote, idempotencyKey })
      if (url === null) refuse(words.changed)
      return url
    },
    onFailed: (error) => {
      if (!isUnauthorized(error)) refuse(sentenceOf(error, words.failed))
    },
  })
  return { accept: leaving.go, isLeaving: leaving.isLeaving }
}
