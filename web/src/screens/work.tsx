import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { WorkPageSkeleton } from '../features/portfolios/work/work-skeleton.tsx'
import { WorkView } from '../features/portfolios/work/work-view.tsx'
import { preload } from '../root-route.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { FollowMaker } from './follow-maker.tsx'

const route = getRouteApi('/portfolio/$id')

/** Each kind of work needs one of them, with its styles. */
const WorkPage = lazyRouteComponent(() => import('./work-plain.tsx'), 'WorkPage')
const StudyPage = lazyRouteComponent(() => import('./study.tsx'), 'StudyPage')

/**
 * Loads them before a work is drawn on the server, and before the browser takes over what the server drew: then nothing
 * has to wait for them.
 */
export async function prepare(): Promise<void> {
  if (typeof document === 'undefined') await preload(WorkPage, StudyPage)
  else await preload(document.getElementById('study') === null ? WorkPage : StudyPage)
}

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
        {(work, set) => {
          const props = {
            work,
            set,
            viewerId,
            follow: set ? <FollowMaker work={set} viewerId={viewerId} /> : null,
            onOpen: (next: string) => void navigate({ to: '/portfolio/$id', params: { id: next } }),
            onGone: () => void navigate({ to: '/', replace: true }),
          }
          return (
            <Suspense fallback={<WorkPageSkeleton />}>
              {work.hasCaseStudy ? <StudyPage {...props} /> : <WorkPage {...props} />}
            </Suspense>
          )
        }}
      </WorkView>
    </PageFrame>
  )
}
