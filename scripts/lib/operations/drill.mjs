// What all parts of an operator's day share: PostgreSQL, the sandbox, addresses and settings.
import { mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { settingsBehindProxy, startSandbox } from '../nodes.mjs'
import { isFree, sandboxIdentity, sandboxPayments } from '../world.mjs'
import { giveUp } from '../setup.mjs'
import { startCluster } from './cluster.mjs'

/** Ports of one run, below those that the system gives to outgoing connections. */
const PORTS = 10

export async function startDrill({ folder, stops }) {
  const port = Number(process.env.PORT ?? 23_700)
  for (let offset = 0; offset < PORTS; offset += 1) {
    if (!(await isFree(port + offset)))
      giveUp(
        `Port ${port + offset} is taken. Choose ${PORTS} others: PORT=${port + 100} npm run operations`,
      )
  }
  const home = path.join(folder, 'postgres')
  mkdirSync(home)
  const cluster = await startCluster({ folder: home, port: port + 1, stops })
  const sandboxUrl = await cluster.createDatabase('plinth_sandbox')
  const secrets = path.join(folder, 'sandbox')
  mkdirSync(secrets, { mode: 0o700 })
  const identity = await sandboxIdentity(secrets, port, {
    SANDBOX_PORT: String(port + 2),
    SANDBOX_SMTP_PORT: String(port + 3),
  })
  // Production wants https, which a proxy would handle; here whoever asks reaches the server past it.
  const publicUrl = `https://localhost:${port}`
  const env = settingsBehindProxy({ url: publicUrl, dataDir: secrets, identity })
  // It complains while PostgreSQL is away.
  const log = openSync(path.join(folder, 'sandbox.log'), 'a')
  const sandbox = await startSandbox(env, identity, sandboxUrl, log)
  stops.push(sandbox.stop)
  const drill = {
    folder,
    stops,
    /** How many of them are for what all parts share. */
    shared: stops.length,
    port,
    cluster,
    identity,
    publicUrl,
    databaseUrl: null,
    /** What the command line gets: the servers' settings, and the card provider that the demo world is paid at. */
    toolSettings: () => ({
      PUBLIC_URL: publicUrl,
      DATABASE_URL: drill.databaseUrl,
      OIDC_ISSUER: identity.issuer,
      OIDC_CLIENT_ID: identity.clientId,
      OIDC_CLIENT_SECRET: identity.clientSecret,
      ...sandboxPayments(identity),
    }),
  }
  return drill
}
