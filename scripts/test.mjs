// Runs everything: checks, the build with its budgets, server tests on the newest and the oldest PostgreSQL, web and
// sandbox tests, and the journeys in a real browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, seconds, withNode24Path } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { runChecks } = await import('./lib/checks.mjs')
const { ensureChromium } = await import('./lib/chromium.mjs')
const { ensureRedis } = await import('./lib/redis.mjs')
const { clusterFolder } = await import('../server/test/cluster-folder.ts')
const { openWorld } = await import('../e2e/global-setup.ts')

const results = path.join(root, '.plinth/test/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const started = Date.now()
const rows = []
ensureRedis('servers are tested to hear of each other')

async function part(name, work) {
  const begun = Date.now()
  console.log(`\n— ${name}`)
  const counts = await work()
  rows.push({ name, ...counts, time: seconds(begun) })
}

await part('checks', runChecks)
await part('build and budgets', async () => {
  // Fails and prints the table of sizes if a budget is exceeded.
  ensureBuilt()
  return { passed: 1, failed: 0 }
})
// Prepares the journeys' data while the tests wait for other things; an error there is reported when it is needed.
const world = openWorld()
world.catch(() => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void closeWorld().finally(() => process.exit(1)))
}
await part('tests, servers on PostgreSQL 18 and 15', runTests)
await part('journeys in the browser', journeys)
await closeWorld()
await removeClusters()

console.log('')
for (const { name, passed, failed, time } of rows) {
  console.log(
    `${name.padEnd(40)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed  ${time}`,
  )
}
for (const { name, failures } of rows) {
  for (const failure of failures ?? []) console.log(`\nFAILED in ${name}: ${failure}`)
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
console.log(`All in ${seconds(started)}.`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)

async function runTests() {
  const file = path.join(results, 'tests.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  await runLoudly('node_modules/vitest/vitest.mjs', ['run', ...reporters], { TEST_OLDEST: 'too' })
  return readCounts(file, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded has no failed tests.
    failed: Math.max(report.numFailedTests + report.numPendingTests, report.numFailedTestSuites),
    failures: report.testResults.flatMap(failuresOfFile),
  }))
}

/** Repeats the failed tests and their errors at the end, because the output above is often cut off. */
function failuresOfFile(file) {
  const name = path.relative(root, file.name)
  const tests = file.assertionResults.filter(({ status }) => status !== 'passed')
  if (tests.length === 0 && file.status === 'failed') return [`${name}\n${file.message}`]
  return tests.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors))
      return `${file} › ${title}\n${errors.map((error) => error.message).join('\n')}`
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

async function journeys() {
  const chromium = ensureChromium()
  if (chromium.problem) {
    console.error(chromium.problem)
    return { passed: 0, failed: 1 }
  }
  const opened = await world.catch((error) => error)
  if (opened instanceof Error) {
    console.error(opened.message)
    return { passed: 0, failed: 1 }
  }
  const file = path.join(results, 'journeys.json')
  await runLoudly(
    'node_modules/@playwright/test/cli.js',
    ['test', '-c', 'e2e/playwright.config.ts'],
    {
      CHROMIUM_PATH: chromium.path,
      PLINTH_URL: opened.url,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  )
  return readCounts(file, ({ stats, suites }) => ({
    failures: suites.flatMap(failuresOfSuite),
    passed: stats.expected,
    // A journey that passed only on a retry counts as failed.
    failed: stats.unexpected + stats.flaky + stats.skipped,
  }))
}

/** Also waits for one that is still starting. */
async function closeWorld() {
  const opened = await world.catch(() => null)
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

function readCounts(file, pick) {
  try {
    return pick(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`What the tests wrote to ${file} cannot be read: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}

function runLoudly(script, args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      // In a log, two thousand coloured dots would hide the failures.
      env: withNode24Path(process.stdout.isTTY ? env : { NO_COLOR: '1', ...env }),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', resolve)
  })
}
