import './work-page.css'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { texts as all } from './work-texts.ts'

const texts = all.work

/** The page's outline while it loads. */
export const WorkPageSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="work-spread">
    <div className="work-well">
      <div className="work-stage">
        <Skeleton className="aspect-4/5 h-full" />
      </div>
      <div className="ledge" />
      <div className="work-steps" />
    </div>
    <div className="work-column">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="mt-8 h-10 w-4/5" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Skeleton className="mt-8 h-52 w-full" />
    </div>
  </div>
)
