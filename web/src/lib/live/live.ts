import { useEffect, useEffectEvent, useRef } from 'react'
import { LIVE_PATH } from '@plinth/contract/http/urls.ts'
import { watchPosts } from '@plinth/contract/notifications/live.ts'
import { call } from '../api/api.ts'
import { onTabMessage, notifyTabs, type LiveMessage } from '../routing/tabs.ts'
import { makeLiveClient } from './client.ts'
import { keepConnected, takeTurn } from './connection.ts'

export type { LiveMessage } from '../routing/tabs.ts'

const LOCK = 'plinth-live'
const DEBOUNCE_MS = 300
const LEAVING_MS = 10_000

const client = makeLiveClient({
  tabs: { send: notifyTabs, on: onTabMessage },
  takeTurn: (lead) => takeTurn(LOCK, lead),
  connect: (onEvent, onLost) => keepConnected(LIVE_PATH, onEvent, onLost),
  // A failed call is repeated after the next `hello`, which follows every lost connection. The stream itself says when
  // the session has ended.
  watch: (id, posts) =>
    void call(watchPosts, { params: { id }, body: { posts } }).catch(() => undefined),
  debounce,
  tab: String(Math.random()),
})

function debounce(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, DEBOUNCE_MS)
  }
}

let started = false
let leaving = false

/** Connects for a signed-in person, once and for as long as the page is open. */
export function startLive(): void {
  if (started) return
  started = true
  client.start()
  // A page in the back-forward cache must hold neither the connection nor the lock.
  addEventListener('pagehide', () => client.stop())
  addEventListener('pageshow', () => client.start())
  addEventListener('beforeunload', () => {
    leaving = true
    // The person may have been asked and have stayed.
    setTimeout(() => {
      leaving = false
    }, LEAVING_MS)
  })
}

/**
 * Listens to what the server pushes; returns a function that stops it. A page that is being left ignores the end of the
 * session, because it may be left by signing out.
 */
const onLive = (listener: (notice: LiveMessage) => void): (() => void) =>
  client.on((notice) => {
    if (notice.type !== 'ended' || !leaving) listener(notice)
  })

export function useLive(listener: (notice: LiveMessage) => void): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => onLive((notice) => onEvent(notice)), [])
}

/** Asks for the counts of these posts while the component is mounted. */
export function useWatchedPosts(ids: readonly string[]): void {
  const owner = useRef({})
  const names = ids.join()
  useEffect(() => {
    const mine = owner.current
    client.setWatched(mine, names === '' ? [] : names.split(','))
    return () => client.setWatched(mine, [])
  }, [names])
}

/** Calls `run` once the page is visible: at once, or when somebody comes back to it. */
export function whenVisible(run: () => void): void {
  if (document.visibilityState === 'visible') {
    run()
    return
  }
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
}
