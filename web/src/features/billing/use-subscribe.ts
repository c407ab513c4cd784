import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import {
  becomeCreator,
  confirmSubscription,
  openPortal,
  type Subscription,
} from '@plinth/contract/money/billing.ts'
import { ApiError, call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import type { PaymentSearch } from '../../lib/routing/payment-search.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { subscriptionQuery, storeSubscription } from './billing-api.ts'
import { dashboardTexts, subscribeTexts as texts } from './billing-texts.ts'
import { showCallError } from '../session/unauthorized.ts'

const isPage = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** The server returned no payment page. */
class NoPage extends Error {}

/** Opens the payment page of the creator subscription. */
export function useSubscribe() {
  const client = useQueryClient()
  return useLeaveTo({
    open: async (_page: 'subscribe', idempotencyKey) => {
      const answer = await call(becomeCreator, { idempotencyKey })
      if ('subscriptionUrl' in answer) {
        if (!isPage(answer.subscriptionUrl)) throw new NoPage()
        return answer.subscriptionUrl
      }
      toast({ title: answer.message })
      await readAgain(client, [subscriptionQuery])
      return null
    },
    onFailed: (error) => {
      if (!isUnauthorized(error)) toast({ ...failureOf(error), variant: 'destructive' })
    },
  })
}

function failureOf(error: unknown): { title: string; description: string } {
  if (error instanceof NoPage) return { title: texts.errorTitle, description: texts.noPage }
  if (error instanceof ApiError && error.status > 0)
    return {
      title: texts.startFailedTitle,
      description: sentenceOf(error, texts.startFailedLine),
    }
  return { title: texts.errorTitle, description: texts.startFailed }
}

/** Opens the card provider's page for changing the card and reading invoices. */
export const usePortal = () =>
  useLeaveTo({
    open: async (_page: 'portal') => (await call(openPortal)).url,
    onFailed: (error) => {
      showCallError(error, texts.errorTitle, dashboardTexts.portalFailed)
    },
  })

const AGAIN_MS = 3_000
/** After a minute we stop asking and wait for the webhook. */
const MOST_ASKED = 20

/** After the viewer returns from paying: has the server ask the provider until the subscription is active. */
export function useSubscribed(checkout: PaymentSearch['checkout']) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    ...answerOf(confirmSubscription),
    enabled: checkout === 'done',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state !== 'active' && state.error === null && state.dataUpdateCount < MOST_ASKED
        ? AGAIN_MS
        : false,
  })
  const take = useEffectEvent((subscription: Subscription) => {
    storeSubscription(client, subscription)
    if (subscription.state !== 'active') return
    toast({ title: texts.paid.title, description: texts.paid.line })
    void navigate({ to: '/subscribe', search: {}, replace: true, resetScroll: false })
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) take(data)
  }, [data])
  return {
    isComing: checkout === 'done' && data?.state !== 'active',
    isAsked: data !== undefined,
    isAsking: query.isFetching,
    error: query.error,
    ask: () => void query.refetch(),
  }
}
