import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../db/schema.ts'
import type { Bus, BusListener, BusMessage, Topic } from './bus.ts'

const CHANNEL = 'plinth_live'
const MAX_PAYLOADS = 100
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A connection that is gone without a word is noticed after this. */
const CHECK_MS = 20_000
const CHECK_TIMEOUT_MS = 5_000
const END_MS = 1_000

export interface PostgresBusOptions {
  /** A direct connection: LISTEN belongs to a session. */
  url: string
  db: Kysely<DB>
  onError: (error: unknown) => void
}

/** NOTIFY goes through the pool, LISTEN has a connection of its own that is opened again whenever it is lost. */
export function createPostgresBus({ url, db, onError }: PostgresBusOptions): Bus {
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let listening: { close: () => Promise<void> } | null = null

  const send = async () => {
    while (waiting.length > 0) {
      const payloads = waiting.slice(0, MAX_PAYLOADS)
      waiting = waiting.slice(MAX_PAYLOADS)
      await sql`select pg_notify(${CHANNEL}, p) from unnest(${payloads}::text[]) p`
        .execute(db)
        .catch(onError)
    }
    sending = null
  }

  return {
    publish: ({ topic, ids }) => {
      waiting.push(JSON.stringify([topic, ...ids]))
      sending ??= send()
    },
    subscribe: (listener) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      listening = keepListening(url, listener, { onFirst: resolve, onError })
      return promise
    },
    close: async () => {
      await sending
      await listening?.close()
    },
  }
}

function keepListening(
  url: string,
  listener: BusListener,
  { onFirst, onError }: { onFirst: () => void; onError: (error: unknown) => void },
): { close: () => Promise<void> } {
  let isFirst = true
  const stopping = new AbortController()
  /** Ends the present wait, for a loss or for the next try. */
  let wake = () => {}

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plinth-live',
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
    })
    const lost = new Promise<void>((resolve) => {
      wake = resolve
      client.on('end', resolve)
      client.on('error', (error) => {
        onError(error)
        resolve()
      })
    })
    client.on('notification', ({ payload }) => listener.onMessage(decode(payload ?? '[]')))
    const check = setInterval(() => {
      client.query('select 1').catch((error: unknown) => {
        onError(error)
        wake()
      })
    }, CHECK_MS)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (isFirst) onFirst()
      else listener.onGap()
      isFirst = false
      if (!stopping.signal.aborted) await lost
    } finally {
      clearInterval(check)
      // One that is gone without a word does not answer to this either.
      await Promise.race([client.end().catch(onError), sleep(END_MS)])
    }
  }

  const loop = async () => {
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const started = Date.now()
      await listenOnce().catch(onError)
      if (stopping.signal.aborted) return
      if (Date.now() - started > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS
      await Promise.race([sleep(pause), new Promise<void>((resolve) => (wake = resolve))])
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
  const ended = loop()
  return {
    close: async () => {
      stopping.abort()
      wake()
      await ended
    },
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

function decode(payload: string): BusMessage {
  const [topic, ...ids] = JSON.parse(payload) as [Topic, ...string[]]
  return { topic, ids }
}
