import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useSearch } from '@tanstack/react-router'
import { AccessWall } from '../../features/access/access-wall.tsx'
import { boardQuery } from '../../features/boards/board-api.ts'
import { BoardPage } from '../../features/boards/board-page.tsx'
import { pageTexts as texts } from '../../features/boards/board-texts.ts'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { VisitorBar } from '../../features/navigation/visitor-bar.tsx'
import { WorkDialog } from '../../features/portfolios/work/late-work-dialog.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { readBoardSearch } from '../../lib/routing/boards-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton, WallSkeleton } from '../../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { NotFoundScreen } from '../public/not-found.tsx'

const route = getRouteApi('/boards/$id')

/** A board, for its people and, if it is open by link, for everybody who has that. */
export function BoardScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const { show = 'all', work } = readBoardSearch(useSearch({ strict: false }))
  const query = useQuery(boardQuery(id))
  const isGone = isMissing(query.error)
  useDocumentTitle(isGone || work !== undefined ? undefined : query.data?.title)
  // Without the board's own place, so that it never shows what somebody may no longer see.
  if (isGone && viewer !== null) return <NotFoundScreen />
  if (isGone)
    return <AccessWall kind="login" title={texts.signIn} bar={<VisitorBar join="secondary" />} />
  const viewerId = viewer?.id ?? null
  return (
    <>
      <PageFrame className="boards-screen page">
        <QueryView query={query} skeleton={<BoardSkeleton />} failed={texts.failed}>
          {(board) => <BoardPage key={id} board={board} show={show} viewerId={viewerId} />}
        </QueryView>
      </PageFrame>
      <OnceOpened open={work !== undefined}>
        <WorkDialog id={work} viewerId={viewerId} />
      </OnceOpened>
    </>
  )
}

const BoardSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="h-11 w-2/5" />
    <Skeleton className="mt-4 mb-10 h-6 w-3/5" />
    <WallSkeleton count={6} />
  </div>
)
