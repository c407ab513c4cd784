// The card provider as a process of its own, without the rest of the sandbox.
import pg from 'pg'
import { serveAssets } from '../assets.ts'
import { EnvError, readCardsEnv, type CardsEnv } from '../env.ts'
import { serve } from '../http.ts'
import { serveCards, type Cards } from './cards.ts'

function readEnvOrExit(): CardsEnv {
  try {
    return readCardsEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const env = readEnvOrExit()
const database = new pg.Pool({
  connectionString: env.databaseUrl,
  max: 10,
  application_name: 'plinth-cards',
})
// The pool replaces an idle connection that the server closes; without a listener the error would end this process.
database.on('error', () => undefined)
// The same for a connection in use: its query fails, and that error is enough.
database.on('connect', (client) => client.on('error', () => undefined))
let cards: Cards | undefined
const { server, port } = await serve(env, async (bound) => {
  const baseUrl = `http://localhost:${bound}`
  cards = await serveCards({ database, baseUrl, webhook: env.webhook })
  return [await serveAssets(), cards.service]
})

let isStopping = false
function stop(): void {
  if (isStopping) return
  isStopping = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A client may hold a connection open for as long as it likes.
  setTimeout(() => server.closeAllConnections(), 1_000).unref()
  void closed
    .then(() => cards?.stop())
    .then(() => database.end())
    .then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The channel to the parent process closes when that dies, and then nobody else would stop this one.
process.on('disconnect', stop)

const listening = { type: 'listening', url: `http://localhost:${port}` }
if (process.send === undefined) process.stdout.write(`${JSON.stringify(listening)}\n`)
else process.send(listening)
