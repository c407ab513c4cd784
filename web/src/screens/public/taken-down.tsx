import { TakenDownPage } from '../../features/moderation/taken-down-page.tsx'
import { takenDownTexts as texts } from '../../features/moderation/moderation-texts.ts'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The viewer's posts and works that were taken down. */
export function TakenDownScreen() {
  const isCreator = useViewer()?.isCreator === true
  useDocumentTitle(texts.title)
  return (
    <MemberPage isCreator={isCreator}>
      <TakenDownPage />
    </MemberPage>
  )
}
