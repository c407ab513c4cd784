import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { sentenceOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { WallSkeleton } from '../../ui/skeleton.tsx'
import { wallQuery, type WallFilter } from './portfolio-api.ts'
import { texts } from './portfolio-texts.ts'
import { isWide, pairUprights, ratioOf } from './wall-order.ts'
import { WorkCard } from './work-card.tsx'

/** Six, as the specification counts them. */
const SKELETONS = 6
/** The next page is asked for this far before the end comes into sight. */
const AHEAD = '1200px'

/** Calls `onReach` whenever its place comes near the window; with `armed` false it only waits. */
function Reached({ armed, onReach }: { armed: boolean; onReach: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    const element = place.current
    if (!armed || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [armed])
  return <div ref={place} aria-hidden />
}

/** A justified row is about as high as the hang, so a work is about its ratio times as wide. */
const sizesOf = (ratio: number, wide: boolean) =>
  `(max-width: 720px) ${wide ? '100vw' : '50vw'}, ${Math.round(Math.min(ratio * 360, 1_344))}px`

interface WallProps {
  filter: WallFilter
  isMember: boolean
  /** What stands there when nothing hangs. */
  empty: ReactNode
}

/** The works under a filter, as many as are wanted. */
export function Wall({ filter, isMember, empty }: WallProps) {
  const query = useInfiniteQuery(wallQuery(useQueryClient(), filter))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton count={SKELETONS} />}
      failed={texts.discover.failed}
      sentence={(error) => sentenceOf(error, '')}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={empty}
    >
      {({ pages }) => (
        <>
          <div className={clsx('wall', query.isPlaceholderData && 'wall-old')}>
            {pairUprights(
              pages.flatMap(({ items }) => items),
              hasNextPage,
            ).map((work) => {
              const ratio = ratioOf(work.picture)
              return (
                <WorkCard
                  key={work.id}
                  work={work}
                  isMember={isMember}
                  sizes={sizesOf(ratio, isWide(work))}
                />
              )
            })}
          </div>
          <Reached
            armed={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
            onReach={loadMore}
          />
          {hasNextPage ? (
            <div className="mt-10 flex flex-col items-center gap-3">
              {isFetchNextPageError ? (
                <p role="alert" className="text-14 text-danger">
                  {texts.discover.moreFailed}
                </p>
              ) : null}
              <Button onClick={loadMore} busy={isFetchingNextPage && texts.discover.loadingMore}>
                {isFetchNextPageError ? texts.tryAgain : texts.discover.more}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryView>
  )
}
