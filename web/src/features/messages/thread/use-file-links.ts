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
  /** Reads the files again if their links may have expired, and returns them. */
  renew: () => Promise<Attachment[]>
}

/** What has the files, and how it is read again. */
export interface LinkSource {
  /** When it was last read; 0 for never. */
  readAt: () => number
  read: () => Promise<unknown>
  files: () => Attachment[]
}

/** Renews links to files before an expired one is used, and when a file in `place` fails to load. */
export function useRenewedLinks(
  source: LinkSource,
  place: RefObject<HTMLElement | null>,
): FileLinks {
  const askedAt = useRef(0)
  const areOld = () => Date.now() - Math.max(source.readAt(), askedAt.current) > GOOD_FOR_MS
  const read = async () => {
    askedAt.current = Date.now()
    await source.read()
  }
  const onFailed = useEffectEvent(({ target }: Event) => {
    const isFile = target instanceof HTMLImageElement || target instanceof HTMLMediaElement
    const isOurs = isFile && target.currentSrc.includes('/media/')
    if (isOurs && Date.now() - askedAt.current > FAILED_AGAIN_MS) void read()
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
      return source.files()
    },
  }
}

/** The same for the files of a thread. */
export function useFileLinks(id: string, place: RefObject<HTMLElement | null>): FileLinks {
  const client = useQueryClient()
  const query = threadQuery(id)
  const source: LinkSource = {
    readAt: () => client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0,
    read: () => readNow(client, query),
    files: () => {
      const data = client.getQueryData(query.queryKey)
      return data ? messagesOf(data).flatMap(({ attachments }) => attachments) : []
    },
  }
  return useRenewedLinks(source, place)
}
