import { serveAssets } from './assets.ts'
import { serveCards, type Cards } from './cards/cards.ts'
import { openDatabase } from './database.ts'
import { EnvError, readEnv, type SandboxEnv } from './env.ts'
import { serve } from './http.ts'
import { serveIdentity } from './identity/identity.ts'
import { createEmails } from './mailbox/emails.ts'
import { serveMailbox } from './mailbox/mailbox.ts'
import { takeMail } from './mailbox/smtp.ts'

function readEnvOrExit(): SandboxEnv {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const env = readEnvOrExit()
const database = await openDatabase(env.databaseUrl)
const emails = createEmails(database)
const taken = (name: string, at: number) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  process.stderr.write(`Port ${at}, where the sandbox ${name}, is taken.\n`)
  process.exit(1)
}
const smtp = await takeMail(env, emails).catch(taken('takes mail', env.smtpPort))
let cards: Cards | undefined
const { server, port } = await serve(env, async (boundPort) => {
  const issuer = issuerAt(boundPort)
  cards = await serveCards({ database, baseUrl: issuer, webhook: env.webhook })
  return [
    await serveAssets(),
    serveMailbox({ emails, plinthUrl: env.plinthUrl }),
    cards.service,
    await serveIdentity({ env, database, issuer }),
  ]
}).catch(taken('listens', env.port))

function issuerAt(boundPort: number): string {
  return env.issuer ?? `http://localhost:${boundPort}`
}

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  void Promise.all([closed, smtp.close()])
    .then(() => cards?.stop())
    .then(() => database.end())
    .then(() => process.exit(0))
  // A browser may hold a connection open for as long as it likes.
  setTimeout(() => server.closeAllConnections(), 2_000).unref()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Started by `npm start`: if that dies, nobody else would stop this process.
process.on('disconnect', stop)

process.send?.({ type: 'listening', url: issuerAt(port), smtpUrl: smtp.url })
