import { useEffect, useEffectEvent, useRef } from 'react'
import { watchPosts } from '@plinth/contract/notifications/live.ts'
import { LIVE_PATH } from '@plinth/contract/http/urls.ts'
import { call } from '../api/api.ts'
import { makeLiveClient } from './live-client.ts'
import { keepConnected, takeTurn } from './live-connection.ts'
import { onTabMessage, notifyTabs, type LiveMessage } from '../routing/tabs.ts'

export type { LiveMessage } from '../routing/tabs.ts'

const LOCK = 'plinth-live'
const SETTLED_MS = 300
const LEAVING_MS = 10_000

const client = makeLiveClient({
  tabs: { tell: notifyTabs, on: onTabMessage },
  takeTurn: (lead) => takeTurn(LOCK, lead),
  connect: (hear, lost) => keepConnected(LIVE_PATH, hear, lost),
  // One that fails is made again after the next `hello`, which follows every lost connection; that a
  // session has ended the stream says itself.
  watch: (id, posts) =>
    void call(watchPosts, { params: { id }, body: { posts } }).catch(() => undefined),
  settle: settled,
  tab: String(Math.random()),
})

function settled(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, SETTLED_MS)
  }
}

let started = false
let leaving = false

/** Goes live for a signed-in person, once and for as long as the page is there. */
export function startLive(): void {
  if (started) return
  started = true
  client.start()
  // A page that is put away for going back must hold neither the connection nor its turn.
  addEventListener('pagehide', () => client.stop())
  addEventListener('pageshow', () => client.start())
  addEventListener('beforeunload', () => {
    leaving = true
    // The person may have been asked, and may have stayed.
    setTimeout(() => {
      leaving = false
    }, LEAVING_MS)
  })
}

/**
 * Hears what the server pushes, until the answer is called. That the session has ended is nothing to act on
 * for a page that is being left: it may be left by the way out.
 */
const onLive = (listener: (notice: LiveMessage) => void): (() => void) =>
  client.on((notice) => {
    if (notice.type !== 'ended' || !leaving) listener(notice)
  })

export function useLive(listener: (notice: LiveMessage) => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onLive((notice) => hear(notice)), [])
}

/** Keeps the counts of these posts coming while the component is there. */
export function useWatchedPosts(ids: readonly string[]): void {
  const owner = useRef({})
  const names = ids.join()
  useEffect(() => {
    const mine = owner.current
    client.setWatched(mine, names === '' ? [] : names.split(','))
    return () => client.setWatched(mine, [])
  }, [names])
}
