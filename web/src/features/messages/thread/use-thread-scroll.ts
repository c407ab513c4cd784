import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState, useEffect, type RefObject } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { texts } from '../messages-texts.ts'

/** Within this distance of the end, new messages scroll into view. */
const END_PX = 80

/** How many messages are newer than the given one, which was the newest before. */
export function arrivedSince(messages: readonly Pick<Message, 'id'>[], newestId: string): number {
  const at = messages.findIndex(({ id }) => id === newestId)
  return at === -1 ? 0 : messages.length - 1 - at
}

/** Scrolls a message that is taller than its container to its beginning: an inquiry to its title, a quote to its price. */
function showBeginning(box: HTMLElement, id: string): void {
  const item = box.querySelector(`#${messageAnchor(id)}`)
  if (!item) return
  const above = item.getBoundingClientRect().top - box.getBoundingClientRect().top
  if (above < 0) box.scrollTop += above
}

/**
 * Scrolls a thread from its end: older messages appear above without moving the visible ones. New messages scroll into
 * view for a reader at the end; for others they are counted.
 */
export function useThreadScroll(thread: readonly Message[], viewerId: string, waiting: number) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const newest = useRef<string | undefined>(undefined)
  const waited = useRef(waiting)
  const [missed, setMissed] = useState(0)

  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0
    isAtEnd.current = true
    setMissed(0)
  }
  const follow = useEffectEvent((messages: readonly Message[], unsent: number) => {
    const element = box.current
    const last = messages.at(-1)
    if (!element) return
    const grown = element.scrollHeight - height.current
    height.current = element.scrollHeight
    const before = newest.current
    newest.current = last?.id
    const wroteNow = unsent > waited.current
    waited.current = unsent
    const isNew = last !== undefined && before !== undefined && before !== last.id
    if (wroteNow) toEnd()
    else if (last === undefined || before === last.id) return
    else if (before === undefined && unsent === 0) showBeginning(element, last.id)
    else if (before === undefined) return
    else if (isAtEnd.current || last.senderId === viewerId) toEnd()
    else {
      // Without this, the visible messages would move up by the height of the new ones.
      element.scrollTop -= grown
      setMissed((count) => count + arrivedSince(messages, before))
      return
    }
    if (isNew && last.quote !== null) showBeginning(element, last.id)
  })
  useLayoutEffect(() => follow(thread, waiting), [thread, waiting])

  return {
    box,
    missed,
    toEnd,
    onScroll: () => {
      const element = box.current
      if (!element) return
      height.current = element.scrollHeight
      isAtEnd.current = -element.scrollTop < END_PX
      if (isAtEnd.current && missed > 0) setMissed(0)
    },
  }
}

/** How many pages of a thread are loaded to find the message in the address. */
const MOST_PAGES = 50

export const messageAnchor = (id: string) => `message-${id}`

/** Scrolls to the message in the address, loading older pages until it is found. */
export function useScrollToMessage(
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
