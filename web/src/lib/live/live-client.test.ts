import { expect, it } from 'vitest'
import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { makeLiveClient, type LiveParts } from './live-client.ts'
import type { LiveMessage, TabMessage } from '../routing/tabs.ts'

/** A browser whose tabs share one lock and one channel, and a server that notes what it is told. */
function makeBrowser() {
  const ears = new Map<string, (message: TabMessage) => void>()
  const queue: { tab: string; lead: (waited: boolean) => void }[] = []
  const pending = new Set<() => void>()
  const calls: { connection: string; posts: string[] }[] = []
  const streams: { tab: string; push: (event: LiveEvent) => void; lose: () => void }[] = []

  const openTab = (tab: string) => {
    const parts: LiveParts = {
      tab,
      tabs: {
        tell: (message) => {
          for (const [name, hear] of ears) if (name !== tab) hear(message)
        },
        on: (hear) => {
          ears.set(tab, hear)
          return () => ears.delete(tab)
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
      connect: (push, lose) => {
        const stream = { tab, push, lose }
        streams.push(stream)
        return () => void streams.splice(streams.indexOf(stream), 1)
      },
      watch: (connection, posts) => calls.push({ connection, posts }),
      settle: (run) => () => void pending.add(run),
    }
    const client = makeLiveClient(parts)
    const heard: LiveMessage[] = []
    client.on((notice) => heard.push(notice))
    client.start()
    return { client, heard, types: () => heard.map(({ type }) => type) }
  }
  /** Lets everything that waits for rest come to rest. */
  const rest = () => {
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
  return { openTab, rest, push, calls, streams }
}
const hello = (id: string): LiveEvent => ({ type: 'hello', id, unread: 0, unreadMessages: 0 })
const unread: LiveEvent = { type: 'notifications', unread: 2 }

it('holds one connection for all tabs, and every tab hears what comes', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  browser.push(unread)
  expect(browser.streams.map(({ tab }) => tab)).toEqual(['a'])
  expect(first.types()).toEqual(['hello', 'notifications'])
  expect(second.heard).toEqual(first.heard)
})

it('passes the connection on when the tab that holds it closes, and says that something may be missed', () => {
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

it('says so after every hello but the first', () => {
  const browser = makeBrowser()
  const { types } = browser.openTab('a')
  browser.push(hello('1'))
  expect(types()).toEqual(['hello'])
  browser.push(hello('2'))
  expect(types()).toEqual(['hello', 'hello', 'reconnected'])
})

it('says so after a first connection that was refused for a while', () => {
  const browser = makeBrowser()
  const { types } = browser.openTab('a')
  browser.streams[0]?.lose()
  browser.push(hello('1'))
  expect(types()).toEqual(['hello', 'reconnected'])
})

it('watches what all tabs have on show, once, and again after each hello', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  expect(browser.calls).toEqual([])
  first.client.setWatched({}, ['p1'])
  first.client.setWatched({}, ['p2'])
  second.client.setWatched({}, ['p2', 'p3'])
  browser.rest()
  expect(browser.calls.at(-1)).toEqual({ connection: '1', posts: ['p1', 'p2', 'p3'] })
  const before = browser.calls.length
  browser.push(hello('2'))
  expect(browser.calls.slice(before)).toEqual([{ connection: '2', posts: ['p3', 'p1', 'p2'] }])
})

it('does not tell the server twice what it knows', () => {
  const browser = makeBrowser()
  const { client } = browser.openTab('a')
  browser.push(hello('1'))
  const owner = {}
  client.setWatched(owner, ['p1'])
  browser.rest()
  client.setWatched(owner, ['p1'])
  browser.rest()
  expect(browser.calls).toEqual([{ connection: '1', posts: ['p1'] }])
})

it('stops watching for a component that is gone and for a tab that is closed', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  browser.push(hello('1'))
  const owner = {}
  first.client.setWatched(owner, ['p1'])
  second.client.setWatched({}, ['p2'])
  browser.rest()
  second.client.stop()
  first.client.setWatched(owner, [])
  browser.rest()
  expect(browser.calls.at(-1)).toEqual({ connection: '1', posts: [] })
})

it('keeps the watches of the others when the connection is passed on', () => {
  const browser = makeBrowser()
  const first = browser.openTab('a')
  const second = browser.openTab('b')
  const third = browser.openTab('c')
  browser.push(hello('1'))
  second.client.setWatched({}, ['p2'])
  third.client.setWatched({}, ['p3'])
  browser.rest()
  first.client.stop()
  browser.push(hello('2'))
  browser.rest()
  expect(browser.calls.at(-1)?.connection).toBe('2')
  expect(new Set(browser.calls.at(-1)?.posts)).toEqual(new Set(['p2', 'p3']))
})

it('watches the fifty that came last', () => {
  const browser = makeBrowser()
  const { client } = browser.openTab('a')
  browser.push(hello('1'))
  client.setWatched(
    {},
    Array.from({ length: 60 }, (_, index) => `p${index}`),
  )
  browser.rest()
  const posts = browser.calls.at(-1)?.posts
  expect(posts).toHaveLength(50)
  expect(posts?.[0]).toBe('p10')
  expect(posts?.at(-1)).toBe('p59')
})

it('goes on where it stopped when a page comes back', () => {
  const browser = makeBrowser()
  const { client, types } = browser.openTab('a')
  client.setWatched({}, ['p1'])
  browser.push(hello('1'))
  client.stop()
  client.setWatched({}, ['p9'])
  browser.rest()
  expect(browser.streams).toEqual([])
  client.start()
  browser.push(hello('2'))
  expect(types()).toEqual(['hello', 'hello', 'reconnected'])
  expect(browser.calls.at(-1)).toEqual({ connection: '2', posts: ['p1', 'p9'] })
})
