// Tests the production start from the README, in a checkout where nothing is installed yet.
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../server/src/db/embedded.ts'
import { THROWAWAY } from '../server/test/cluster-folder.ts'
import { userEnv } from '../server/test/user.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PUBLIC_URL = 'https://plinth.example.com'
/** Installing from npm's cache takes half a minute and building half as long, while other tests run too. */
const TIMEOUT_MS = 480_000

let folder: string
let clone: string
let postgres: EmbeddedPostgres
let identity: { child: ChildProcess; issuer: string; clientSecret: string }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-production-'))
  // For root PostgreSQL runs as another user, who must be able to reach its data.
  await chmod(folder, 0o755)
  clone = path.join(folder, 'plinth')
  await copyCheckout(clone)
  postgres = await startEmbedded({
    dataDir: path.join(folder, 'postgres'),
    settings: THROWAWAY,
    adopt: true,
  })
  await postgres.createDatabase('plinth')
  await postgres.createDatabase('identity')
  identity = await startIdentityProvider(postgres.url('identity'))
}, TIMEOUT_MS)

afterAll(async () => {
  if (identity.child.exitCode === null) {
    identity.child.kill('SIGTERM')
    await once(identity.child, 'exit')
  }
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

it(
  'installs, builds and serves from a new checkout in production, and ends well when told to stop',
  async () => {
    await leaveUncheckedStamp()
    const port = await freePort()
    const npm = spawn('npm', ['start'], {
      cwd: clone,
      // Its own process group, so that everything that hangs can be killed together.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...userEnv(),
        NODE_ENV: 'production',
        // Settings of a careful operator, who might leave out optional dependencies such as PostgreSQL and Node.
        npm_config_omit: 'optional',
        PORT: String(port),
        PUBLIC_URL,
        DATABASE_URL: postgres.url('plinth'),
        OIDC_ISSUER: identity.issuer,
        OIDC_CLIENT_ID: 'plinth',
        OIDC_CLIENT_SECRET: identity.clientSecret,
        ADMIN_EMAILS: 'you@example.com',
        SMTP_URL: 'smtps://mail.example.com',
        MAIL_FROM: 'Plinth <hello@example.com>',
        DRAIN_SECONDS: '0',
      },
    })
    const output = collect(npm)
    const ended = once(npm, 'exit')
    try {
      await Promise.race([
        output.until('Plinth is open'),
        ended.then(() => expect.unreachable(`npm start ended:\n${output.text()}`)),
      ])
      const origin = `http://127.0.0.1:${port}`
      const landing = await fetch(`${origin}/`)
      expect(landing.status).toBe(200)
      expect(await landing.text()).toContain('<title>Plinth</title>')
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      const login = await fetch(`${origin}/api/login`, { redirect: 'manual' })
      expect(login.headers.get('location')).toContain(`${identity.issuer}/`)

      npm.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(output.text()).toContain('requests in flight finish first')
      await expect(fetch(origin)).rejects.toThrow('fetch failed')
    } finally {
      if (npm.exitCode === null && npm.signalCode === null && npm.pid !== undefined)
        process.kill(-npm.pid, 'SIGKILL')
    }
    // A later start, for example in development, needs no new install.
    expect(setUpAgain()).toEqual({ hasInstalled: false, hasBuilt: false })
  },
  TIMEOUT_MS,
)

/** Copies everything that a clone would contain, plus uncommitted files. */
async function copyCheckout(to: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of files.split('\0').filter(Boolean)) {
    if (existsSync(path.join(ROOT, file))) await cp(path.join(ROOT, file), path.join(to, file))
  }
}

/** The marker of an older, incomplete install, which later starts must not trust. */
async function leaveUncheckedStamp(): Promise<void> {
  const lockfile = await readFile(path.join(clone, 'package-lock.json'))
  const hash = createHash('sha256').update('package-lock.json').update(lockfile).digest('hex')
  await mkdir(path.join(clone, 'node_modules'))
  await writeFile(path.join(clone, 'node_modules/.plinth-installed'), hash)
}

function setUpAgain(): unknown {
  const script = `const { ensureInstalled, ensureBuilt } = await import('./scripts/lib/setup.mjs')
console.log(JSON.stringify({ hasInstalled: ensureInstalled(), hasBuilt: ensureBuilt() }))`
  const output = execFileSync('node', ['--input-type=module', '-e', script], {
    cwd: clone,
    env: userEnv(),
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

/** The sandbox's identity provider at its own URL, like any other provider. */
async function startIdentityProvider(databaseUrl: string): Promise<typeof identity> {
  const clientSecret = randomBytes(24).toString('base64url')
  const child = fork(path.join(ROOT, 'sandbox/src/main.ts'), {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATABASE_URL: databaseUrl,
      PLINTH_URL: PUBLIC_URL,
      OIDC_CLIENT_ID: 'plinth',
      OIDC_CLIENT_SECRET: clientSecret,
    },
  })
  const [message] = (await once(child, 'message')) as [{ url: string }]
  return { child, issuer: message.url, clientSecret }
}

/** The output of a process, and a promise that certain words have appeared in it. */
function collect({ stdout, stderr }: ReturnType<typeof spawn>) {
  let text = ''
  const waiting: { words: string; resolve: () => void }[] = []
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      for (const { words, resolve } of waiting) if (text.includes(words)) resolve()
    })
  }
  return {
    text: () => text,
    until: (words: string) =>
      new Promise<void>((resolve) => {
        waiting.push({ words, resolve })
      }),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
