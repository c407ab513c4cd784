import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState, useEffect, type RefObject } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { texts } from '../messages-texts.ts'

/** So near the end one reads along. */
const END_PX = 80

/** How many of a thread's messages are newer than the one that was its newest. */
export function arrivedSince(messages: readonly Pick<Message, 'id'>[], newestId: string): number {
  const at = messages.findIndex(({ id }) => id === newestId)
  return at === -1 ? 0 : messages.length - 1 - at
}

/** What is higher than the room for it is read from its beginning: an inquiry from its title on. */
function showBeginning(box: HTMLElement, id: string): void {
  const item = box.querySelector(`#${messageAnchor(id)}`)
  if (!item) return
  const above = item.getBoundingClientRect().top - box.getBoundingClientRect().top
  if (above < 0) box.scrollTop += above
}

/**
 * The thread hangs from its end: older messages come in above without moving what is read. New ones move it up only
 * for who is at the end; for everybody else they are counted.
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
    if (wroteNow) toEnd()
    else if (last === undefined || before === last.id) return
    else if (before === undefined && unsent === 0) showBeginning(element, last.id)
    else if (before === undefined) return
    else if (isAtEnd.current || last.senderId === viewerId) toEnd()
    else {
      // From the end it would slide up by as much as has come.
      element.scrollTop -= grown
      setMissed((count) => count + arrivedSince(messages, before))
    }
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

/** So many pages of a thread are looked through for a message that the address names. */
const MOST_PAGES = 50

export const messageAnchor = (id: string) => `message-${id}`

/** Brings the message that the address names into sight, reading back until it is there. */
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
