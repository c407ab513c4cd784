import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Sandbox {
  url: string
  clientId: string
  clientSecret: string
  databaseUrl: string
  stop: () => Promise<void>
}

/** The sandbox as `npm start` runs it: a process of its own, here with an empty database. */
export async function startSandbox(plinthUrl: string): Promise<Sandbox> {
  const name = `plinth_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database "${name}"`)
  const databaseUrl = new URL(inject('adminUrl'))
  databaseUrl.pathname = `/${name}`
  const client = { clientId: 'plinth', clientSecret: randomBytes(24).toString('base64url') }
  const child = fork(path.join(ROOT, 'sandbox/src/main.ts'), {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_DATABASE_URL: databaseUrl.href,
      SANDBOX_DEMO_ACCOUNTS: path.join(ROOT, 'sandbox/demo-accounts.json'),
      PLINTH_URL: plinthUrl,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
    },
  })
  const ended = once(child, 'exit')
  const message = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The sandbox ended with ${String(code)} before it listened.`)
    }),
  ])
  const { url } = message[0] as { url: string }
  return {
    url,
    ...client,
    databaseUrl: databaseUrl.href,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await asAdmin(`drop database "${name}" with (force)`)
    },
  }
}

/** A port that nothing listens on right now. */
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
