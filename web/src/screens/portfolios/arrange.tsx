import { MemberPage } from '../../features/navigation/member-page.tsx'
import { ArrangePage } from '../../features/portfolios/arrange/arrange-page.tsx'
import { arrangeTexts as texts } from '../../features/portfolios/arrange/arrange-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** Where a creator arranges their wall. */
export function ArrangeScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator}>
      <ArrangePage viewerId={viewer.id} />
    </MemberPage>
  )
}
