import './home.css'
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { texts } from '../../features/portfolios/portfolio-texts.ts'
import { WorkDialog } from '../../features/portfolios/work/late-work-dialog.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { HomePortfolios } from './home-portfolios.tsx'

const ForYouPanel = lazyRouteComponent(() => import('../for-you-panel.tsx'), 'ForYouPanel')
const HomeProfile = lazyRouteComponent(() => import('./home-profile.tsx'), 'HomeProfile')
const HomeNotifications = lazyRouteComponent(
  () => import('./home-notifications.tsx'),
  'HomeNotifications',
)
const UploadDialog = lazyRouteComponent(
  () => import('../../features/portfolios/upload/upload-dialog.tsx'),
  'UploadDialog',
)
const UploadWall = lazyRouteComponent(() => import('./upload-wall.tsx'), 'UploadWall')

const TITLES = {
  portfolios: texts.tabTitle,
  'for-you': 'For You',
  profile: 'Profile',
  notifications: 'Notifications',
} as const

const route = getRouteApi('/')

/** The four main tabs at one address, and their dialogs. */
export function HomeScreen() {
  const viewer = useViewer()
  const search = route.useSearch()
  const view = search.view ?? 'portfolios'
  useDocumentTitle(search.work === undefined ? TITLES[view] : undefined)
  if (viewer === null) return null
  const { isCreator } = viewer
  const uploading = search.dialog === 'upload'
  if (uploading && !isCreator)
    return (
      <Suspense>
        <UploadWall />
      </Suspense>
    )
  return (
    <>
      <MemberPage isCreator={isCreator} className={view === 'for-you' ? undefined : 'home'}>
        {view === 'portfolios' ? (
          <HomePortfolios search={search} isCreator={isCreator} />
        ) : (
          <Suspense fallback={<Waiting title={TITLES[view]} />}>
            {view === 'for-you' ? (
              <>
                <h1 className="sr-only">{TITLES[view]}</h1>
                <ForYouPanel viewerId={viewer.id} />
              </>
            ) : null}
            {view === 'profile' ? <HomeProfile viewer={viewer} /> : null}
            {view === 'notifications' ? (
              <HomeNotifications search={search} viewerId={viewer.id} />
            ) : null}
          </Suspense>
        )}
      </MemberPage>
      <OnceOpened open={search.work !== undefined}>
        <WorkDialog id={search.work} viewerId={viewer.id} />
      </OnceOpened>
      <OnceOpened open={uploading}>
        <UploadDialog open={uploading} viewer={viewer} />
      </OnceOpened>
    </>
  )
}

/** Placeholder while a tab's code loads. */
const Waiting = ({ title }: { title: string }) => (
  <div className="page pt-8">
    <h1 className="sr-only">{title}</h1>
    <Skeleton className="h-11 w-70 max-w-full" />
    <Skeleton className="mt-10 h-5 w-4/5" />
    <Skeleton className="mt-4 h-5 w-3/5" />
    <Skeleton className="mt-4 h-5 w-2/3" />
  </div>
)
