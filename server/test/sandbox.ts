import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { expectNoSecret } from './canary.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Sandbox {
  url: string
  /** Its SMTP address. */
  smtpUrl: string
  clientId: string
  clientSecret: string
  databaseUrl: string
  /** Stops it as `npm start` does and returns its exit code. */
  stop: (signal?: 'SIGTERM' | 'disconnect') => Promise<number | null>
  drop: () => Promise<void>
}

/** Starts the sandbox as `npm start` does, with an empty database or that of an earlier sandbox. */
export async function startSandbox(plinthUrl: string, earlier?: Sandbox): Promise<Sandbox> {
  const databaseUrl = earlier?.databaseUrl ?? (await emptyDatabase())
  const clientSecret = earlier?.clientSecret ?? randomBytes(24).toString('base64url')
  const child = fork(path.join(ROOT, 'sandbox/src/main.ts'), {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_PORT: earlier === undefined ? '0' : new URL(earlier.url).port,
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATABASE_URL: databaseUrl,
      SANDBOX_DEMO_ACCOUNTS: path.join(ROOT, 'sandbox/demo-accounts.json'),
      PLINTH_URL: plinthUrl,
      OIDC_CLIENT_ID: 'plinth',
      OIDC_CLIENT_SECRET: clientSecret,
    },
  })
  const ended = once(child, 'exit')
  const message = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The sandbox ended with ${String(code)} before it listened.`)
    }),
  ])
  const { url, smtpUrl } = message[0] as { url: string; smtpUrl: string }
  const stop: Sandbox['stop'] = async (signal = 'SIGTERM') => {
    if (signal === 'disconnect') child.disconnect()
    else child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
  return {
    url,
    smtpUrl,
    clientId: 'plinth',
    clientSecret,
    databaseUrl,
    stop,
    drop: async () => {
      await stop()
      expectNoSecret(await emailsIn(databaseUrl), 'emails')
      await dropDatabase(databaseUrl)
    },
  }
}

/** All emails in its mailbox. */
async function emailsIn(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select subject, body_text, body_html, headers from letters`,
    )
    return JSON.stringify(rows)
  } finally {
    await client.end()
  }
}

export async function emptyDatabase(): Promise<string> {
  // The process id of the run in the name tells databases of interrupted runs from those in use.
  const name = `plinth_test_${process.ppid}_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database "${name}"`)
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (databaseUrl: string): Promise<void> =>
  asAdmin(`drop database "${new URL(databaseUrl).pathname.slice(1)}" with (force)`)

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
