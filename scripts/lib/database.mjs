import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './node.mjs'
import { ensureDataFolder } from './setup.mjs'
import { run as runScript } from './world.mjs'

/**
 * Runs a command on the database that `npm start` uses: DATABASE_URL, or the embedded one, which it starts for the time
 * of the command unless it is already running.
 */
export async function withDatabase(command) {
  const dataDir = path.resolve(root, process.env.PLINTH_DATA ?? '.plinth')
  ensureDataFolder(dataDir)
  const { migrate } = await import('../../server/src/db/migrate.ts')
  const { startEmbedded } = await import('../../server/src/db/embedded.ts')
  const postgres = process.env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: path.join(dataDir, 'postgres-18') })
  try {
    await postgres?.createDatabase('plinth')
    const url = process.env.DATABASE_URL ?? postgres.url('plinth')
    await migrate(url)
    const env = {
      ...process.env,
      DATABASE_URL: url,
      PLINTH_DATA: dataDir,
      OIDC_ISSUER: issuerOf(dataDir),
    }
    return await command({
      url,
      dataDir,
      run: (script, args = []) => runScript(script, env, false, args),
    })
  } finally {
    await postgres?.stop()
  }
}

/** The issuer whose accounts the demo people sign in with. */
function issuerOf(dataDir) {
  if (process.env.OIDC_ISSUER) return process.env.OIDC_ISSUER
  const file = path.join(dataDir, 'sandbox.json')
  const port = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).port : 3001
  return `http://localhost:${port}`
}
