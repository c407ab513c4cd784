import { LimitsPage } from '../../features/limits/limits-page.tsx'
import { texts } from '../../features/limits/limits-texts.ts'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The limits page, for members and visitors. */
export function LimitsScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) {
    return (
      <>
        <PublicHeader returnTo="/limits" />
        <main id="content" tabIndex={-1} className="outline-none">
          <LimitsPage />
        </main>
        <PublicFooter />
      </>
    )
  }
  return (
    <MemberPage isCreator={viewer.isCreator}>
      <LimitsPage />
    </MemberPage>
  )
}

// In the same file for browsers, so that the first load names one file less.
export { AiScreen } from './ai.tsx'
