import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './node.mjs'
import { ensureDataFolder, giveUp, requireOwnDatabase } from './setup.mjs'
import { run as runScript } from './world.mjs'

/**
 * Runs a command on the database that `npm start` uses: DATABASE_URL (past a pooler, if there is one), or the embedded
 * one, which it starts for the time of the command unless it is already running. Only a command that `migrates` changes
 * the tables of a database that servers use; others refuse one that lacks a migration. `exact`: it must not have those of
 * a newer version either.
 */
export async function withDatabase(command, { migrates = false, exact = false } = {}) {
  requireOwnDatabase(process.env)
  const { findAddressProblem } = await import('../../server/src/db/address.ts')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const problem = findAddressProblem(name, process.env[name] ?? '')
    if (problem !== null) giveUp(problem)
  }
  const dataDir = path.resolve(root, process.env.PLINTH_DATA ?? '.plinth')
  ensureDataFolder(dataDir)
  const { awaitDatabase, NoDatabase } = await import('../../server/src/db/presence/awaiting.ts')
  const { compareMigrations, migrate, NewerDatabase } =
    await import('../../server/src/db/migrate.ts')
  const { startEmbedded } = await import('../../server/src/db/embedded.ts')
  const postgres = process.env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: path.join(dataDir, 'postgres-18') })
  let failure
  try {
    await postgres?.createDatabase('plinth')
    // Compose passes on settings that nobody has set as empty ones.
    const url =
      postgres?.url('plinth') ?? (process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL)
    if (postgres === null) await awaitDatabase(url, { seconds: 0, onWait: () => {} })
    if (migrates || postgres !== null) await migrate(url, { onWait: sayWaiting })
    else refuseOthers(await compareMigrations(url), exact)
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
  } catch (error) {
    // These say to operators what is wrong and what to do.
    if (![NoDatabase, NewerDatabase, OtherVersion].some((kind) => error instanceof kind))
      throw error
    failure = error.message
  } finally {
    await postgres?.stop()
  }
  return giveUp(failure)
}

class OtherVersion extends Error {}

function refuseOthers({ missing, ahead }, exact) {
  if (exact && ahead.length > 0)
    throw new OtherVersion(
      `A newer version has migrated this database: it has ${ahead.join(', ')}. Run this command with that version, which can restore what it writes.`,
    )
  if (missing.length > 0)
    throw new OtherVersion(
      `The database lacks ${missing.length} migrations of this version, from ${missing[0]} on. Run npm run plinth -- migrate, or use the version that the servers run.`,
    )
}

const sayWaiting = () => console.log('Another process is migrating the database. Waiting.')

/** The issuer whose accounts the demo people sign in with. */
function issuerOf(dataDir) {
  if (process.env.OIDC_ISSUER) return process.env.OIDC_ISSUER
  const file = path.join(dataDir, 'sandbox.json')
  const port = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).port : 3001
  return `http://localhost:${port}`
}
