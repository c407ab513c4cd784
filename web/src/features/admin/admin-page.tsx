import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import type { AdminSearch } from '../../lib/routing/admin-search.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useMay } from '../session/use-may.ts'
import { AdminHead, RIGHT_OF } from './admin-head.tsx'
import { answersQuery } from './answers/answer-api.ts'
import { LacksRight } from './lacks-right.tsx'

const UsersPanel = lazy(async () => ({
  default: (await import('./users/users-panel.tsx')).UsersPanel,
}))
const ContentPanel = lazy(async () => ({
  default: (await import('./content/content-panel.tsx')).ContentPanel,
}))
const QuickActions = lazy(async () => ({
  default: (await import('./quick-actions.tsx')).QuickActions,
}))

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
  const { tab = 'users' } = props.search
  const right = RIGHT_OF[tab]
  const mayDo = useMay()
  const isOpen = mayDo(right)
  // Read before a dialog needs them, because its buttons would move when they come.
  useQuery({ ...answersQuery, enabled: mayDo('answers.use') })
  return (
    <>
      <AdminHead tab={tab} />
      <Suspense fallback={<Skeleton className="mt-5 h-80" />}>
        {isOpen ? null : <LacksRight right={right} />}
        {isOpen && tab === 'users' ? <UsersPanel {...props} /> : null}
        {isOpen && tab === 'content' ? <ContentPanel {...props} /> : null}
        {isOpen && tab === 'actions' ? <QuickActions {...props} Disputes={Disputes} /> : null}
      </Suspense>
    </>
  )
}
