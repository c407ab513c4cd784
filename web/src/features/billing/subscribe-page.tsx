import './subscribe.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import type { PaymentSearch } from '../../lib/routing/payment-search.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { subscriptionQuery } from './billing-api.ts'
import { subscribeTexts as texts } from './billing-texts.ts'
import { CreatorDashboard } from './dashboard.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import { SubscribeOffer, type Shown } from './subscribe-panel.tsx'
import { useSubscribed } from './use-subscribe.ts'

interface SubscribePageProps {
  checkout: PaymentSearch['checkout']
  /** The work on the plinth: one for people who are not creators yet, one for creators. */
  featured: Shown | undefined
  own: Shown | null | undefined
  /** The links to the upload and to the works. */
  upload: ReactNode
  payouts: ReactNode
  /** The form that appeals against the end of one's creator rights. */
  appeal: ReactNode
}

/** The page for any state of the subscription. */
export function SubscribePage({ checkout, ...rest }: SubscribePageProps) {
  const query = useQuery(subscriptionQuery)
  const coming = useSubscribed(checkout)
  return (
    <div className="page">
      <QueryView query={query} skeleton={<SubscribeSkeleton />} failed={texts.failed}>
        {(subscription) =>
          subscription.removed !== null ? (
            <RemovedNotice removed={subscription.removed} appeal={rest.appeal} />
          ) : isCreator(subscription) ? (
            <CreatorDashboard subscription={subscription} {...rest} />
          ) : (
            <SubscribeOffer
              subscription={subscription}
              featured={rest.featured}
              coming={coming}
              isCancelled={checkout === 'cancelled'}
            />
          )
        }
      </QueryView>
    </div>
  )
}

/** A past due subscription counts: it is repaired, not started again. */
const isCreator = ({ state, isGranted }: Subscription) =>
  isGranted || state === 'active' || state === 'past_due'

const SubscribeSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="subscribe">
    <div className="subscribe-said">
      <Skeleton className="h-24 w-4/5" />
      <Skeleton className="mt-8 h-6 w-3/5" />
      <Skeleton className="mt-8 h-40" />
    </div>
    <Skeleton className="mx-auto h-96 w-3/4" />
  </div>
)
