import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { texts } from './analytics-texts.ts'

export const AnalyticsSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <div className="analytics-figures">
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} className="h-24" />
      ))}
    </div>
    <Skeleton className="mt-10 h-60" />
    <div className="analytics-columns">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  </div>
)
