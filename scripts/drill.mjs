// npm run drill                     the list of drills
// npm run drill -- NAME [options]   one of them, in its short form; --full takes as long as docs/drills.md says
// What each breaks, and what was seen: docs/drills.md
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)

const { DRILLS, readOptions } = await import('./lib/drills/list.mjs')
const [name, ...words] = process.argv.slice(2)
if (name === undefined) {
  for (const [one, { says, options }] of Object.entries(DRILLS))
    console.log(`${one.padEnd(10)} ${says}\n${' '.repeat(11)}${describe(options)}`)
  process.exit(0)
}
if (!Object.hasOwn(DRILLS, name))
  giveUp(`There is no drill ${name}. Use ${Object.keys(DRILLS).join(', ')}.`)
const options = readOptions(DRILLS[name].options, words)
if (typeof options === 'string') giveUp(options)

ensureBuilt()
const { run } = await DRILLS[name].load()
const { report } = await import('./lib/drills/report.mjs')
const folder = path.join(root, '.plinth/drills', name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const interrupted = new Promise((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => reject(new Error('Interrupted.')))
})
// Nobody may be waiting for it yet.
interrupted.catch(() => undefined)
const stops = []
let problems = ['It did not come to its end.']
try {
  const work = run({ folder, stops, options })
  // After an interruption it fails because what it uses is stopped.
  work.catch(() => undefined)
  const result = await Promise.race([work, interrupted])
  await report(name, options, result)
  problems = result.problems
} catch (error) {
  console.error(error)
} finally {
  for (const stop of stops.splice(0).toReversed())
    await stop().catch((error) => console.error(error))
}
for (const problem of problems) console.error(`NOT WELL: ${problem}`)
if (problems.length > 0) console.error(`Logs are in ${folder}.`)
else rmSync(folder, { recursive: true, force: true })
process.exit(problems.length === 0 ? 0 : 1)

function describe(own) {
  return Object.entries(own)
    .map(([option, { short, full }]) => `--${option} ${short}, full ${full}`)
    .join('; ')
}
