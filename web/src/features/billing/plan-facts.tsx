import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import { date, price } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { dashboardTexts as texts } from './billing-texts.ts'
import { useEnd } from './use-end.ts'
import { usePortal } from './use-subscribe.ts'

/** The plan as text, and what can be done about it. Who was granted their rights has nothing to do. */
export function PlanFacts({ subscription }: { subscription: Subscription }) {
  const { state, price: sum, isGranted, periodEnd, endsAtPeriodEnd, card } = subscription
  const isPaid = state === 'active' || state === 'past_due'
  return (
    <>
      <dl className="dashboard-facts flex flex-wrap gap-y-3 gap-x-12 mt-7 tnum">
        <Fact name={texts.plan}>{isPaid ? texts.planSum(price(sum)) : texts.grantedPlan}</Fact>
        {isPaid && periodEnd !== null ? (
          <Fact name={endsAtPeriodEnd ? texts.ends : texts.next}>{date(periodEnd)}</Fact>
        ) : null}
        {isPaid ? (
          <Fact name={texts.card}>
            {card === null ? texts.noCard : texts.cardEnding(card.brand, card.last4)}
          </Fact>
        ) : null}
      </dl>
      {isGranted && !isPaid ? (
        <p className="mt-4 max-w-[58ch] text-14 text-ink-2">{texts.grantedLine}</p>
      ) : null}
      {isPaid && endsAtPeriodEnd && periodEnd !== null ? (
        <p className="mt-4 max-w-[58ch] text-14 text-ink-2">{texts.endingLine(date(periodEnd))}</p>
      ) : null}
      <div className="mt-5 -ml-4.5 flex flex-wrap gap-x-2 max-tablet:-ml-4.5">
        {isPaid ? <CardDoing subscription={subscription} /> : null}
        <Button variant="quiet" asChild>
          <Link to="/statement">{texts.statement}</Link>
        </Button>
        {isPaid ? <EndDoing subscription={subscription} /> : null}
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

function CardDoing({ subscription: { card } }: { subscription: Subscription }) {
  const portal = usePortal()
  return (
    <Button
      variant="quiet"
      busy={portal.isLeaving && texts.late.opening}
      onClick={() => portal.go('portal')}
    >
      {card === null ? texts.receipts : `${texts.changeCard}, ${texts.receipts.toLowerCase()}`}
    </Button>
  )
}

function EndDoing({
  subscription: { endsAtPeriodEnd, periodEnd },
}: {
  subscription: Subscription
}) {
  const [asks, setAsks] = useState(false)
  const end = useEnd(() => setAsks(false))
  if (endsAtPeriodEnd)
    return (
      <Button busy={end.isSending && '...'} onClick={() => end.send(false)}>
        {texts.resume}
      </Button>
    )
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={texts.cancelAsk.title}
        description={texts.cancelAsk.line(periodEnd === null ? '' : date(periodEnd))}
        keep={texts.cancelAsk.keep}
        confirm={texts.cancelAsk.confirm}
        busy={end.isSending && texts.cancelAsk.busy}
        onConfirm={() => end.send(true)}
      />
    </>
  )
}
