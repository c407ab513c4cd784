import { MemberPage } from '../../features/navigation/member-page.tsx'
import { OwnRooms } from '../../features/proofing/own/own-rooms.tsx'
import { ownTexts as texts } from '../../features/proofing/own/own-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The proof rooms that somebody has opened for works of their own. */
export function ProofRoomsScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="own-rooms page">
      <OwnRooms />
    </MemberPage>
  )
}
