import type { Server } from 'node:http'
import pg from 'pg'
import { serveAssets } from '../assets.ts'
import { serve } from '../http.ts'
import type { DefaultWebhook } from './call.ts'
import { serveCards, type Cards } from './cards.ts'

export interface StandaloneCards {
  url: string
  stop: () => Promise<void>
}

/** The card provider by itself, without the rest of the sandbox. */
export async function startCards(options: {
  databaseUrl: string
  webhook?: DefaultWebhook | null
  host?: string
  port?: number
}): Promise<StandaloneCards> {
  const { databaseUrl, webhook = null, host = '127.0.0.1', port: wanted = 0 } = options
  const database = openPool(databaseUrl)
  let cards: Cards | undefined
  const { server, port } = await serve({ host, port: wanted }, async (bound) => {
    const baseUrl = `http://localhost:${bound}`
    cards = await serveCards({ database, baseUrl, webhook })
    return [await serveAssets(), cards.service]
  })
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      await close(server)
      await cards?.stop()
      await database.end()
    },
  }
}

function openPool(databaseUrl: string): pg.Pool {
  const database = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    application_name: 'plinth-cards',
  })
  // An idle connection that the server closes is replaced by the pool; without a listener it would end us.
  database.on('error', () => undefined)
  return database
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A client may hold a connection open for as long as it likes.
  setTimeout(() => server.closeAllConnections(), 1_000).unref()
  return closed
}
