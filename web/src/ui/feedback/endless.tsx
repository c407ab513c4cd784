import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { QueryView, type QueryViewProps } from './query-view.tsx'

/** How far before the end of the list the next page loads. */
const AHEAD = '1200px'

/** Calls `onReach` whenever it scrolls near the window, while `armed`. */
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

interface EndlessProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  more?: string
  loading?: string | undefined
  failed: string
  again?: string
}

/** Loads the next page of the list above, automatically on scrolling or by its button. */
export function Endless({
  query,
  more = 'Show more',
  loading = 'Loading...',
  failed,
  again = 'Try again',
}: EndlessProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  return (
    <>
      <Reached
        armed={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
        onReach={loadMore}
      />
      {hasNextPage ? (
        <div className="mt-10 flex flex-col items-center gap-3">
          {isFetchNextPageError ? (
            <p role="alert" className="text-14 text-danger">
              {failed}
            </p>
          ) : null}
          <Button onClick={loadMore} busy={isFetchingNextPage && loading}>
            {isFetchNextPageError ? again : more}
          </Button>
        </div>
      ) : null}
    </>
  )
}

interface Page<T> {
  items: T[]
}

interface PagesViewProps<T> extends Pick<
  QueryViewProps<unknown>,
  'skeleton' | 'empty' | 'failed' | 'sentence'
> {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  /** The button's label while the next page loads. */
  loadingMore?: string
  /** Shown when the next page could not be loaded. */
  moreFailed: string
  /** Draws the items of all pages loaded so far. */
  children: (items: T[], pages: Page<T>[]) => ReactNode
}

/** Shows an endless list as loading, failed, empty or loaded, and loads the next page near its end. */
export const PagesView = <T,>({
  query,
  loadingMore,
  moreFailed,
  children,
  ...states
}: PagesViewProps<T>) => (
  <QueryView {...states} query={query} isEmpty={hasNoItems}>
    {({ pages }) => (
      <>
        {children(
          pages.flatMap(({ items }) => items),
          pages,
        )}
        <Endless query={query} loading={loadingMore} failed={moreFailed} />
      </>
    )}
  </QueryView>
)

export const hasNoItems = ({ pages }: InfiniteData<Page<unknown>>) =>
  pages.every(({ items }) => items.length === 0)
