import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** Placeholder for content that is loading. */
export const Skeleton = ({ className, style }: { className?: string; style?: CSSProperties }) => (
  <span
    aria-hidden
    style={style}
    className={clsx(
      'block rounded-badge animate-[shimmer_2.4s_linear_infinite] bg-surface-1 bg-[linear-gradient(90deg,transparent,var(--surface-3)_50%,transparent)] bg-[length:60%_100%] bg-no-repeat',
      className,
    )}
  />
)

const RATIOS = [0.8, 1.5, 1, 1.33, 0.7, 1.5, 0.8, 1]

/** Placeholder of a wall: works of several ratios with two lines under each. */
export function WallSkeleton({
  count = 8,
  label = 'Loading works',
}: {
  count?: number
  label?: string
}) {
  return (
    <div className="wall" role="status" aria-label={label}>
      {RATIOS.slice(0, count).map((ratio, index) => (
        <div
          key={index}
          data-wide={ratio > 1.3 ? '' : undefined}
          style={{ '--ar': ratio } as CSSProperties}
        >
          <Skeleton style={{ aspectRatio: ratio }} />
          <Skeleton className="mt-3 h-4 w-3/5" />
          <Skeleton className="mt-2 h-3 w-2/5" />
        </div>
      ))}
    </div>
  )
}

const LEDGE_WORKS = [
  [154, 198],
  [297, 198],
  [211, 264],
  [167, 209],
  [160, 240],
  [255, 170],
] as const

/** Placeholder of the ledge: works of several heights on one line. */
export function LedgeSkeleton() {
  return (
    <div role="status" aria-label="Loading featured works">
      <div className="flex items-end gap-(--gutter) overflow-hidden">
        {LEDGE_WORKS.map(([width, height]) => (
          <Skeleton key={width} className="min-w-0 shrink" style={{ width, height }} />
        ))}
      </div>
      <div className="h-0.5 bg-surface-3" />
    </div>
  )
}
