import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { texts } from './notification-texts.ts'

const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3', 'w-3/4', 'w-1/2', 'w-2/3'] as const

export const NotificationSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="pt-9">
    {WIDTHS.map((width, index) => (
      <div key={index} className="notification">
        <Skeleton className="size-11 rounded-round" />
        <div>
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="mt-3 h-3 w-1/5" />
        </div>
        <Skeleton className="notification-thumb h-12" />
      </div>
    ))}
  </div>
)
