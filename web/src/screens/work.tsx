import { getRouteApi } from '@tanstack/react-router'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { WorkPage, WorkPageSkeleton } from '../features/portfolios/work/work-page.tsx'
import { WorkView } from '../features/portfolios/work/work-view.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { FollowMaker } from './follow-maker.tsx'

const route = getRouteApi('/portfolio/$id')

/** A work at its own address. */
export function WorkScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const viewerId = viewer?.id ?? null
  return (
    <PageFrame
      join="secondary"
      className={viewerId === null ? 'work-page without-tabs' : 'work-page'}
    >
      <WorkView id={id} viewerId={viewerId} heading="h1" skeleton={<WorkPageSkeleton />}>
        {(work, set) => (
          <WorkPage
            work={work}
            set={set}
            viewerId={viewerId}
            follow={set ? <FollowMaker work={set} viewerId={viewerId} /> : null}
            onOpen={(next) => void navigate({ to: '/portfolio/$id', params: { id: next } })}
            onGone={() => void navigate({ to: '/', replace: true })}
          />
        )}
      </WorkView>
    </PageFrame>
  )
}
