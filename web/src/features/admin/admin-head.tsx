import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Right } from '@plinth/contract/http/rights.ts'
import type { AdminSearch } from '../../lib/routing/admin-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { CountDot } from '../../ui/layout/badge.tsx'
import { LedgeTab, LedgeTabs } from '../../ui/layout/tabs.tsx'
import { useMay } from '../session/use-may.ts'
import { queuesQuery } from './admin-api.ts'
import { AdminFigures } from './admin-stats.tsx'
import { texts } from './admin-texts.ts'

/** Sections with an address of their own. */
const PAGES = {
  growth: '/admin/growth',
  emails: '/admin/emails',
  health: '/admin/health',
} as const
type AdminPath = keyof typeof PAGES
const isPath = (tab: AdminTab): tab is AdminPath => tab in PAGES

export type AdminTab = NonNullable<AdminSearch['tab']> | 'users' | AdminPath

const TABS = [
  'users',
  'content',
  'actions',
  'growth',
  'emails',
  'health',
] as const satisfies readonly AdminTab[]
export const RIGHT_OF = {
  users: 'users.read',
  content: 'content.read',
  actions: 'queues.read',
  growth: 'figures.read',
  emails: 'announcements.send',
  health: 'health.read',
} as const satisfies Record<AdminTab, Right>

/** The title, the figures and the sections of the console. */
export function AdminHead({ tab }: { tab: AdminTab }) {
  useDocumentTitle(isPath(tab) ? texts.tabs[tab] : texts.title)
  const mayDo = useMay()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-y-5 gap-x-10">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        {mayDo('figures.read') ? (
          <AdminFigures counts={tab === 'actions' ? 'reports' : 'pending'} />
        ) : null}
      </div>
      <AdminTabs tab={tab} />
    </>
  )
}

function AdminTabs({ tab }: { tab: AdminTab }) {
  const mayDo = useMay()
  const { data } = useQuery({ ...queuesQuery, enabled: mayDo('queues.read') })
  const pending = data?.pendingPosts ?? 0
  const reports = mayDo('reports.decide') ? (data?.reports ?? 0) : 0
  // On phones the tabs don't fit side by side, so the open one is scrolled into view.
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <div ref={row}>
      <LedgeTabs label={texts.tabs.label} className="admin-tabs">
        {TABS.filter((one) => mayDo(RIGHT_OF[one])).map((one) => (
          <LedgeTab key={one}>
            <Link
              {...(isPath(one)
                ? { to: PAGES[one] }
                : { to: '/admin' as const, search: one === 'users' ? {} : { tab: one } })}
              // The filters of one tab are not carried into another.
              activeOptions={{ exact: true }}
              activeProps={{}}
              {...(tab === one ? { 'aria-current': 'page' as const } : {})}
            >
              {texts.tabs[one]}
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
