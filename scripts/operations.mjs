// npm run operations             an operator's day on this machine: install, backup, moment, upgrade, commands
// npm run operations -- NAME …   some of them; install comes first in any case
// What each does and what was seen: docs/operations.md
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requireNode24 } from './lib/node.mjs'
import { ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)

const { ensurePackages, OPERATORS_PACKAGES } = await import('./lib/rig/packages.mjs')
const { report } = await import('./lib/operations/report.mjs')
const { startDrill } = await import('./lib/operations/drill.mjs')
const { isRoot } = await import('./lib/operations/site.mjs')

const PARTS = {
  install: async (drill) => (await import('./lib/operations/install.mjs')).install(drill),
  backup: async (drill) => (await import('./lib/operations/backup.mjs')).backUpAndRestore(drill),
  moment: async (drill) => (await import('./lib/operations/moment.mjs')).returnToMoment(drill),
  upgrade: async (drill) => (await import('./lib/operations/upgrade.mjs')).upgradeAndBack(drill),
  commands: async (drill) => (await import('./lib/operations/commands.mjs')).tryCommands(drill),
}
/** What another part needs of it. */
const NEEDS = { moment: ['backup'], commands: ['backup'] }

const words = process.argv.slice(2)
const unknown = words.find((word) => !Object.hasOwn(PARTS, word))
if (unknown !== undefined) giveUp(`There is no ${unknown}. Use ${Object.keys(PARTS).join(', ')}.`)
const wanted = new Set(['install', ...words, ...words.flatMap((word) => NEEDS[word] ?? [])])
const names = Object.keys(PARTS).filter((name) => words.length === 0 || wanted.has(name))
ensurePackages(OPERATORS_PACKAGES, 'This')
if (!isRoot)
  console.log(
    'This does not run as root, so Plinth runs as the same user as this command. Only root can try it as a user who owns nothing else.',
  )

// Short, because the name of a socket may have a hundred characters. Everybody may enter it.
const folder = mkdtempSync(path.join(tmpdir(), 'plinth-operations-'))
chmodSync(folder, 0o755)
mkdirSync(path.join(folder, 'home'))
let isInterrupted = false
const interrupted = new Promise((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      isInterrupted = true
      reject(new Error('Interrupted.'))
    })
})
const stops = []
const failed = []
try {
  const drill = await Promise.race([startDrill({ folder, stops }), interrupted])
  for (const name of names) {
    console.log(`\n${name} …`)
    try {
      const rows = await Promise.race([PARTS[name](drill), interrupted])
      await report(drill.databaseUrl, name, rows)
    } catch (error) {
      // The others can be tried without it, unless nothing is installed.
      if (name === 'install' || isInterrupted) throw error
      console.error(error)
      failed.push(name)
      for (const stop of stops.splice(drill.shared).toReversed()) await stop()
    }
  }
} catch (error) {
  console.error(error)
  failed.push('the rest')
} finally {
  for (const stop of stops.splice(0).toReversed()) await stop()
  if (failed.length === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`${failed.join(', ')} failed. What is left to look at is in ${folder}.`)
}
process.exit(failed.length === 0 ? 0 : 1)
