import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import type { Queues } from '@plinth/contract/moderation/queues.ts'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import type { Right } from '@plinth/contract/http/rights.ts'
import { useMay } from '../session/use-may.ts'
import { queuesQuery } from './admin-api.ts'
import { LacksRight } from './lacks-right.tsx'
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
const ProposalQueue = lazy(async () => ({
  default: (await import('./queues/proposal-queue.tsx')).ProposalQueue,
}))
const AnswerPanel = lazy(async () => ({
  default: (await import('./answers/answer-panel.tsx')).AnswerPanel,
}))
const AssignedQueue = lazy(async () => ({
  default: (await import('./queues/assigned-queue.tsx')).AssignedQueue,
}))
const HeldQueue = lazy(async () => ({
  default: (await import('./queues/spam/held-queue.tsx')).HeldQueue,
}))
const BlockQueue = lazy(async () => ({
  default: (await import('./queues/spam/block-queue.tsx')).BlockQueue,
}))
const InvitationPanel = lazy(async () => ({
  default: (await import('./invitations/invitation-panel.tsx')).InvitationPanel,
}))
const AuditPanel = lazy(async () => ({
  default: (await import('./audit/audit-panel.tsx')).AuditPanel,
}))

const QUEUES = [
  { name: 'reports', count: 'reports', right: 'reports.decide', Panel: ReportQueue },
  { name: 'held', count: 'held', right: 'reports.decide', Panel: HeldQueue },
  { name: 'blocks', count: 'lookAlikes', right: 'content.moderate', Panel: BlockQueue },
  { name: 'disputes', count: 'disputes', right: 'disputes.decide', Panel: null },
  { name: 'second', count: 'proposals', right: 'proposals.decide', Panel: ProposalQueue },
  { name: 'promotions', count: 'promotions', right: 'advertising.manage', Panel: PromotionQueue },
  { name: 'ads', count: 'adInquiries', right: 'advertising.manage', Panel: AdQueue },
  { name: 'appeals', count: 'appeals', right: 'appeals.decide', Panel: AppealQueue },
  { name: 'copyright', count: 'takedowns', right: 'copyright.decide', Panel: TakedownQueue },
  { name: 'answers', count: null, right: 'answers.use', Panel: AnswerPanel },
  { name: 'mine', count: null, right: 'queues.read', Panel: AssignedQueue },
  { name: 'invitations', count: null, right: 'invitations.make', Panel: InvitationPanel },
  { name: 'audit', count: null, right: 'audit.read', Panel: AuditPanel },
] as const satisfies readonly {
  name: string
  right: Right
  count: keyof Queues | null
  Panel: ComponentType<QueueProps> | null
}[]

/** The queues that wait for an admin, one at a time. Disputes belong to projects, so the screen passes them in. */
export function QuickActions({
  Disputes,
  ...props
}: QueueProps & { Disputes: ComponentType<QueueProps> }) {
  const { search, onSearch } = props
  const mayDo = useMay()
  const queues = QUEUES.filter(({ right }) => mayDo(right))
  const { data: counts, isError } = useQuery(queuesQuery)
  // The first queue with something in it is chosen once and put into the address, so that a decision does not switch queues.
  const isUnnamed =
    queues.length > 0 && Object.keys(search).every((name) => name === 'tab') && !isError
  const waiting =
    counts && (queues.find(({ count }) => count !== null && counts[count] > 0) ?? queues[0])
  const waitingName = isUnnamed ? waiting?.name : undefined
  useEffect(() => {
    if (waitingName === undefined) return
    onSearch({ tab: 'actions', list: waitingName }, { replace: true })
  }, [waitingName, onSearch])
  const queue = QUEUES.find(({ name }) => name === search.list) ?? queues[0] ?? QUEUES[0]
  const Panel = queue.Panel ?? Disputes
  const row = useRef<HTMLElement>(null)
  // On phones and tablets the row is wider than the window, so the open queue is scrolled into view.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[data-queue=${queue.name}]`)
    row.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 20 })
  }, [queue.name])
  return (
    <>
      <nav
        ref={row}
        aria-label={texts.filters}
        className="no-scrollbar admin-queues relative -mx-1 mt-4.5 flex gap-1 overflow-x-auto px-1 py-1"
      >
        {queues.map(({ name, count }) => (
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
      ) : !mayDo(queue.right) ? (
        <LacksRight right={queue.right} />
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
