import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { boardTexts as texts } from './board-texts.ts'

/** The outline of boards while they load. */
export const TilesSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="board-tiles">
    {[0, 1, 2].map((index) => (
      <div key={index}>
        <Skeleton className="h-44 w-full" />
        <Skeleton className="mt-4 h-5 w-3/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
      </div>
    ))}
  </div>
)
