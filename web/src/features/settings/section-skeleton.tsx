import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Two rows of a list that is on its way. */
export const SectionSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    {[0, 1].map((row) => (
      <div key={row} className="flex h-18 items-center justify-between border-t border-line">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-8 w-16" />
      </div>
    ))}
  </div>
)
