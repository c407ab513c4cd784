import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from '../messages-texts.ts'

/** Older messages are asked for this far before they come into sight. */
const AHEAD = '800px 0px 0px'

interface ThreadOlderProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** What scrolls. */
  box: RefObject<HTMLElement | null>
}

/** Stands above a thread and brings what was written before: by itself when it comes near, or by its button. */
export function ThreadOlder({ query, box }: ThreadOlderProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const place = useRef<HTMLDivElement>(null)
  const load = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const reach = useEffectEvent(load)
  const isArmed = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    const element = place.current
    if (!isArmed || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach()
      },
      { root: box.current, rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isArmed, box])
  return (
    <div ref={place} className="thread-older">
      {isFetchNextPageError ? (
        <p role="alert" className="text-14 text-danger">
          {texts.thread.olderFailed}
        </p>
      ) : null}
      {hasNextPage ? (
        <Button
          variant="quiet"
          busy={isFetchingNextPage && texts.thread.olderLoading}
          onClick={load}
        >
          {isFetchNextPageError ? texts.list.again : texts.thread.older}
        </Button>
      ) : null}
    </div>
  )
}
