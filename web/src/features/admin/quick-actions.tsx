import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import type { Queues } from '@plinth/contract/moderation/queues.ts'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import { queuesQuery } from './queues/queue-api.ts'
import { QueueSkeleton } from './queues/queue-list.tsx'
import type { QueueProps } from './queues/queue-rules.ts'
import { queueTexts as texts } from './queues/queue-texts.ts'

const ReportQueue = lazy(async () => ({
  default: (await import('./queues/report-queue.tsx')).ReportQueue,
}))
const PromotionQueue = lazy(async () => ({
  default: (await import('./queues/promotion-queue.tsx')).PromotionQueue,
}))
const AdQueue = lazy(async () => ({ default: (await import('./queues/ad-queue.tsx')).AdQueue }))
const AppealQueue = lazy(async () => ({
  default: (await import('./queues/appeal-queue.tsx')).AppealQueue,
}))
const TakedownQueue = lazy(async () => ({
  default: (await import('./queues/takedown-queue.tsx')).TakedownQueue,
}))
const InvitationPanel = lazy(async () => ({
  default: (await import('./invitations/invitation-panel.tsx')).InvitationPanel,
}))
const AuditPanel = lazy(async () => ({
  default: (await import('./audit/audit-panel.tsx')).AuditPanel,
}))

const QUEUES = [
  { name: 'reports', count: 'reports', Panel: ReportQueue },
  { name: 'disputes', count: 'disputes', Panel: null },
  { name: 'promotions', count: 'promotions', Panel: PromotionQueue },
  { name: 'ads', count: 'adInquiries', Panel: AdQueue },
  { name: 'appeals', count: 'appeals', Panel: AppealQueue },
  { name: 'copyright', count: 'takedowns', Panel: TakedownQueue },
  { name: 'invitations', count: null, Panel: InvitationPanel },
  { name: 'audit', count: null, Panel: AuditPanel },
] as const satisfies readonly {
  name: string
  count: keyof Queues | null
  Panel: ComponentType<QueueProps> | null
}[]

/** The queues that wait for an admin, one at a time. Disputes belong to projects, so the screen passes them in. */
export function QuickActions({
  Disputes,
  ...props
}: QueueProps & { Disputes: ComponentType<QueueProps> }) {
  const { search, onSearch } = props
  const { data: counts, isError } = useQuery(queuesQuery)
  // The first queue with something in it is chosen once and put into the address, so that a decision does not switch queues.
  const isUnnamed = Object.keys(search).every((name) => name === 'tab') && !isError
  const waiting =
    counts && (QUEUES.find(({ count }) => count !== null && counts[count] > 0) ?? QUEUES[0])
  const waitingName = isUnnamed ? waiting?.name : undefined
  useEffect(() => {
    if (waitingName === undefined) return
    onSearch({ tab: 'actions', list: waitingName }, { replace: true })
  }, [waitingName, onSearch])
  const queue = QUEUES.find(({ name }) => name === search.list) ?? QUEUES[0]
  const Panel = queue.Panel ?? Disputes
  const row = useRef<HTMLElement>(null)
  // On phones the row is wider than the window, so the open queue is scrolled into view.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[data-queue=${queue.name}]`)
    row.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 20 })
  }, [queue.name])
  return (
    <>
      <nav
        ref={row}
        aria-label={texts.filters}
        className="no-scrollbar relative -mx-1 mt-4.5 flex gap-1 overflow-x-auto px-1 py-1"
      >
        {QUEUES.map(({ name, count }) => (
          <FilterTab key={name} active={!isUnnamed && name === queue.name} asChild>
            <Link
              to="/admin"
              search={{ tab: 'actions', list: name }}
              activeProps={{}}
              resetScroll={false}
              data-queue={name}
            >
              {texts.names[name]}
              {count === null ? null : <Waiting value={counts?.[count] ?? 0} />}
            </Link>
          </FilterTab>
        ))}
      </nav>
      {isUnnamed ? (
        <QueueSkeleton />
      ) : (
        <Suspense fallback={<QueueSkeleton />}>
          <Panel key={queue.name} {...props} />
        </Suspense>
      )}
    </>
  )
}

const Waiting = ({ value }: { value: number }) =>
  value === 0 ? null : (
    <>
      <span aria-hidden className="tnum ml-2 text-14 font-semibold">
        {value}
      </span>
      <span className="sr-only">{texts.waiting(value)}</span>
    </>
  )
