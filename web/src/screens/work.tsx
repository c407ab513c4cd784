import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { texts } from '../features/portfolios/portfolio-texts.ts'
import { WorkView } from '../features/portfolios/work/work-view.tsx'
import { useViewer } from '../features/session/use-viewer.ts'

const route = getRouteApi('/portfolio/$id')

/** A work at its own address. */
export function WorkScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <PageFrame join="secondary" className="work-page">
      <div className="page">
        <Link
          to={viewer === null ? '/explore' : '/'}
          className="text-[0.875rem] inline-flex items-center gap-1 min-h-11 font-semibold text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={18} aria-hidden />
          {texts.work.backToWall}
        </Link>
        <WorkView
          id={id}
          viewerId={viewer?.id ?? null}
          heading="h1"
          onOpen={(next) => void navigate({ to: '/portfolio/$id', params: { id: next } })}
          onGone={() => void navigate({ to: '/', replace: true })}
        />
      </div>
    </PageFrame>
  )
}
