import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'
import { recordLeaks } from './canary.ts'

export interface LiveReader {
  status: number
  headers: Headers
  events: LiveEvent[]
  /** Waits for the next event of this type after those already returned. */
  next: <T extends LiveEvent['type']>(type: T) => Promise<Extract<LiveEvent, { type: T }>>
  /** The number of heartbeats received. */
  beats: () => number
  /** True once the server has ended the stream. */
  isOver: () => boolean
  close: () => void
}

/** Opens the live stream of a listening app, as a browser's EventSource does. */
export async function readLive(origin: string, person: Person | null): Promise<LiveReader> {
  const abort = new AbortController()
  const response = await fetch(`${origin}/api/live`, {
    headers: { accept: 'text/event-stream', ...(person === null ? {} : { cookie: person.cookie }) },
    signal: abort.signal,
  })
  const events: LiveEvent[] = []
  let beats = 0
  let isOver = false
  let taken = 0
  void collect(response, (part) => {
    recordLeaks(part, { personId: person?.id ?? null }, 'a live stream')
    if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)) as LiveEvent)
    else if (part.startsWith(':')) beats += 1
  }).then(() => (isOver = true))
  return {
    status: response.status,
    headers: response.headers,
    events,
    next: async (type) => {
      const find = () => events.findIndex((event, index) => index >= taken && event.type === type)
      await expect.poll(find, { timeout: 5_000, message: `a ${type} event` }).not.toBe(-1)
      const found = events[find()]
      taken = find() + 1
      return found as never
    },
    beats: () => beats,
    isOver: () => isOver,
    close: () => abort.abort(),
  }
}

async function collect(response: Response, take: (part: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) take(part)
    }
  } catch {
    // The connection was cut, by us or by the server.
  }
}

/** Makes an app listen on a free port and returns its origin. */
export const listen = (t: TestApp): Promise<string> => t.app.listen({ host: '127.0.0.1', port: 0 })
