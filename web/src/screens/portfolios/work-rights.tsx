import { getRouteApi } from '@tanstack/react-router'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { RightsPage } from '../../features/portfolios/rights/rights-page.tsx'
import { rightsTexts } from '../../features/portfolios/rights/rights-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

const route = getRouteApi('/portfolio/$id/$part')

/** How one of the viewer's works was made, and who may use it for what. */
export function WorkRightsScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  useDocumentTitle(rightsTexts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="outline-none">
      <div className="page">
        <RightsPage id={id} viewerId={viewer.id} />
      </div>
    </MemberPage>
  )
}
