import { lazy, Suspense } from 'react'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

const CopyrightPage = lazy(async () => ({
  default: (await import('../../features/moderation/copyright-page.tsx')).CopyrightPage,
}))
const TopBar = lazy(async () => ({
  default: (await import('../../features/navigation/top-bar.tsx')).TopBar,
}))
const TabBar = lazy(async () => ({
  default: (await import('../../features/navigation/tab-bar.tsx')).TabBar,
}))

/** The copyright notice page, for members and visitors. */
export function CopyrightScreen() {
  const viewer = useViewer()
  useDocumentTitle('Copyright notice')
  if (viewer === null) {
    return (
      <>
        <PublicHeader returnTo="/copyright" />
        <main id="content" tabIndex={-1} className="min-h-dvh outline-none">
          <Suspense>
            <CopyrightPage />
          </Suspense>
        </main>
        <PublicFooter />
      </>
    )
  }
  return (
    <Suspense>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1}>
        <CopyrightPage />
      </main>
      <TabBar isCreator={viewer.isCreator} />
    </Suspense>
  )
}
