// The parts of a test run. Each returns how many passed and failed, and what failed.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { root } from './node.mjs'
import { seconds, withNode24Path } from './setup.mjs'

const results = path.join(root, '.plinth/test/results')
/** What Node has compiled, kept for the many processes of a run: they start in half the time. */
const COMPILED = path.join(root, '.plinth/test/compiled')

export function emptyResults() {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
}

/** Runs Vitest with these arguments and settings. `name` names the file of its results. */
export async function runVitest(name, args, env = { TEST_OLDEST: 'too' }) {
  const file = path.join(results, `${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  await runLoudly('node_modules/vitest/vitest.mjs', [...args, ...reporters], env)
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
      const runs = tests.flatMap((test) => test.results)
      const errors = runs.flatMap((run) => run.errors.map((error) => error.message))
      return [`${file} › ${title}`, ...errors, ...runs.flatMap(pagesOf)].join('\n')
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

const MOST_LINES = 60

/** What the page showed when a journey failed, as Playwright notes it, because pictures stay on the machine of the run. */
function pagesOf({ attachments }) {
  return attachments.flatMap(({ name, path: file }) => {
    if (name !== 'error-context' || file === undefined) return []
    const [, shown = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(file, 'utf8')) ?? []
    return ['The page showed:', ...shown.split('\n').slice(0, MOST_LINES)]
  })
}

/**
 * Runs the journeys, or those with these names, on the Plinth that `world` resolves to.
 * @param {Promise<{ url: string }>} world
 * @param {readonly string[]} names
 * @param {readonly string[]} options further options of Playwright
 */
export async function runJourneys(world, names = [], options = []) {
  const chromium = ensureChromium()
  if (chromium.problem) return broken(chromium.problem)
  const opened = await world.catch((error) => error)
  if (opened instanceof Error) return broken(opened.message)
  const file = path.join(results, 'journeys.json')
  await runLoudly(
    'node_modules/@playwright/test/cli.js',
    // A name is a whole one: `post` does not mean `create-post`.
    [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      ...options,
      ...names.map((name) => `/${name}.spec.ts`),
    ],
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

function broken(sentence) {
  console.error(sentence)
  return { passed: 0, failed: 1 }
}

function readCounts(file, pick) {
  try {
    return pick(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return broken(`What the tests wrote to ${file} cannot be read: ${error.message}`)
  }
}

function runLoudly(script, args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      // In a log, two thousand coloured dots would hide the failures.
      env: withNode24Path({
        NODE_COMPILE_CACHE: COMPILED,
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
        ...env,
      }),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', resolve)
  })
}

/**
 * Prints a line for each part and every failure, and ends with 1 if there was one.
 * @param {{ name: string, passed: number, failed: number, time: string, failures?: string[] }[]} rows
 */
export function reportParts(rows, started) {
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
}
