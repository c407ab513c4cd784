import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import type { AdminSearch } from '../../lib/routing/admin-search.ts'
import { CountDot } from '../../ui/layout/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LedgeTab, LedgeTabs } from '../../ui/layout/tabs.tsx'
import { statsQuery } from './admin-api.ts'
import { AdminFigures } from './admin-stats.tsx'
import { texts } from './admin-texts.ts'
import { UsersPanel } from './users/users-panel.tsx'

const ContentPanel = lazy(async () => ({
  default: (await import('./content/content-panel.tsx')).ContentPanel,
}))
const QuickActions = lazy(async () => ({
  default: (await import('./quick-actions.tsx')).QuickActions,
}))

const TABS = [undefined, 'content', 'actions'] as const
const WORDS = { users: texts.tabs.users, content: texts.tabs.content, actions: texts.tabs.actions }

export interface AdminPageProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** Users, content, and the queues that wait for an admin. Disputes belong to projects, so the screen passes them in. */
export function AdminPage({
  Disputes,
  ...props
}: AdminPageProps & { Disputes: ComponentType<AdminPageProps> }) {
  const { tab } = props.search
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-y-5 gap-x-10">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        <AdminFigures counts={tab === 'actions' ? 'reports' : 'pending'} />
      </div>
      <AdminTabs tab={tab} />
      <Suspense fallback={<Skeleton className="mt-5 h-80" />}>
        {tab === undefined ? <UsersPanel {...props} /> : null}
        {tab === 'content' ? <ContentPanel {...props} /> : null}
        {tab === 'actions' ? <QuickActions {...props} Disputes={Disputes} /> : null}
      </Suspense>
    </>
  )
}

function AdminTabs({ tab }: { tab: AdminSearch['tab'] }) {
  const { data } = useQuery(statsQuery)
  const pending = data?.pendingPosts ?? 0
  const reports = data?.openReports ?? 0
  // On phones the three tabs don't fit side by side, so the open one is scrolled into view.
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <div ref={row}>
      <LedgeTabs label={texts.tabs.label} className="admin-tabs">
        {TABS.map((one) => (
          <LedgeTab key={one ?? 'users'}>
            <Link
              to="/admin"
              search={one === undefined ? {} : { tab: one }}
              // The filters of one tab are not carried into another.
              activeOptions={{ exact: true }}
              {...(tab === one ? { 'aria-current': 'page' as const } : {})}
            >
              {WORDS[one ?? 'users']}
              {one === 'content' ? (
                <CountDot value={pending} label={texts.tabs.waiting(pending)} />
              ) : null}
              {one === 'actions' ? (
                <CountDot value={reports} label={texts.tabs.reports(reports)} />
              ) : null}
            </Link>
          </LedgeTab>
        ))}
      </LedgeTabs>
    </div>
  )
}
