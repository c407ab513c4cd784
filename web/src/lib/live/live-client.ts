import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { MAX_WATCHED_POSTS } from '@plinth/contract/limits.ts'
import type { LiveMessage, TabMessage } from '../routing/tabs.ts'

type Stop = () => void

/** What a live client stands on; in the browser `live.ts` puts it together. */
export interface LiveParts {
  tabs: { tell: (message: TabMessage) => void; on: (hear: (message: TabMessage) => void) => Stop }
  /** Calls `lead` once it is this tab's turn to hold the connection; `waited` after another tab did. */
  takeTurn: (lead: (waited: boolean) => void) => Stop
  /** Opens the connection, and opens it again whenever it is lost or refused, which it says. */
  connect: (hear: (event: LiveEvent) => void, lost: () => void) => Stop
  /** Tells the server what a connection wants the counts of. */
  watch: (connection: string, posts: string[]) => void
  /** Runs `run` once after the last call, when things have come to rest. */
  settle: (run: () => void) => () => void
  /** Names this tab to the others. */
  tab: string
}

export interface LiveClient {
  /** Goes live; stopping is for a page that is put away, after which it can start again. */
  start: () => void
  stop: () => void
  on: (listener: (notice: LiveMessage) => void) => Stop
  /** Puts `posts` in the place of what `owner` watched before. */
  setWatched: (owner: object, posts: readonly string[]) => void
}

/**
 * One connection per browser, because HTTP/1.1 has six for all tabs together: one tab holds it and relays
 * what comes; the others tell it which posts they have on show.
 */
export function makeLiveClient(parts: LiveParts): LiveClient {
  const listeners = new Set<(notice: LiveMessage) => void>()
  const owners = new Map<object, readonly string[]>()
  /** By tab, whoever spoke last at the end. Known in full by the tab that leads only. */
  const watched = new Map<string, readonly string[]>()
  let leads = false
  let connection: string | null = null
  /** What the connection was told last. */
  let sent = ''
  /** Whether something may have been missed before the next `hello`. */
  let missed = false
  let stops: Stop[] = []

  const deliver = (notice: LiveMessage) => {
    for (const listener of listeners) listener(notice)
  }
  const pass = (event: LiveMessage) => {
    deliver(event)
    parts.tabs.tell({ type: 'live', event })
  }
  const sendWatched = () => {
    const posts = newest([...watched.values()].flat())
    if (connection === null || posts.join() === sent) return
    sent = posts.join()
    parts.watch(connection, posts)
  }
  const sendSoon = parts.settle(sendWatched)
  const note = (tab: string, posts: readonly string[]) => {
    watched.delete(tab)
    if (posts.length > 0) watched.set(tab, posts)
  }
  const tellOwn = () => {
    if (stops.length === 0) return
    const posts = newest([...owners.values()].flat())
    if (!leads) {
      parts.tabs.tell({ type: 'watch', tab: parts.tab, posts })
      return
    }
    note(parts.tab, posts)
    sendWatched()
  }
  const tellOwnSoon = parts.settle(tellOwn)

  function hearServer(event: LiveEvent): void {
    pass(event)
    if (event.type !== 'hello') return
    connection = event.id
    sent = ''
    tellOwn()
    if (missed) pass({ type: 'reconnected' })
    missed = true
  }

  function hearTabs(message: TabMessage): void {
    if (message.type === 'live') deliver(message.event)
    else if (message.type === 'who-watches') tellOwn()
    else if (message.type === 'watch' && leads) {
      note(message.tab, message.posts)
      sendSoon()
    }
  }

  function lead(waited: boolean): void {
    leads = true
    missed ||= waited
    parts.tabs.tell({ type: 'who-watches' })
    const lost = () => {
      missed = true
    }
    stops.push(parts.connect(hearServer, lost))
  }

  return {
    start() {
      if (stops.length > 0) return
      stops = [parts.tabs.on(hearTabs)]
      stops.push(parts.takeTurn(lead))
      tellOwn()
    },
    stop() {
      if (!leads) parts.tabs.tell({ type: 'watch', tab: parts.tab, posts: [] })
      for (const stop of stops) stop()
      stops = []
      watched.clear()
      leads = false
      connection = null
      missed = true
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setWatched(owner, posts) {
      owners.delete(owner)
      if (posts.length > 0) owners.set(owner, posts)
      tellOwnSoon()
    },
  }
}

/** Each once, at the place where it was named last; the last of them. */
const newest = (posts: readonly string[]): string[] =>
  [...new Set(posts.toReversed())].slice(0, MAX_WATCHED_POSTS).toReversed()
