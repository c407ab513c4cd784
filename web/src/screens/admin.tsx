import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { AccessWall } from '../features/access/access-wall.tsx'
import { AdminPage } from '../features/admin/admin-page.tsx'
import { texts } from '../features/admin/admin-texts.ts'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { readAdminSearch, type AdminSearch } from '../lib/routing/admin-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'

const route = getRouteApi('/admin')
const DisputeQueue = lazy(async () => ({
  default: (await import('../features/projects/disputes/dispute-list.tsx')).DisputeQueue,
}))

/** The admin page. Other members see that it is not for them, and no data is requested. */
export function AdminScreen() {
  const viewer = useViewer()
  if (viewer === null) return null
  const bars = {
    bar: <TopBar isCreator={viewer.isCreator} />,
    after: <TabBar isCreator={viewer.isCreator} />,
  }
  return viewer.isAdmin ? (
    <Dashboard viewerId={viewer.id} {...bars} />
  ) : (
    <AccessWall kind="admin" {...bars} />
  )
}

function Dashboard({
  viewerId,
  bar,
  after,
}: {
  viewerId: string
  bar: ReactNode
  after: ReactNode
}) {
  const search = readAdminSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  useDocumentTitle(texts.title)
  const go = (next: AdminSearch, { replace = false } = {}) =>
    void navigate({ search: next, replace, resetScroll: false })
  return (
    <>
      {bar}
      <main id="main" tabIndex={-1} className="page admin">
        <AdminPage viewerId={viewerId} search={search} onSearch={go} Disputes={DisputeQueue} />
      </main>
      {after}
    </>
  )
}
