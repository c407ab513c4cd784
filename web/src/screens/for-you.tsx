import { MemberPage } from '../features/navigation/member-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { ForYouPanel } from './for-you-panel.tsx'

/** For You at its own address. Home shows the same in a tab. */
export function ForYouScreen() {
  const viewer = useViewer()
  useDocumentTitle('For You')
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator}>
      <h1 className="sr-only">For You</h1>
      <ForYouPanel viewerId={viewer.id} />
    </MemberPage>
  )
}
