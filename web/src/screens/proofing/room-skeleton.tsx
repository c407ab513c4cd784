import { texts } from '../../features/proofing/proof-texts.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** While a room loads. */
export const RoomSkeleton = () => (
  <main id="main" tabIndex={-1} className="page py-10">
    <div role="status" aria-label={texts.room.loading}>
      <Skeleton className="h-11 w-2/5" />
      <Skeleton className="mt-8 h-120" />
    </div>
  </main>
)
