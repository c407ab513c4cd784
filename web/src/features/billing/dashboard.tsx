import { Link } from '@tanstack/react-router'
import { ArrowRight, Bookmark, ChartNoAxesColumn, Eye, Heart, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import { count, counted } from '../../lib/format/format.ts'
import { Badge, type BadgeKind } from '../../ui/layout/badge.tsx'
import { dashboardTexts as texts } from './billing-texts.ts'
import { PastDue, PlanFacts } from './plan-section.tsx'
import { WorkOnPlinth, type Shown } from './subscribe-panel.tsx'

interface CreatorDashboardProps {
  subscription: Subscription
  /** The viewer's most viewed work. */
  own: Shown | null | undefined
  upload: ReactNode
  payouts: ReactNode
}

/** A creator's dashboard: two links, the plan, and the bank account. */
export function CreatorDashboard({ subscription, own, upload, payouts }: CreatorDashboardProps) {
  const isLate = subscription.state === 'past_due'
  return (
    <div className="subscribe">
      <div className="subscribe-said">
        <StateBadge subscription={subscription} />
        <h1 className="display dashboard-title mt-4 text-ink">{texts.title}</h1>
        {isLate ? <PastDue subscription={subscription} /> : null}
        <p className="mt-6 max-w-[58ch] text-18 text-ink-2">{texts.lead}</p>
        <ul className="dashboard-ways mt-7">
          <li>
            <Link to="/for-you">
              <Way icon={<Play size={20} aria-hidden />} {...texts.forYou} />
            </Link>
          </li>
          <li>
            <Link to="/analytics">
              <Way icon={<ChartNoAxesColumn size={20} aria-hidden />} {...texts.analytics} />
            </Link>
          </li>
        </ul>
        <PlanFacts subscription={subscription} />
        {payouts}
      </div>
      <WorkOnPlinth picture={own === undefined ? undefined : (own?.picture ?? null)}>
        {own === null || own === undefined ? (
          <>
            <p className="display text-24 text-ink">{texts.nothingHangs}</p>
            <p className="mt-1 text-14 text-ink-3">{texts.nothingLine}</p>
          </>
        ) : (
          <MostLookedAt work={own} />
        )}
        <div className="mt-5">{upload}</div>
      </WorkOnPlinth>
    </div>
  )
}

function StateBadge({
  subscription: { state, isGranted, endsAtPeriodEnd },
}: {
  subscription: Subscription
}) {
  const [kind, word]: [BadgeKind, string] =
    state === 'past_due'
      ? ['danger', texts.pastDue]
      : state === 'active'
        ? endsAtPeriodEnd
          ? ['pending', texts.ending]
          : ['approved', texts.active]
        : ['approved', isGranted ? texts.granted : texts.active]
  return <Badge kind={kind}>{word}</Badge>
}

const Way = ({ icon, title, line }: { icon: ReactNode; title: string; line: string }) => (
  <>
    <span className="dashboard-icon">{icon}</span>
    <span className="min-w-0">
      <span className="display block text-24 text-ink">{title}</span>
      <span className="block text-14 text-ink-3">{line}</span>
    </span>
    <ArrowRight size={20} className="text-ink" aria-hidden />
  </>
)

const MostLookedAt = ({ work }: { work: Shown }) => (
  <>
    <p className="text-14 text-ink-3">{texts.looked}</p>
    <p className="work-title mt-1 line-clamp-2 text-24 text-ink">{work.title}</p>
    <ul className="tnum mt-2 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-3">
      <Count icon={<Eye size={16} aria-hidden />} value={work.views} word="view" />
      <Count icon={<Heart size={16} aria-hidden />} value={work.likes} word="like" />
      <Count icon={<Bookmark size={16} aria-hidden />} value={work.saves} word="save" />
    </ul>
  </>
)

const Count = ({ icon, value, word }: { icon: ReactNode; value: number; word: string }) =>
  value === 0 ? null : (
    <li className="flex items-center gap-1.5">
      {icon}
      <span aria-hidden>{count(value)}</span>
      <span className="sr-only">{counted(value, word)}</span>
    </li>
  )
