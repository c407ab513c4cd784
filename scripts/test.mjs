// npm test                            everything: checks, the build with its budgets, all tests, the journeys
// npm test -- --changed [revision]    what the changes since then can touch; those not committed yet, without one
// npm test -- journeys [name …]       the journeys alone, or those of these names
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp, seconds } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { runChecks } = await import('./lib/checks.mjs')
const { ensureRedis } = await import('./lib/redis.mjs')
const { emptyResults, reportParts, runJourneys, runVitest } = await import('./lib/parts.mjs')
const { changedSince, planFor, present, readJourneysOf } = await import('./lib/changed.ts')
const { clusterFolder } = await import('../server/test/cluster-folder.ts')
const { openWorld } = await import('../e2e/global-setup.ts')

const [mode, ...rest] = process.argv.slice(2)
const started = Date.now()
const rows = []
let world = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void closeWorld().finally(() => process.exit(1)))
}

emptyResults()
if (mode === undefined) await everything()
else if (mode === 'journeys') await journeysAlone(rest)
else if (mode === '--changed') await onlyChanged(rest[0] ?? 'HEAD')
else giveUp('Usage: npm test [-- --changed [revision] | -- journeys [name …]]')
await closeWorld()
await removeClusters()
reportParts(rows, started)

async function everything() {
  ensureRedis('servers are tested to hear of each other')
  await part('checks', runChecks)
  await build()
  beginWorld()
  await part('tests, servers on PostgreSQL 18 and 15', () => runVitest('tests', ['run']))
  await journeys()
}

async function journeysAlone(names) {
  const missing = names.filter((name) => !existsSync(journeyFile(name)))
  if (missing.length > 0) giveUp(`e2e/journeys/ has no journey named ${missing.join(', ')}.`)
  await build()
  beginWorld()
  await journeys(names)
}

function journeyFile(name) {
  return path.join(root, `e2e/journeys/${name}.spec.ts`)
}

async function onlyChanged(revision) {
  const files = changedSince(root, revision)
  if (files === undefined) giveUp(`Git knows no revision ${revision}.`)
  const plan = planFor(files, readJourneysOf(root))
  if (plan.everythingFor !== null) {
    console.log(`Everything runs, because ${plan.everythingFor} has changed.`)
    return everything()
  }
  const names =
    plan.journeys === 'all' ? [] : plan.journeys.filter((one) => existsSync(journeyFile(one)))
  const withJourneys = plan.journeys === 'all' || names.length > 0
  console.log(
    `${files.length} changed ${files.length === 1 ? 'file' : 'files'}. Journeys: ${withJourneys ? names.join(', ') || 'all' : 'none'}.`,
  )
  await part('checks', () => runChecks(present(root, files)))
  if (withJourneys) {
    await build()
    beginWorld()
  }
  const sources = present(root, plan.sources)
  if (sources.length > 0) {
    const others = plan.projects.flatMap((name) =>
      projectsOf(name).map((one) => `--project=!${one}`),
    )
    await part('tests of what imports them', () =>
      runVitest('related', ['related', '--run', '--passWithNoTests', ...others, ...sources]),
    )
  }
  if (plan.projects.length > 0) {
    const whole = plan.projects.flatMap((name) => projectsOf(name).map((one) => `--project=${one}`))
    await part(`all tests of ${plan.projects.join(' and ')}`, () =>
      runVitest('projects', ['run', ...whole]),
    )
  }
  if (withJourneys) await journeys(names)
}

/** The server's tests are two projects, one for each PostgreSQL. */
function projectsOf(name) {
  return name === 'server' ? ['server', 'server-15'] : [name]
}

async function part(name, work) {
  const begun = Date.now()
  console.log(`\n— ${name}`)
  const counts = await work()
  rows.push({ name, ...counts, time: seconds(begun) })
}

/** Fails and prints the table of sizes if a budget is exceeded. */
function build() {
  return part('build and budgets', () => {
    ensureBuilt()
    return { passed: 1, failed: 0 }
  })
}

/** Prepares the journeys' data while the tests wait for other things; an error there is reported when it is needed. */
function beginWorld() {
  world = openWorld()
  world.catch(() => undefined)
}

function journeys(names) {
  return part('journeys in the browser', () => runJourneys(world, names))
}

/** Also waits for one that is still starting. */
async function closeWorld() {
  const opened = await world?.catch(() => null)
  await opened?.stop()
}

/** Removes the clusters from memory, unless another run of the tests still uses them. */
async function removeClusters() {
  const folder = await clusterFolder(root)
  for (const name of ['postgres-18', 'postgres-15']) {
    const data = path.join(folder, name)
    if (!existsSync(path.join(data, 'postmaster.pid')))
      rmSync(data, { recursive: true, force: true })
  }
}
