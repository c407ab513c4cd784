// npm run nodes                            two servers behind a proxy, until Ctrl-C
// npm run nodes -- --rolling [rounds]      restarts them one by one under load and counts failures
// npm run nodes -- --journeys [pattern]    runs the browser journeys (with matching names) against the proxy
import path from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp, seconds } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
ensureBuilt()

const { startNodes } = await import('./lib/nodes.mjs')
const { startLoad } = await import('./lib/node-load.mjs')
const { run } = await import('./lib/world.mjs')

const VISITORS = 10
const [mode, value] = process.argv.slice(2)
const dataDir = path.join(root, '.plinth/nodes')
const nodes = await startNodes({ dataDir, port: Number(process.env.PORT ?? 3700) })
console.log(`${nodes.url} leads to ${nodes.origins.join(' and ')}, which speak over ${nodes.bus}.`)

async function rolling(rounds) {
  const started = Date.now()
  const load = await startLoad({ ...nodes, visitors: VISITORS })
  for (let round = 0; round < rounds; round += 1) {
    for (const index of nodes.origins.keys()) {
      await nodes.restart(index)
      console.log(`Round ${round + 1} of ${rounds}: server ${index + 1} was restarted.`)
    }
  }
  const { answered, slowest, failures } = await load.stop()
  console.log(
    `${rounds * nodes.origins.length} restarts in ${seconds(started)}: ${answered} requests, ${failures.length} failed, the slowest took ${Math.round(slowest)} ms.`,
  )
  for (const failure of failures.slice(0, 20)) console.error(failure)
  return failures.length === 0
}

async function journeys(pattern) {
  const chromium = ensureChromium()
  if (chromium.problem) giveUp(chromium.problem)
  process.env.CHROMIUM_PATH = chromium.path
  const only = pattern === undefined ? [] : ['-g', pattern]
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=line', ...only]
  const env = { ...process.env, PLINTH_URL: nodes.url, JOURNEYS_DATA: dataDir }
  return run('node_modules/@playwright/test/cli.js', env, false, words).then(
    () => true,
    () => false,
  )
}

const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(true))
})
let isWell = true
try {
  if (mode === '--rolling') isWell = await rolling(Number(value ?? 3))
  else if (mode === '--journeys') isWell = await journeys(value)
  else await interrupted
} finally {
  await nodes.stop()
}
process.exit(isWell ? 0 : 1)
