import { readFileSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuiltMeanwhile, ensureInstalled, giveUp, seconds } from './lib/setup.mjs'

// Handed on to the process that continues under Node 24, so that the install counts too.
process.env.PLINTH_START_BEGAN ??= String(Date.now())
const started = Number(process.env.PLINTH_START_BEGAN)
ensureInstalled()
await requireNode24(import.meta.url)
delete process.env.PLINTH_START_BEGAN

const { startWorld } = await import('./lib/world.mjs')
const world = await startWorld({ whileStarting: ensureBuiltMeanwhile })

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  console.log('\nStopping: requests in flight finish first …')
  await world.stop()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
process.on('SIGHUP', () => void stop())

console.log(`Plinth is open after ${seconds(started)}:  ${world.url}`)
if (world.identity.sandboxPort !== undefined) {
  const demo = JSON.parse(readFileSync(path.join(root, 'sandbox/demo-accounts.json'), 'utf8'))
  console.log('\nWalk in with one click at "Log in", no password:')
  for (const person of demo) {
    console.log(
      `  ${`${person.firstName} ${person.lastName}`.padEnd(18)} ${person.role.padEnd(9)} ${person.email}`,
    )
  }
}
if (world.mailboxUrl !== null) console.log(`\nEmails from Plinth arrive in ${world.mailboxUrl}`)
console.log(`
Data is kept in ${world.dataDir}
For production set NODE_ENV=production, PUBLIC_URL, DATABASE_URL, OIDC_ISSUER, OIDC_CLIENT_ID and
OIDC_CLIENT_SECRET to your own services; every setting is in .env.example.
Ctrl-C stops everything.`)

process.on('uncaughtException', (error) => {
  console.error(error)
  void world.stop().then(() => giveUp('Plinth stopped because of the error above.'))
})
