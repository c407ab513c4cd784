import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import type { Listener } from './live.ts'

/** A reader that leaves so much unread is dropped; it comes back and reads again. */
const MAX_BUFFER_BYTES = 256 * 1024
const RETRY_MS = 2_000

/** What a greeting tells of, both counted up to the cap. */
export interface Unread {
  notifications: number
  /** Conversations. */
  messages: number
}

/** One connection, as server-sent events. */
export class Stream {
  readonly listener: Listener
  readonly watched = new Set<string>()
  /** How often the reader has said what to watch: the last time counts. */
  wishes = 0
  readonly #response: ServerResponse
  /** What came before the greeting, which is the first event; null once that is out. */
  #early: LiveEvent[] | null = []

  constructor(listener: Listener, response: ServerResponse) {
    this.listener = listener
    this.#response = response
  }

  /** Says hello; a second time when messages may have been missed. */
  greet({ notifications, messages }: Unread): void {
    const early = this.#early
    this.#early = null
    if (early !== null) this.#write(`retry: ${RETRY_MS}\n\n`)
    const { id } = this.listener
    this.push({ type: 'hello', id, unread: notifications, unreadMessages: messages })
    for (const event of early ?? []) this.push(event)
  }

  push(event: LiveEvent): void {
    if (this.#early !== null) this.#early.push(event)
    else this.#write(`data: ${JSON.stringify(event)}\n\n`)
  }

  /** A comment: keeps proxies from closing a line on which nothing happens. */
  beat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return
    this.#response.write(text)
    if (this.#response.writableLength > MAX_BUFFER_BYTES) this.#response.destroy()
  }
}
