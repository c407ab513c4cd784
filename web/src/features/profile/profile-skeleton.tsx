import { LedgeSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { texts } from './profile-texts.ts'

/** The shape of a profile. */
export const ProfileSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <div className="page profile-head">
      <Skeleton className="profile-portrait aspect-square w-42 max-tablet:w-22" />
      <div className="profile-name">
        <Skeleton className="h-16 w-4/5 max-tablet:h-8" />
      </div>
      <div className="profile-said">
        <Skeleton className="h-5 w-full max-w-140" />
        <Skeleton className="mt-3 h-5 w-3/5 max-w-100" />
      </div>
      <div className="profile-side">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="mt-5 h-11 w-full" />
      </div>
    </div>
    <div className="page mt-24">
      <LedgeSkeleton />
    </div>
  </div>
)
