// Plain Node 20 code without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { BUNDLED_SERVER, SERVER_ENV, packagedNode, root } from './node.mjs'

/** Exits with one sentence that says what to do. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Exits in production when no PostgreSQL is named: the embedded one gets no security updates of its own. */
export function requireOwnDatabase(env) {
  if (env.NODE_ENV !== 'production' || env.DATABASE_URL) return
  giveUp(
    'In production Plinth needs a PostgreSQL of your own, 15 or newer: set DATABASE_URL. The embedded one is for trying Plinth and for development.',
  )
}

export const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

export function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const name = path.join(folder, entry.name)
      if (entry.isFile()) return [name]
      return entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name)
        ? filesBelow(name)
        : []
    })
    .toSorted()
}

export const readIf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const PACKAGED_NODE_PLATFORMS = new Set(['linux-x64', 'linux-arm64'])

/** Written only after an install was checked. An older marker, `.plinth-installed`, was written too early. */
const INSTALL_STAMP = 'node_modules/.plinth-install-checked'

const VITE = 'node_modules/.bin/vite'

/** By name: a folder would include the workspaces below it. */
const workspaces = (...names) => names.map((name) => `--workspace=@plinth/${name}`)

/** What is installed for what. `tests` is everything in the lockfile, so it also serves for `start`. */
const INSTALLS = {
  start: {
    says: 'Installing what Plinth is built from and runs on …',
    npm: [
      '--omit=dev',
      '--include-workspace-root',
      ...workspaces('contract', 'server', 'sandbox', 'web'),
    ],
    // Without these nothing can be built or started, even if npm reported success.
    needs: [
      VITE,
      'node_modules/fastify/package.json',
      'node_modules/@plinth/contract/package.json',
    ],
  },
  tests: {
    says: 'Installing everything that the lockfile names, also what tests and checks need …',
    npm: ['--include=dev'],
    needs: [VITE, 'node_modules/fastify/package.json', 'node_modules/.bin/vitest'],
  },
  image: {
    says: 'Installing what a server runs on that was built elsewhere …',
    // Without the root, which brings Node and PostgreSQL along.
    npm: ['--omit=dev', ...workspaces('contract', 'server')],
    needs: ['node_modules/fastify/package.json', 'node_modules/@plinth/contract/package.json'],
  },
}

/** The server's build needs them, a built server does not. */
const BUILD_TOOLS = ['rolldown', '@rolldown']

/** Installs what the container image runs on. A start in the image takes it for complete, because nothing is built there. */
export function installImage() {
  install('image')
  for (const name of BUILD_TOOLS) rmSync(path.join(root, 'node_modules', name), { recursive: true })
  writeStamp('start')
}

/**
 * Installs if the lockfile has changed since the last install, or if that one did not include what is wanted now.
 * Returns whether it had to.
 * @param {'start' | 'tests'} wanted
 */
export function ensureInstalled(wanted = 'start') {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20)
    giveUp(`Plinth needs Node 20 or newer to start; this is ${process.versions.node}.`)
  const stamp = readIf(path.join(root, INSTALL_STAMP))
  // One that has more than it needs will do, as when an image is told to use another FFmpeg than its own.
  const enough = [stampOf(wanted), stampOf('tests')]
  if (leavesVideoOut(wanted)) enough.push(stampOf(wanted) + WITHOUT_VIDEO)
  if (enough.includes(stamp)) return false
  install(wanted)
  return true
}

/** With VIDEO=system Plinth runs on FFmpeg of the machine. Tests compare both, so they have the bundled one, too. */
const leavesVideoOut = (kind) => kind !== 'tests' && process.env.VIDEO === 'system'

/** Holds FFmpeg, which is under the GPL, and nothing else. npm cannot leave out one optional dependency of many. */
const BUNDLED_VIDEO = 'node_modules/@seydx'

const WITHOUT_VIDEO = ' without FFmpeg'

const stampOf = (kind) => `${kind} ${hashOf(['package-lock.json'])}`

const writeStamp = (kind) =>
  writeFileSync(
    path.join(root, INSTALL_STAMP),
    stampOf(kind) + (leavesVideoOut(kind) ? WITHOUT_VIDEO : ''),
  )

/**
 * Runs `npm ci` and checks the result. Node and PostgreSQL are optional dependencies, so these are installed even if
 * npm's settings leave them out.
 */
function install(kind) {
  const { says, npm, needs } = INSTALLS[kind]
  console.log(says)
  const started = Date.now()
  const words = ['ci', ...npm, '--include=optional', '--include=peer', '--bin-links']
  // Install scripts stay off; our own code does what is needed of them.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const run = (...more) =>
    runNpm([...words, ...quiet, ...more], { stdio: ['ignore', 'inherit', 'pipe'] })
  // The lockfile names every version, so what the cache knows about them needs no check.
  let result = run('--prefer-offline')
  // The cache is older than a version that the lockfile names.
  if (/ETARGET/.test(result.stderr ?? '')) result = run()
  if (result.status !== 0) giveUp(explainInstall(result.stderr ?? ''))
  const missing = needs.filter((file) => !existsSync(path.join(root, file)))
  if (missing.length > 0) giveUp(explainMissing(missing.join(', ')))
  if (packagedNode() === null && !process.versions.node.startsWith('24.')) giveUp(explainNoNode())
  if (leavesVideoOut(kind)) rmSync(path.join(root, BUNDLED_VIDEO), { recursive: true, force: true })
  if (kind !== 'tests') removeUnread(path.join(root, 'node_modules'))
  writeStamp(kind)
  console.log(`Installed in ${seconds(started)}.`)
}

/** What neither the build nor a running Plinth reads: the headers of Node, types, source maps, guides and others' tests. A third of it all. */
const UNREAD = /\.(map|[cm]?ts|md)$/
const UNREAD_FOLDERS = new Set(['test', 'tests', '__tests__', 'benchmark', 'benchmarks', '.yarn'])
const LICENCE = /licen[cs]e|notice|copying/i

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      const parent = path.basename(folder)
      const isHeaders = entry.name === 'include' && parent.startsWith('node-linux-')
      // Beside other packages it is one itself.
      const isUnread = UNREAD_FOLDERS.has(entry.name) && !/^(node_modules|@.*)$/.test(parent)
      if (isHeaders || isUnread) rmSync(name, { recursive: true })
      else removeUnread(name)
    } else if (entry.isFile() && UNREAD.test(entry.name) && !LICENCE.test(entry.name)) {
      unlinkSync(name)
    }
  }
}

/** The npm that started this script, or the one on the path. */
function npmCommand(args) {
  const { npm_execpath: npm } = process.env
  return npm ? [process.execPath, [npm, ...args]] : ['npm', args]
}

function runNpm(args, options) {
  const [program, words] = npmCommand(args)
  return spawnSync(program, words, { cwd: root, encoding: 'utf8', ...options })
}

const explainMissing = (what) =>
  `npm ci left out ${what}. Check your npm settings (npm config list), delete node_modules and start again.`

function explainNoNode() {
  const platform = `${process.platform}-${process.arch}`
  return PACKAGED_NODE_PLATFORMS.has(platform)
    ? explainMissing(`Node 24 (node-${platform})`)
    : `Plinth brings Node 24 along for Linux on x64 and arm64 only. This is ${process.platform} on ${process.arch}: install Node 24 and try again.`
}

function explainInstall(log) {
  if (/ENOSPC/.test(log))
    return 'The disk is full: installing takes about 1 GB. Free some space and start again.'
  if (/EACCES|EPERM/.test(log)) {
    return `This user may not write to ${root}. Make the folder yours (chown) or clone Plinth where you may write.`
  }
  if (/ENOTFOUND|ETIMEDOUT|ECONNREFUSED|EAI_AGAIN/.test(log)) {
    return 'The package registry cannot be reached. Check the network (or the registry in your npm settings) and start again.'
  }
  return `npm ci failed:\n${log.trim().split('\n').slice(-8).join('\n')}`
}

/** What is built, and from what. */
const BUILDS = [
  {
    name: 'web',
    sources: () => filesBelow('web'),
  },
  {
    name: 'server',
    // With the options of V8, because what it compiles is of no use with others.
    sources: () => [
      ...filesBelow('server/src'),
      'server/build.ts',
      'server/package.json',
      'scripts/lib/node.mjs',
    ],
    after: compileServer,
  },
]

/** Builds the web and the server if their sources have changed since the last build. Returns whether it had to. */
export function ensureBuilt() {
  const due = dueBuilds()
  for (const build of due) {
    const { status, stdout, stderr } = runNpm(build.words, { env: withNode24Path() })
    if (status !== 0) giveUp(build.explain(stdout + stderr))
    build.end()
  }
  return due.length > 0
}

/** The same while other things are done. Throws an error that a person can read. */
export async function ensureBuiltMeanwhile() {
  await Promise.all(dueBuilds().map(buildMeanwhile))
}

async function buildMeanwhile(build) {
  const [program, args] = npmCommand(build.words)
  const child = spawn(program, args, { cwd: root, env: withNode24Path() })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0) throw new Error(build.explain(output))
  build.end()
}

function dueBuilds() {
  const shared = ['package-lock.json', ...filesBelow('contract/src')]
  return BUILDS.flatMap(({ name, sources, after }) => {
    const marker = path.join(root, name, 'dist/.built')
    const wanted = hashOf([...shared, ...sources()])
    if (readIf(marker) === wanted) return []
    // Somebody may have removed what only the build needs.
    if (!existsSync(path.join(root, VITE))) install('start')
    console.log(`Building the ${name} …`)
    const started = Date.now()
    return {
      // By name: a folder would include the workspaces below it.
      words: ['run', 'build', `--workspace=@plinth/${name}`],
      explain: (output) => `The ${name} did not build:\n${output}`,
      end: () => {
        after?.()
        writeFileSync(marker, wanted)
        console.log(`Built the ${name} in ${seconds(started)}.`)
      },
    }
  })
}

const COMPILE_MS = 60_000

/**
 * Lets Node write what it makes of the bundle. Without settings the server stops as soon as its code is loaded. It needs
 * the same options of V8 as later: with others, Node compiles everything again.
 */
function compileServer() {
  spawnSync('node', [path.join(root, BUNDLED_SERVER)], {
    env: { PATH: withNode24Path().PATH, ...SERVER_ENV },
    timeout: COMPILE_MS,
  })
}

/** An environment in which `node` is the one that the lockfile pins. */
export function withNode24Path(extra = {}) {
  const bin = path.join(root, 'node_modules/.bin')
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** Creates the data folder, or exits with the reason why it cannot be used. */
export function ensureDataFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    const probe = path.join(folder, '.probe')
    writeFileSync(probe, 'x'.repeat(65_536))
    writeFileSync(probe, '')
    return statSync(folder).isDirectory()
  } catch (error) {
    if (error.code === 'ENOSPC') {
      return giveUp(
        `The disk that holds ${folder} is full. Free some space, or set PLINTH_DATA to a folder on another disk.`,
      )
    }
    return giveUp(
      `${folder} cannot be written (${error.code}). Set PLINTH_DATA to a folder that this user may write to.`,
    )
  }
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`
