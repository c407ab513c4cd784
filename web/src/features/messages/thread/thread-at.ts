import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { texts } from '../messages-texts.ts'

/** So many pages of a thread are looked through for a message that the address names. */
const MOST_PAGES = 50

export const messageAnchor = (id: string) => `message-${id}`

/** Brings the message that the address names into sight, reading back until it is there. */
export function useMessageAt(
  name: string | undefined,
  thread: readonly Message[],
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>,
  box: RefObject<HTMLElement | null>,
): void {
  const shown = useRef<string | null>(null)
  const pages = useRef(0)
  const seek = useEffectEvent(
    (at: string | undefined, messages: readonly Message[], isBusy: boolean) => {
      if (at === undefined || shown.current === at || messages.length === 0) return
      if (messages.some(({ id }) => id === at)) {
        shown.current = at
        pages.current = 0
        box.current?.querySelector(`#${messageAnchor(at)}`)?.scrollIntoView({ block: 'center' })
        return
      }
      if (isBusy || query.isError) return
      if (query.hasNextPage && pages.current < MOST_PAGES) {
        pages.current += 1
        void query.fetchNextPage()
        return
      }
      shown.current = at
      toast({ title: texts.thread.notFound })
    },
  )
  const { isFetching } = query
  useEffect(() => seek(name, thread, isFetching), [name, thread, isFetching])
}
