import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { connectionTo } from '../db/address.ts'
import type { DB } from '../db/schema.ts'
import { encode, GAP, dispatch, type Bus, type BusListener } from './bus.ts'
import { ANSWER_MS, keepOpen, type BusConnection } from './connection.ts'

const CHANNEL = 'plinth_live'
const MAX_PAYLOADS = 100

export interface PostgresBusOptions {
  /** A direct connection, because LISTEN belongs to a session. */
  url: string
  db: Kysely<DB>
  onError: (error: unknown) => void
}

/** Sends NOTIFY through the pool and LISTENs on its own connection, which is reopened whenever it is lost. */
export function createPostgresBus({ url, db, onError }: PostgresBusOptions): Bus {
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let listening: { close: () => Promise<void> } | null = null

  let owesGap = false

  const sendSome = async () => {
    const payloads = waiting.slice(0, MAX_PAYLOADS)
    waiting = waiting.slice(MAX_PAYLOADS)
    if (owesGap) payloads.push(GAP)
    owesGap = false
    await sql`select pg_notify(${CHANNEL}, p) from unnest(${payloads}::text[]) p`.execute(db)
  }
  const send = async () => {
    while (waiting.length > 0) {
      await sendSome().catch((error: unknown) => {
        owesGap = true
        onError(error)
      })
    }
    sending = null
  }

  return {
    publish: (message) => {
      waiting.push(encode(message))
      sending ??= send()
    },
    subscribe: (listener) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      listening = keepOpen({
        connect: (lost) => makeConnection(url, listener, lost, onError),
        onFirst: resolve,
        onAgain: listener.onGap,
        onError,
      })
      return promise
    },
    close: async () => {
      await sending
      await listening?.close()
    },
  }
}

function makeConnection(
  url: string,
  listener: BusListener,
  lost: () => void,
  onError: (error: unknown) => void,
): BusConnection {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'plinth-live',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('end', lost)
  client.on('error', (error) => {
    onError(error)
    lost()
  })
  client.on('notification', ({ payload }) => dispatch(payload ?? GAP, listener))
  return {
    open: async () => {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    },
    check: () => client.query('select 1'),
    end: () => client.end(),
  }
}
