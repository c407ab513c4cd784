import { AiPage } from '../../features/limits/ai-page.tsx'
import { texts } from '../../features/limits/ai-texts.ts'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The page about AI training and licences, for members and visitors. */
export function AiScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) {
    return (
      <>
        <PublicHeader returnTo="/ai" />
        <main id="content" tabIndex={-1} className="outline-none">
          <AiPage />
        </main>
        <PublicFooter />
      </>
    )
  }
  return (
    <MemberPage isCreator={viewer.isCreator}>
      <AiPage />
    </MemberPage>
  )
}
