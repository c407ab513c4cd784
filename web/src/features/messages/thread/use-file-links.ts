import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Attachment } from '@plinth/contract/messages/messages.ts'
import { readNow } from '../../../lib/cache/writes.ts'
import { threadQuery } from '../message-api.ts'
import { messagesOf } from '../message-cache.ts'

/** The links to a message's files work for at least ten minutes. */
const GOOD_FOR_MS = 9 * 60_000
/** A file that fails again this soon has another problem than its link. */
const FAILED_AGAIN_MS = 30_000

export interface FileLinks {
  /** Whether the current links may have expired. */
  areOld: () => boolean
  /** Reads the thread again if its links may have expired, and returns its files. */
  renew: () => Promise<Attachment[]>
}

/** Renews the links to a thread's files before an expired one is used, and when a file fails to load. */
export function useFileLinks(id: string, place: RefObject<HTMLElement | null>): FileLinks {
  const client = useQueryClient()
  const query = threadQuery(id)
  const readAt = useRef(0)
  const areOld = () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
    return Date.now() - Math.max(dataUpdatedAt, readAt.current) > GOOD_FOR_MS
  }
  const read = async () => {
    readAt.current = Date.now()
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
    // Errors of images and videos don't bubble.
    element?.addEventListener('error', (event) => onFailed(event), {
      capture: true,
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [place])
  return {
    areOld,
    renew: async () => {
      if (areOld()) await read()
      const data = client.getQueryData(query.queryKey)
      return data ? messagesOf(data).flatMap(({ attachments }) => attachments) : []
    },
  }
}
