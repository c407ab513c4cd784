import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { draftQuery } from '../../features/portfolios/case-study/editor/editor-api.ts'
import { EditorPage } from '../../features/portfolios/case-study/editor/editor-page.tsx'
import { editorTexts as texts } from '../../features/portfolios/case-study/editor/editor-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NotFoundScreen } from '../public/not-found.tsx'

const route = getRouteApi('/portfolio/$id/$part')

/** The editor of one of the viewer's works as a page. It takes the whole window. */
export function EditCaseStudyScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const query = useQuery(draftQuery(id))
  useDocumentTitle(isMissing(query.error) ? undefined : texts.title)
  if (viewer === null) return null
  if (isMissing(query.error)) return <NotFoundScreen />
  return (
    <QueryView query={query} skeleton={<EditorSkeleton />} failed={texts.failed}>
      {(draft) => <EditorPage key={id} draft={draft} viewerId={viewer.id} />}
    </QueryView>
  )
}

const EditorSkeleton = () => (
  <main id="main" tabIndex={-1} className="page py-10">
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-11 w-2/5" />
      <Skeleton className="mt-8 h-120" />
    </div>
  </main>
)
