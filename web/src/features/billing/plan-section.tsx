import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Subscription,
  confirmSubscription,
  cancelSubscription,
  resumeSubscription,
} from '@plinth/contract/money/billing.ts'
import { date, price } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { usePortal, useSubscribe } from './use-subscribe.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { call } from '../../lib/api/api.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { storeSubscription } from './billing-api.ts'
import { dashboardTexts, subscribeTexts } from './billing-texts.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { showCallError } from '../session/unauthorized.ts'

/** The plan and what can be done about it. A creator whose rights were granted may subscribe as well. */
export function PlanFacts({ subscription }: { subscription: Subscription }) {
  const { state, price: sum, isGranted, periodEnd, endsAtPeriodEnd, card } = subscription
  const isPaid = state === 'active' || state === 'past_due'
  return (
    <>
      <dl className="dashboard-facts flex flex-wrap gap-y-3 gap-x-12 mt-7 tnum">
        <Fact name={dashboardTexts.plan}>
          {isPaid ? dashboardTexts.planSum(price(sum)) : dashboardTexts.grantedPlan}
        </Fact>
        {isPaid && periodEnd !== null ? (
          <Fact name={endsAtPeriodEnd ? dashboardTexts.ends : dashboardTexts.next}>
            {date(periodEnd)}
          </Fact>
        ) : null}
        {isPaid ? (
          <Fact name={dashboardTexts.card}>
            {card === null
              ? dashboardTexts.noCard
              : dashboardTexts.cardEnding(card.brand, card.last4)}
          </Fact>
        ) : null}
      </dl>
      {isGranted && !isPaid ? (
        <p className="mt-4 max-w-[58ch] text-14 text-ink-2">{dashboardTexts.grantedLine}</p>
      ) : null}
      {isPaid && endsAtPeriodEnd && periodEnd !== null ? (
        <p className="mt-4 max-w-[58ch] text-14 text-ink-2">
          {dashboardTexts.endingLine(date(periodEnd))}
        </p>
      ) : null}
      <div className="mt-5 -ml-4.5 flex flex-wrap gap-x-2 max-tablet:-ml-4.5">
        {isPaid ? <CardAction subscription={subscription} /> : null}
        {isPaid ? null : <AlsoSubscribe />}
        <Button variant="quiet" asChild>
          <Link to="/statement">{dashboardTexts.statement}</Link>
        </Button>
        {isPaid ? <EndAction subscription={subscription} /> : null}
      </div>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function AlsoSubscribe() {
  const { go, isLeaving } = useSubscribe()
  return (
    <Button
      variant="quiet"
      busy={isLeaving && dashboardTexts.opening}
      onClick={() => go('subscribe')}
    >
      {dashboardTexts.alsoSubscribe}
    </Button>
  )
}

function CardAction({ subscription: { card } }: { subscription: Subscription }) {
  const portal = usePortal()
  return (
    <Button
      variant="quiet"
      busy={portal.isLeaving && dashboardTexts.late.opening}
      onClick={() => portal.go('portal')}
    >
      {card === null
        ? dashboardTexts.receipts
        : `${dashboardTexts.changeCard}, ${dashboardTexts.receipts.toLowerCase()}`}
    </Button>
  )
}

function EndAction({
  subscription: { endsAtPeriodEnd, periodEnd },
}: {
  subscription: Subscription
}) {
  const [asks, setAsks] = useState(false)
  const end = useSubscriptionEnd(() => setAsks(false))
  if (endsAtPeriodEnd)
    return (
      <Button busy={end.isSending && '...'} onClick={() => end.send(false)}>
        {dashboardTexts.resume}
      </Button>
    )
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {dashboardTexts.cancel}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={dashboardTexts.cancelAsk.title}
        description={dashboardTexts.cancelAsk.line(periodEnd === null ? '' : date(periodEnd))}
        keep={dashboardTexts.cancelAsk.keep}
        confirm={dashboardTexts.cancelAsk.confirm}
        busy={end.isSending && dashboardTexts.cancelAsk.busy}
        onConfirm={() => end.send(true)}
      />
    </>
  )
}

const lateTexts = dashboardTexts.late

/** A renewal that could not be charged: what happened, how long the rights last, and how to change the card. */
export function PastDue({ subscription: { rightsUntil } }: { subscription: Subscription }) {
  const client = useQueryClient()
  const portal = usePortal()
  const now = useNow()
  const isOver = rightsUntil === null || Date.parse(rightsUntil) <= now
  const asking = useMutation({
    mutationFn: () => call(confirmSubscription),
    onSuccess: (subscription) => {
      storeSubscription(client, subscription)
      if (subscription.state === 'past_due') toast({ title: lateTexts.still })
      else toast({ title: subscribeTexts.paid.title })
    },
    onError: (error) => {
      showCallError(error, subscribeTexts.errorTitle, subscribeTexts.askFailed)
    },
  })
  return (
    <section aria-label={lateTexts.title} className="subscribe-notice mt-6">
      <h2 className="flex items-center gap-2.5 text-16 font-semibold text-ink">
        <TriangleAlert size={20} className="text-danger" aria-hidden />
        {lateTexts.title}
      </h2>
      <p className="mt-2">{isOver ? lateTexts.over : lateTexts.line(date(rightsUntil))}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={portal.isLeaving && lateTexts.opening}
          onClick={() => portal.go('portal')}
        >
          {lateTexts.button}
        </Button>
        <Button busy={asking.isPending && lateTexts.asking} onClick={() => asking.mutate()}>
          {lateTexts.again}
        </Button>
      </div>
    </section>
  )
}

/** Cancels the subscription at the end of its period, or resumes it. */
function useSubscriptionEnd(onDone: () => void) {
  const client = useQueryClient()
  return useSendOnce({
    send: (ends: boolean, idempotencyKey) =>
      call(ends ? cancelSubscription : resumeSubscription, { idempotencyKey }),
    onSent: (subscription, ends) => {
      storeSubscription(client, subscription)
      onDone()
      const { title, line } = ends ? dashboardTexts.cancelled : dashboardTexts.resumed
      const { periodEnd } = subscription
      toast({ title, ...(periodEnd === null ? {} : { description: line(date(periodEnd)) }) })
    },
    onFailed: (error) => {
      showCallError(error, 'Error', dashboardTexts.changeFailed)
    },
  })
}
