import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelSubscription, resumeSubscription } from '@plinth/contract/money/billing.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { newClientId } from '../../lib/forms/client-id.ts'
import { date } from '../../lib/format/format.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { takeInSubscription } from './billing-api.ts'
import { dashboardTexts as texts } from './billing-texts.ts'

/** Ends the subscription with its period, or takes that back. */
export function useEnd(onDone: () => void) {
  const client = useQueryClient()
  const [key, setKey] = useState(newClientId)
  return useMutation({
    mutationFn: (ends: boolean) =>
      call(ends ? cancelSubscription : resumeSubscription, { idempotencyKey: `${key}-${ends}` }),
    onSuccess: (subscription, ends) => {
      setKey(newClientId())
      takeInSubscription(client, subscription)
      onDone()
      const { title, line } = ends ? texts.cancelled : texts.resumed
      const { periodEnd } = subscription
      toast({ title, ...(periodEnd === null ? {} : { description: line(date(periodEnd)) }) })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: 'Error',
        description: sentenceOf(error, texts.changeFailed),
        variant: 'destructive',
      })
    },
  })
}
