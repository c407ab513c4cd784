import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Attachment } from '@plinth/contract/messages/messages.ts'
import { readNow } from '../../../lib/cache/writes.ts'
import { threadQuery } from '../message-api.ts'
import { messagesOf } from '../message-cache.ts'

/** The links of a message's files open them for ten minutes at least. */
const GOOD_FOR_MS = 9 * 60_000
/** A file that fails again at once is not a matter of its link. */
const FAILED_AGAIN_MS = 30_000

export interface FileLinks {
  /** Whether links that are there may no longer open anything. */
  isOld: () => boolean
  /** Reads the thread again where its links may be old, and gives its files. */
  renew: () => Promise<Attachment[]>
}

/** Keeps the links of a thread's files good: read again before an old one is used, and when one has failed. */
export function useFileLinks(id: string, place: RefObject<HTMLElement | null>): FileLinks {
  const client = useQueryClient()
  const query = threadQuery(id)
  const readAt = useRef(0)
  const isOld = () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
    return Date.now() - Math.max(dataUpdatedAt, readAt.current) > GOOD_FOR_MS
  }
  const read = async () => {
    readAt.current = Date.now()
    // Whether it worked shows in what is there afterwards.
    await readNow(client, query)
  }
  const onFailed = useEffectEvent(({ target }: Event) => {
    const isFile = target instanceof HTMLImageElement || target instanceof HTMLMediaElement
    const isOurs = isFile && target.currentSrc.includes('/media/')
    if (isOurs && Date.now() - readAt.current > FAILED_AGAIN_MS) void read()
  })
  useEffect(() => {
    const element = place.current
    const stop = new AbortController()
    // Errors of pictures and films do not bubble.
    element?.addEventListener('error', (event) => onFailed(event), {
      capture: true,
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [place])
  return {
    isOld,
    renew: async () => {
      if (isOld()) await read()
      const data = client.getQueryData(query.queryKey)
      return data ? messagesOf(data).flatMap(({ attachments }) => attachments) : []
    },
  }
}
