// npm run rig                                  the whole rig, until Ctrl-C
// npm run rig -- --journeys [pattern]          runs the browser journeys (with matching names) through it
// npm run rig -- --kill VICTIM [times]         kills the primary, a server, the worker, redis, the pooler or the cache
//                                              under load, or all of them in turn
// npm run rig -- --rolling [rounds]            restarts the servers one by one under load and counts failures
// npm run rig -- --events [rounds]             measures how soon each server hears of what happens at the others
// npm run rig -- --own-writes                  reads 10,000 writes at other servers while the replica lags
// npm run rig -- --throughput                  measures one, two and three servers, with and without the replica
// What it consists of and what was measured: docs/rig.md
import { requireNode24 } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)

const { MODES } = await import('./lib/rig/modes.mjs')
const [word, ...values] = process.argv.slice(2)
const name = word ?? 'open'
if (!Object.hasOwn(MODES, name))
  giveUp(`There is no ${word}. Use ${Object.keys(MODES).slice(1).join(', ')}.`)
const mode = MODES[name]
const problem = mode.check?.(...values)
if (problem !== undefined) giveUp(problem)

ensureBuilt()
const { startNoMore } = await import('./lib/rig/programs.mjs')
const { startRig } = await import('./lib/rig/rig.mjs')

/** Without a mode, that is how it ends when all is well. */
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => resolve(word === undefined))
})
const stops = []
let isWell = false
try {
  const work = startRig(stops, mode.settings).then((rig) => mode.run(rig, values, interrupted))
  // After an interruption it fails because what it uses is stopped.
  work.catch(() => undefined)
  isWell = await Promise.race([work, interrupted])
} catch (error) {
  console.error(error)
} finally {
  startNoMore()
  for (const stop of stops.splice(0).toReversed()) await stop()
}
process.exit(isWell ? 0 : 1)
