import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import { date } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Row, Section, SectionSkeleton } from './section.tsx'
import { subscriptionQuery } from './settings-api.ts'
import { texts } from './settings-texts.ts'

const { subscription: words } = texts

/** The state of the viewer's subscription, and links to everything about money. */
export function SubscriptionSection() {
  const query = useQuery(subscriptionQuery)
  return (
    <Section id="subscription">
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
        >
          {(subscription) => (
            <Row title={titleOf(subscription)} line={lineOf(subscription)}>
              <Button asChild>
                <Link to="/subscribe">{isNone(subscription) ? words.become : words.see}</Link>
              </Button>
            </Row>
          )}
        </QueryView>
        <Row title={words.money} line={words.statementLine}>
          <Button asChild>
            <Link to="/statement">{words.statement}</Link>
          </Button>
        </Row>
      </div>
    </Section>
  )
}

const isRunning = ({ state }: Subscription) => state === 'active' || state === 'past_due'
const isNone = (subscription: Subscription) => !isRunning(subscription) && !subscription.isGranted

function titleOf(subscription: Subscription): string {
  if (isRunning(subscription)) return words.active
  return subscription.isGranted ? words.granted : words.none
}

function lineOf(subscription: Subscription): string | undefined {
  const { state, periodEnd, endsAtPeriodEnd } = subscription
  if (!isRunning(subscription)) return isNone(subscription) ? words.noneLine : undefined
  if (state === 'past_due') return words.pastDue
  if (periodEnd === null) return undefined
  return (endsAtPeriodEnd ? words.ends : words.renews)(date(periodEnd))
}
