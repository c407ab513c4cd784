import { expect, it } from 'vitest'
import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { makeLiveClient, type LiveDependencies } from './client.ts'
import type { LiveMessage, TabMessage } from '../routing/tabs.ts'

/** A browser whose tabs share one lock and one channel, and a server that records its calls. */
function makeBrowser() {
  const listeners = new Map<string, (message: TabMessage) => void>()
  const queue: { tab: string; lead: (waited: boolean) => void }[] = []
  const pending = new Set<() => void>()
  const calls: { connection: string; posts: string[] }[] = []
  const streams: { tab: string; push: (event: LiveEvent) => void; onLost: () => void }[] = []

  const openTab = (tab: string) => {
    const dependencies: LiveDependencies = {
      tab,
      tabs: {
        send: (message) => {
          for (const [name, listener] of listeners) if (name !== tab) listener(message)
        },
        on: (listener) => {
          listeners.set(tab, listener)
          return () => listeners.delete(tab)
        },
      },
      takeTurn: (lead) => {
        queue.push({ tab, lead })
        if (queue.length === 1) lead(false)
        return () => {
          const place = queue.findIndex((one) => one.tab === tab)
          queue.splice(place, 1)
          if (place === 0) queue[0]?.lead(true)
        }
      },
      connect: (push, onLost) => {
        const stream = { tab, push, onLost }
        streams.push(stream)
        return () => void streams.splice(streams.indexOf(stream), 1)
      },
      watch: (connection, posts) => calls.push({ connection, posts }),
      debounce: (run) => () => void pending.add(run),
    }
    const client = makeLiveClient(dependencies)
    const received: LiveMessage[] = []
    client.on((notice) => received.push(notice))
    client.start()
    return { client, received, types: () => received.map(({ type }) => type) }
  }
  /** Runs everything that is debounced. */
  const flush = () => {
    while (pending.size > 0) {
      const runs = [...pending]
      pending.clear()
      for (const run of runs) run()
    }
  }
  const push = (event: LiveEvent) => {
    const [stream] = streams
    if (!stream) throw new Error('Nobody is connected.')
    stream.push(event)
  }
  return { openTab, flush, push, calls, streams }
}
const hello = (id: string): LiveEvent => ({ type: 'hello', id, unread: 0, unreadMessages: 0 })
const unread: LiveEvent = { type: 'notifications', unread: 2 }

it('holds one connection for all tabs, and every tab gets its events', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  browser.push(unread)
  expect(browser.streams.map(({ tab }) => tab)).toEqual(['a'])
  expect(first.types()).toEqual(['hello', 'notifications'])
  expect(second.received).toEqual(first.received)
})

it('passes the connection on when the tab that holds it closes, and reports that events may be missing', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  const third = browser.openTab('c')
  browser.push(hello('1'))
  first.client.stop()
  expect(browser.streams.map(({ tab }) => tab)).toEqual(['b'])
  browser.push(hello('2'))
  expect(second.types()).toEqual(['hello', 'hello', 'reconnected'])
  expect(third.types()).toEqual(['hello', 'hello', 'reconnected'])
})

it('reports a reconnection after every hello but the first', () => {
  const browser = makeBrowser()
  const { types } = browser.openTab('a')
  browser.push(hello('1'))
  expect(types()).toEqual(['hello'])
  browser.push(hello('2'))
  expect(types()).toEqual(['hello', 'hello', 'reconnected'])
})

it('reports a reconnection after a first connection that was refused for a while', () => {
  const browser = makeBrowser()
  const { types } = browser.openTab('a')
  browser.streams[0]?.onLost()
  browser.push(hello('1'))
  expect(types()).toEqual(['hello', 'reconnected'])
})

it('watches what all tabs show, each post once, and again after each hello', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  expect(browser.calls).toEqual([])
  first.client.setWatched({}, ['p1'])
  first.client.setWatched({}, ['p2'])
  second.client.setWatched({}, ['p2', 'p3'])
  browser.flush()
  expect(browser.calls.at(-1)).toEqual({ connection: '1', posts: ['p1', 'p2', 'p3'] })
  const before = browser.calls.length
  browser.push(hello('2'))
  expect(browser.calls.slice(before)).toEqual([{ connection: '2', posts: ['p3', 'p1', 'p2'] }])
})

it('does not send the same posts to the server twice', () => {
  const browser = makeBrowser()
  const { client } = browser.openTab('a')
  browser.push(hello('1'))
  const owner = {}
  client.setWatched(owner, ['p1'])
  browser.flush()
  client.setWatched(owner, ['p1'])
  browser.flush()
  expect(browser.calls).toEqual([{ connection: '1', posts: ['p1'] }])
})

it('stops watching for a component that is unmounted and for a tab that is closed', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  const owner = {}
  first.client.setWatched(owner, ['p1'])
  second.client.setWatched({}, ['p2'])
  browser.flush()
  second.client.stop()
  first.client.setWatched(owner, [])
  browser.flush()
  expect(browser.calls.at(-1)).toEqual({ connection: '1', posts: [] })
})

it('keeps watching for the other tabs when the connection is passed on', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  const third = browser.openTab('c')
  browser.push(hello('1'))
  second.client.setWatched({}, ['p2'])
  third.client.setWatched({}, ['p3'])
  browser.flush()
  first.client.stop()
  browser.push(hello('2'))
  browser.flush()
  expect(browser.calls.at(-1)?.connection).toBe('2')
  expect(new Set(browser.calls.at(-1)?.posts)).toEqual(new Set(['p2', 'p3']))
})

it('watches the latest fifty posts', () => {
  const browser = makeBrowser()
  const { client } = browser.openTab('a')
  browser.push(hello('1'))
  client.setWatched(
    {},
    Array.from({ length: 60 }, (_, index) => `p${index}`),
  )
  browser.flush()
  const posts = browser.calls.at(-1)?.posts
  expect(posts).toHaveLength(50)
  expect(posts?.[0]).toBe('p10')
  expect(posts?.at(-1)).toBe('p59')
})

it('continues after a page comes back from the cache', () => {
  const browser = makeBrowser()
  const { client, types } = browser.openTab('a')
  client.setWatched({}, ['p1'])
  browser.push(hello('1'))
  client.stop()
  client.setWatched({}, ['p9'])
  browser.flush()
  expect(browser.streams).toEqual([])
  client.start()
  browser.push(hello('2'))
  expect(types()).toEqual(['hello', 'hello', 'reconnected'])
  expect(browser.calls.at(-1)).toEqual({ connection: '2', posts: ['p1', 'p9'] })
})
