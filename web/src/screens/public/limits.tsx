import { useLocation } from '@tanstack/react-router'
import { LimitsPage } from '../../features/limits/limits-page.tsx'
import { texts } from '../../features/limits/limits-texts.ts'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { AiScreen } from './ai.tsx'

function Limits() {
  useDocumentTitle(texts.title)
  return <LimitsPage />
}

/** The two pages of facts, `/limits` and `/ai`, for members and visitors. One file, so that first loads name one. */
export function LimitsScreen() {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const Page = pathname === '/ai' ? AiScreen : Limits
  if (viewer === null) {
    return (
      <>
        <PublicHeader returnTo={pathname} />
        <main id="content" tabIndex={-1} className="outline-none">
          <Page />
        </main>
        <PublicFooter />
      </>
    )
  }
  return (
    <MemberPage isCreator={viewer.isCreator}>
      <Page />
    </MemberPage>
  )
}
