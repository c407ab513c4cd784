import { useQueryClient } from '@tanstack/react-query'
import { cancelSubscription, resumeSubscription } from '@plinth/contract/money/billing.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { date } from '../../lib/format/format.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { takeInSubscription } from './billing-api.ts'
import { dashboardTexts as texts } from './billing-texts.ts'

/** Ends the subscription with its period, or takes that back. */
export function useEnd(onDone: () => void) {
  const client = useQueryClient()
  return useSendOnce({
    send: (ends: boolean, idempotencyKey) =>
      call(ends ? cancelSubscription : resumeSubscription, { idempotencyKey }),
    onSent: (subscription, ends) => {
      takeInSubscription(client, subscription)
      onDone()
      const { title, line } = ends ? texts.cancelled : texts.resumed
      const { periodEnd } = subscription
      toast({ title, ...(periodEnd === null ? {} : { description: line(date(periodEnd)) }) })
    },
    onFailed: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: 'Error',
        description: sentenceOf(error, texts.changeFailed),
        variant: 'destructive',
      })
    },
  })
}
