import { useQuery } from '@tanstack/react-query'
import { debugUrlsQuery } from '../features/debug/debug-api.ts'
import { DebugPage } from '../features/debug/debug-page.tsx'
import { texts } from '../features/debug/debug-texts.ts'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { Failure } from '../ui/feedback/failure.tsx'
import { NotFoundScreen } from './public/not-found.tsx'

/** The debug page, for members. Not found where it is switched off. */
export function DebugCalls() {
  const viewer = useViewer()
  const urls = useQuery(debugUrlsQuery)
  useDocumentTitle(texts.title)
  if (viewer === null || urls.data === null) return <NotFoundScreen />
  return (
    <MemberPage isCreator={viewer.isCreator}>
      {urls.data !== undefined ? (
        <DebugPage urls={urls.data} viewer={viewer} />
      ) : urls.error === null ? null : (
        <Failure title={urls.error.message} onRetry={() => void urls.refetch()} />
      )}
    </MemberPage>
  )
}
