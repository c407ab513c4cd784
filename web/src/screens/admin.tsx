import { getRouteApi, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { readAdminSearch, type AdminSearch } from '../lib/routing/admin-search.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

const route = getRouteApi('/admin')
// Lazy, because home's script names every file that a screen imports.
const AccessWall = lazy(async () => ({
  default: (await import('../features/access/access-wall.tsx')).AccessWall,
}))
const AdminPage = lazy(async () => ({
  default: (await import('../features/admin/admin-page.tsx')).AdminPage,
}))
const HealthPage = lazy(async () => ({
  default: (await import('../features/admin/health/health-page.tsx')).HealthPage,
}))
const GrowthPage = lazy(async () => ({
  default: (await import('../features/admin/growth/growth-page.tsx')).GrowthPage,
}))
const AnnouncementsPage = lazy(async () => ({
  default: (await import('../features/admin/announcements/announcements-page.tsx'))
    .AnnouncementsPage,
}))
const DisputeQueue = lazy(async () => ({
  default: (await import('../features/projects/disputes/dispute-list.tsx')).DisputeQueue,
}))

/** The sections of the console. Other members see that it is not for them, and no data is requested. */
export function AdminScreen() {
  const viewer = useViewer()
  const { pathname } = useLocation()
  if (viewer === null) return null
  const bars = {
    bar: <TopBar isCreator={viewer.isCreator} />,
    after: <TabBar isCreator={viewer.isCreator} />,
  }
  if (!viewer.isAdmin)
    return (
      <Suspense fallback={null}>
        <AccessWall kind="admin" {...bars} />
      </Suspense>
    )
  return (
    <>
      {bars.bar}
      <main id="main" tabIndex={-1} className="page admin">
        <Suspense fallback={<Skeleton className="mt-10 h-120" />}>
          <Section pathname={pathname} viewerId={viewer.id} />
        </Suspense>
      </main>
      {bars.after}
    </>
  )
}

function Section({ pathname, viewerId }: { pathname: string; viewerId: string }) {
  if (pathname === '/admin/health') return <HealthPage />
  if (pathname === '/admin/growth') return <GrowthPage />
  if (pathname === '/admin/emails') return <AnnouncementsPage viewerId={viewerId} />
  return <Dashboard viewerId={viewerId} />
}

function Dashboard({ viewerId }: { viewerId: string }) {
  const search = readAdminSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const go = (next: AdminSearch, { replace = false } = {}) =>
    void navigate({ search: next, replace, resetScroll: false })
  return <AdminPage viewerId={viewerId} search={search} onSearch={go} Disputes={DisputeQueue} />
}
