import './room.css'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../../../lib/api/api.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { texts } from './room-texts.ts'

/** The skeleton of a room that is loading. */
export const RoomSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="page room">
    <div className="flex items-center gap-6 max-tablet:items-start max-tablet:gap-3.5">
      <Skeleton className="size-24" />
      <div className="flex-1">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="mt-3 h-4 w-2/5" />
      </div>
    </div>
    <Skeleton className="mt-8 h-28 w-full" />
    <div className="room-columns">
      <div className="room-column">
        <Skeleton className="h-80 w-full" />
      </div>
      <div className="room-column">
        <Skeleton className="h-80 w-full" />
      </div>
    </div>
  </div>
)

/** A room that could not be loaded, or that does not exist for the viewer; the two look the same. */
export function RoomFailed({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}) {
  return (
    <div className="page room">
      <h1 className="sr-only">{texts.kicker}</h1>
      {isMissing(error) ? (
        <div className="max-w-160">
          <EmptyState
            title={texts.gone}
            line={texts.goneLine}
            action={
              <Button asChild>
                <Link to="/projects">{texts.back}</Link>
              </Button>
            }
          />
        </div>
      ) : (
        <Failure
          title={texts.failed}
          line={sentenceOf(error, texts.failedLine)}
          retrying={isRetrying}
          onRetry={onRetry}
        />
      )}
    </div>
  )
}
