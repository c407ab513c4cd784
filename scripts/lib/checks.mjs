import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './node.mjs'
import { seconds } from './setup.mjs'

const bin = (name) => path.join(root, 'node_modules', name)
const TSC = bin('typescript-7/bin/tsc')

/** @type {[name: string, script: string, args: string[]][]} */
const CHECKS = [
  ['types', TSC, ['-p', 'tsconfig.json']],
  ['types of the web', TSC, ['-p', 'web/tsconfig.json']],
  ['lint', bin('oxlint/bin/oxlint'), ['--type-aware', '--deny-warnings']],
  [
    'boundaries',
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ['--config', '.dependency-cruiser.cjs', 'contract', 'server', 'sandbox', 'e2e', 'bench', 'web'],
  ],
  ['structure', path.join(root, 'scripts/lib/structure-rules.ts'), []],
  ['words', path.join(root, 'scripts/lib/words-rules.ts'), []],
  ['unused', bin('knip/bin/knip.js'), ['--no-progress', '--treat-config-hints-as-errors']],
  ['licences', path.join(root, 'scripts/third-party.mjs'), ['--check']],
  ['format', bin('oxfmt/bin/oxfmt'), ['--check', '.']],
]

/** Those that look at one file at a time, and the files that they know. The others look at all of them. */
const BY_FILE = new Map([
  ['lint', /\.(ts|tsx|mjs|cjs|js)$/],
  ['format', /\.(ts|tsx|mjs|cjs|js|json|css|html|md)$/],
])

/**
 * Checks types, lint, boundaries, structure, words, licences and format, what can be checked alone only in these files. Returns
 * how many failed.
 * @param {readonly string[]} [files]
 */
export async function runChecks(files) {
  const started = Date.now()
  let failed = 0
  const runs = CHECKS.map(async ([name, script, args]) => {
    const known = BY_FILE.get(name)
    if (files === undefined || known === undefined)
      return { name, ...(await runQuietly(script, args)) }
    const own = files.filter((file) => known.test(file))
    if (own.length === 0) return { name, code: 0, output: '' }
    return { name, ...(await runQuietly(script, [...args.filter((arg) => arg !== '.'), ...own])) }
  })
  for (const { name, code, output } of await Promise.all(runs)) {
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code !== 0) {
      failed += 1
      console.log(output)
    }
  }
  console.log(`Checked in ${seconds(started)}.`)
  return { passed: CHECKS.length - failed, failed }
}

function runQuietly(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('exit', (code) => resolve({ code, output }))
  })
}
