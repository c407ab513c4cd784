// npm run races                                    everything below, once
// npm run races -- server [--rounds 5]             what many do at once on the server, again and again
// npm run races -- answers [--rounds 1] [name …]   journeys while each answer of the API is held back
// npm run races -- scripts [--rounds 1] [name …]   journeys while each script of a page is held back
// With --seed 7 the server's tests draw other numbers, and answers and scripts are held back for other times.
import { requireNode24 } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp, seconds } from './lib/setup.mjs'

ensureInstalled()
await requireNode24(import.meta.url)
const { emptyResults, reportParts, runJourneys, runVitest } = await import('./lib/parts.mjs')
const { anyFreePort } = await import('./lib/world.mjs')
const { folderFor, startPlinth } = await import('../e2e/global-setup.ts')
const { startProxy } = await import('../server/test/proxy.ts')
const { createRandom } = await import('../server/seeds/random.ts')

/** Tests in which requests, jobs or processes meet. Each of their rules also has a test in `npm test`. */
const SERVER = [
  'message-races',
  'portfolio-races',
  'post-races',
  'project-races',
  'post-toggles',
  'project-crowds',
  'project-survival',
  'toggles',
  'locks',
]
const MOST_ROUNDS = 50
/** From and to, in milliseconds. */
const HELD = { write: [300, 1_200], read: [0, 1_500], script: [300, 1_800] }
/** Half a minute of a journey can become three when it waits for each answer. */
const PATIENCE = ['--timeout=300000']

const args = process.argv.slice(2)
const numberOf = (name, usual) => {
  const at = args.indexOf(name)
  return at === -1 ? usual : Number(args.splice(at, 2)[1])
}
const seed = numberOf('--seed', 1)
const rounds = numberOf('--rounds', undefined)
const [kind, ...names] = args
const PARTS = {
  server: () => server(rounds ?? 5),
  answers: () => journeys('answers', rounds ?? 1),
  scripts: () => journeys('scripts', rounds ?? 1),
}
const isCount = Number.isInteger(rounds ?? 1) && (rounds ?? 1) >= 1 && (rounds ?? 1) <= MOST_ROUNDS
if ((kind !== undefined && !(kind in PARTS)) || !isCount || !Number.isInteger(seed)) {
  giveUp(
    `Usage: npm run races [-- server|answers|scripts [--rounds 1 to ${MOST_ROUNDS}] [--seed 1] [journey …]]`,
  )
}

const started = Date.now()
const rows = []
let closing = async () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void closing().finally(() => process.exit(1)))
}
emptyResults()
for (const name of kind === undefined ? Object.keys(PARTS) : [kind]) {
  const begun = Date.now()
  console.log(`\n— ${name}, seed ${seed}`)
  rows.push({ name, ...(await PARTS[name]()), time: seconds(begun) })
}
reportParts(rows, started)

function server(count) {
  return runVitest(
    'races',
    ['run', '--project=server', ...SERVER.map((name) => `/${name}.test.ts`)],
    {
      RACE_ROUNDS: String(count),
      RACE_SEED: String(seed),
      MONEY_ROUNDS: String(count),
      MONEY_KILLS: String(2 * count),
    },
  )
}

/** Runs the journeys against a Plinth behind a proxy, which holds back what comes in answer to a page. */
async function journeys(held, count) {
  ensureBuilt()
  const port = await anyFreePort()
  const random = createRandom(`races ${seed}`)
  const proxy = await startProxy([`http://127.0.0.1:${port}`], 0, (request) => {
    const kindOf = held === 'scripts' ? scriptOf(request) : callOf(request)
    if (kindOf === undefined) return 0
    const [least, most] = HELD[kindOf]
    return random.integer(least, most)
  })
  const world = startPlinth(folderFor('races'), { PORT: String(port), PUBLIC_URL: proxy.url })
  closing = async () => {
    const opened = await world.catch(() => null)
    await opened?.stop()
    await proxy.close()
  }
  try {
    const opened = world.then(() => ({ url: proxy.url }))
    return await runJourneys(opened, names, [...PATIENCE, `--repeat-each=${count}`])
  } finally {
    await closing()
    closing = async () => {}
  }
}

/** Calls of a page's scripts. Those with which a journey prepares its data have no such header. */
function callOf({ url, method, headers }) {
  const isOfPage = headers['sec-fetch-dest'] === 'empty' && url.startsWith('/api/')
  if (!isOfPage) return undefined
  return method === 'GET' ? 'read' : 'write'
}

function scriptOf({ headers }) {
  return headers['sec-fetch-dest'] === 'script' ? 'script' : undefined
}
