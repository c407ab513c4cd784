import { useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { CaseKind } from '@plinth/contract/moderation/cases.ts'
import { AccessWall } from '../../features/access/access-wall.tsx'
import { caseTexts as texts } from '../../features/cases/case-texts.ts'
import { MemberBars, MemberPage } from '../../features/navigation/member-page.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const OwnCasePage = lazy(async () => ({
  default: (await import('../../features/cases/own-case.tsx')).OwnCasePage,
}))
const StaffCase = lazy(async () => ({
  default: (await import('./staff-case.tsx')).StaffCase,
}))

/** A case: for one of its sides, or under `/admin` for staff. */
export function CaseScreen() {
  const viewer = useViewer()
  // The server says what is no kind of case.
  const { kind = '', id = '' } = useParams({ strict: false })
  const isStaff = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/admin/'),
  })
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  const { id: viewerId, isCreator, isAdmin } = viewer
  if (!isStaff) {
    return (
      <MemberPage isCreator={isCreator}>
        <Suspense fallback={<Skeleton className="h-120" />}>
          <OwnCasePage key={`${kind} ${id}`} kind={kind as CaseKind} id={id} viewerId={viewerId} />
        </Suspense>
      </MemberPage>
    )
  }
  if (!isAdmin) {
    return (
      <AccessWall
        kind="admin"
        bar={<TopBar isCreator={isCreator} />}
        after={<TabBar isCreator={isCreator} />}
      />
    )
  }
  return (
    <MemberBars isCreator={isCreator}>
      <main id="main" tabIndex={-1} className="page py-10">
        <Suspense fallback={<Skeleton className="h-120" />}>
          <StaffCase key={`${kind} ${id}`} kind={kind as CaseKind} id={id} viewerId={viewerId} />
        </Suspense>
      </main>
    </MemberBars>
  )
}
