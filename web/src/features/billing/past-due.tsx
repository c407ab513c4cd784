import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { confirmSubscription, type Subscription } from '@plinth/contract/money/billing.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { date } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { takeInSubscription } from './billing-api.ts'
import { dashboardTexts, subscribeTexts } from './billing-texts.ts'
import { usePortal } from './use-subscribe.ts'

const texts = dashboardTexts.late

/** A renewal that could not be charged: what happened, until when rights last, and the way to another card. */
export function PastDue({ subscription: { rightsUntil } }: { subscription: Subscription }) {
  const client = useQueryClient()
  const portal = usePortal()
  const now = useNow()
  const isOver = rightsUntil === null || Date.parse(rightsUntil) <= now
  const asking = useMutation({
    mutationFn: () => call(confirmSubscription),
    onSuccess: (subscription) => {
      takeInSubscription(client, subscription)
      if (subscription.state === 'past_due') toast({ title: texts.still })
      else toast({ title: subscribeTexts.paid.title })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: subscribeTexts.errorTitle,
        description: sentenceOf(error, subscribeTexts.askFailed),
        variant: 'destructive',
      })
    },
  })
  return (
    <section aria-label={texts.title} className="subscribe-notice mt-6">
      <h2 className="flex items-center gap-2.5 text-16 font-semibold text-ink">
        <TriangleAlert size={20} className="text-danger" aria-hidden />
        {texts.title}
      </h2>
      <p className="mt-2">{isOver ? texts.over : texts.line(date(rightsUntil))}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={portal.isLeaving && texts.opening}
          onClick={() => portal.go('portal')}
        >
          {texts.button}
        </Button>
        <Button busy={asking.isPending && texts.asking} onClick={() => asking.mutate()}>
          {texts.again}
        </Button>
      </div>
    </section>
  )
}
