import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { rereadItems } from '../board-cache.ts'

/** Links to uploaded pictures work for at least ten minutes. */
const GOOD_FOR_MS = 9 * 60_000
/** A picture that fails again this soon has another problem than its link. */
const FAILED_AGAIN_MS = 30_000

/** Reads a board again before an expired link is used, and when a picture fails to load. */
export function usePictureLinks(
  boardId: string,
  { readAt, place }: { readAt: number; place: RefObject<HTMLElement | null> },
) {
  const client = useQueryClient()
  const askedAt = useRef(0)
  const read = async () => {
    askedAt.current = Date.now()
    await rereadItems(client, boardId)
  }
  const onFailed = useEffectEvent(({ target }: Event) => {
    const isSigned = target instanceof HTMLImageElement && target.currentSrc.includes('signature=')
    if (isSigned && Date.now() - askedAt.current > FAILED_AGAIN_MS) void read()
  })
  useEffect(() => {
    const element = place.current
    const stop = new AbortController()
    // Errors of images don't bubble.
    element?.addEventListener('error', (event) => onFailed(event), {
      capture: true,
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [place])
  return {
    renew: async () => {
      if (Date.now() - readAt > GOOD_FOR_MS) await read()
    },
  }
}
