import type { Pool } from 'pg'
import type { Service } from '../http.ts'
import { createApi, type CardsParts } from './api.ts'
import type { DefaultWebhook } from './call.ts'
import { startClock } from './control/clock.ts'
import { createControl } from './control/control.ts'
import { startOutbox } from './webhooks/outbox.ts'
import { createPages } from './pages/pages.ts'
import { CARDS_TABLES } from './tables.ts'

/** Any fixed number: the advisory lock under which one process prepares the tables while others wait. */
const LOCK = 7_546_843
const CONTROL = '/cards/control/'

export interface Cards {
  service: Service
  /** After the last request. */
  stop: () => Promise<void>
}

/** A card provider that the official Stripe SDK speaks with unchanged. No bank is asked, no money moves. */
export async function serveCards(options: {
  database: Pool
  /** Of this server as browsers see it. */
  baseUrl: string
  webhook: DefaultWebhook | null
}): Promise<Cards> {
  const { database, ...surroundings } = options
  await prepare(database)
  const outbox = await startOutbox(database)
  const parts: CardsParts = { database, surroundings, moved: outbox.wake }
  const clock = startClock(database, surroundings, outbox.wake)
  const api = createApi(parts)
  const control = createControl(parts)
  const pages = createPages(parts)
  return {
    service: async (request, response, url) => {
      if (url.pathname.startsWith('/v1/')) await api(request, response, url)
      else if (url.pathname.startsWith(CONTROL))
        await control(request, response, url.pathname.slice(CONTROL.length))
      else if (url.pathname.startsWith('/cards/')) await pages(request, response, url)
      else return false
      return true
    },
    stop: async () => {
      await Promise.all([clock.stop(), outbox.stop()])
    },
  }
}

async function prepare(database: Pool): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(CARDS_TABLES)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  } finally {
    client.release()
  }
}
