import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { MAX_WATCHED_POSTS } from '@plinth/contract/limits.ts'
import type { LiveMessage, TabMessage } from '../routing/tabs.ts'

type Stop = () => void

/** The dependencies of a live client; `live.ts` has those of the browser. */
export interface LiveDependencies {
  tabs: {
    send: (message: TabMessage) => void
    on: (listener: (message: TabMessage) => void) => Stop
  }
  /** Calls `lead` once it is this tab's turn to hold the connection; `waited` after another tab did. */
  takeTurn: (lead: (waited: boolean) => void) => Stop
  /** Opens the connection, and opens it again whenever it is lost or refused, after calling `onLost`. */
  connect: (onEvent: (event: LiveEvent) => void, onLost: () => void) => Stop
  /** Tells the server whose counts a connection wants. */
  watch: (connection: string, posts: string[]) => void
  /** Returns a function that runs `run` once, a moment after its last call. */
  debounce: (run: () => void) => () => void
  /** The id of this tab. */
  tab: string
}

export interface LiveClient {
  /** Connects. A page in the back-forward cache stops and can start again. */
  start: () => void
  stop: () => void
  on: (listener: (notice: LiveMessage) => void) => Stop
  /** Replaces the posts that `owner` watches. */
  setWatched: (owner: object, posts: readonly string[]) => void
}

/**
 * One connection per browser, because HTTP/1.1 allows six for all tabs together: one tab holds it and relays the
 * events; the others tell it which posts they show.
 */
export function makeLiveClient(dependencies: LiveDependencies): LiveClient {
  const listeners = new Set<(notice: LiveMessage) => void>()
  const owners = new Map<object, readonly string[]>()
  /** By tab, the latest at the end. Only the leading tab knows all of them. */
  const watched = new Map<string, readonly string[]>()
  let leads = false
  let connection: string | null = null
  /** The posts that were last sent to the server. */
  let sent = ''
  /** Whether events may have been missed before the next `hello`. */
  let missed = false
  let stops: Stop[] = []

  const deliver = (notice: LiveMessage) => {
    for (const listener of listeners) listener(notice)
  }
  const relay = (event: LiveMessage) => {
    deliver(event)
    dependencies.tabs.send({ type: 'live', event })
  }
  const sendWatched = () => {
    const posts = newest([...watched.values()].flat())
    if (connection === null || posts.join() === sent) return
    sent = posts.join()
    dependencies.watch(connection, posts)
  }
  const sendSoon = dependencies.debounce(sendWatched)
  const record = (tab: string, posts: readonly string[]) => {
    watched.delete(tab)
    if (posts.length > 0) watched.set(tab, posts)
  }
  const sendOwn = () => {
    if (stops.length === 0) return
    const posts = newest([...owners.values()].flat())
    if (!leads) {
      dependencies.tabs.send({ type: 'watch', tab: dependencies.tab, posts })
      return
    }
    record(dependencies.tab, posts)
    sendWatched()
  }
  const sendOwnSoon = dependencies.debounce(sendOwn)

  function onServerEvent(event: LiveEvent): void {
    relay(event)
    if (event.type !== 'hello') return
    connection = event.id
    sent = ''
    sendOwn()
    if (missed) relay({ type: 'reconnected' })
    missed = true
  }

  function onTabMessage(message: TabMessage): void {
    if (message.type === 'live') deliver(message.event)
    else if (message.type === 'who-watches') sendOwn()
    else if (message.type === 'watch' && leads) {
      record(message.tab, message.posts)
      sendSoon()
    }
  }

  function lead(waited: boolean): void {
    leads = true
    missed ||= waited
    dependencies.tabs.send({ type: 'who-watches' })
    const onLost = () => {
      missed = true
    }
    stops.push(dependencies.connect(onServerEvent, onLost))
  }

  return {
    start() {
      if (stops.length > 0) return
      stops = [dependencies.tabs.on(onTabMessage)]
      stops.push(dependencies.takeTurn(lead))
      sendOwn()
    },
    stop() {
      if (!leads) dependencies.tabs.send({ type: 'watch', tab: dependencies.tab, posts: [] })
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
      sendOwnSoon()
    },
  }
}

/** Each post once, at its last position; at most as many as the server watches, the newest. */
const newest = (posts: readonly string[]): string[] =>
  [...new Set(posts.toReversed())].slice(0, MAX_WATCHED_POSTS).toReversed()
