// The parts of a test run. Each returns how many passed and failed, and what failed.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { root } from './node.mjs'
import { withNode24Path } from './setup.mjs'

const results = path.join(root, '.plinth/test/results')
/** What Node has compiled, kept for the many processes of a run: they start in half the time. */
const COMPILED = path.join(root, '.plinth/test/compiled')

export function emptyResults() {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
}

/** Runs Vitest with these arguments. `name` names the file of its results. */
export async function runVitest(name, args) {
  const file = path.join(results, `${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  await runLoudly('node_modules/vitest/vitest.mjs', [...args, ...reporters], { TEST_OLDEST: 'too' })
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

/**
 * Runs the journeys, or those with these names, on the Plinth that `world` resolves to.
 * @param {Promise<{ url: string }>} world
 * @param {readonly string[]} names
 */
export async function runJourneys(world, names = []) {
  const chromium = ensureChromium()
  if (chromium.problem) return broken(chromium.problem)
  const opened = await world.catch((error) => error)
  if (opened instanceof Error) return broken(opened.message)
  const file = path.join(results, 'journeys.json')
  await runLoudly(
    'node_modules/@playwright/test/cli.js',
    // A name is a whole one: `post` does not mean `create-post`.
    ['test', '-c', 'e2e/playwright.config.ts', ...names.map((name) => `/${name}.spec.ts`)],
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
