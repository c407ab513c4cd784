import { parseArgs } from 'node:util'
import { migrate } from '../src/db/migrate.ts'
import { createDatabase, createPool } from '../src/db/pool.ts'
import { refreshPortfolios } from '../src/features/portfolios/portfolio-refresh-queries.ts'
import { findAv } from '../src/gateways/av/find.ts'
import { createAudio } from '../src/gateways/audio/audio.ts'
import { createDocuments } from '../src/gateways/document/documents.ts'
import { createImaging } from '../src/gateways/image/imaging.ts'
import { createStorage } from '../src/gateways/storage/create.ts'
import { openTempFolder } from '../src/gateways/files.ts'
import { createVideo } from '../src/gateways/video/video.ts'
import { Inhabited, seedDemoWorld } from './demo/demo.ts'
import { seedLargeWorld } from './large/large.ts'
import { readSeedEnv } from './env.ts'
import { withShelf } from './renditions/gateways.ts'
import { openShipped } from './renditions/shelf.ts'
import { readWorld, WORLD_FOLDER } from './world.ts'

/** Building an index over a million works takes longer than any request may. */

/**
 * Thousands of small statements in a row: planned once, and written to the disk together. The last transaction waits
 * for all of them.
 */
const SETTINGS = 'set plan_cache_mode = force_generic_plan; set synchronous_commit = off'

const { values } = parseArgs({
  options: { scale: { type: 'string' }, people: { type: 'string' } },
})
const items = Number(values.scale ?? 0)
const people = values.people === undefined ? undefined : Number(values.people)
if (!Number.isInteger(items) || items < 0 || !Number.isInteger(people ?? 0)) {
  process.stderr.write(
    'Usage: node server/seeds/main.ts [--scale <number of works>] [--people <number>]\n',
  )
  process.exit(2)
}
const env = readSeedEnv()
const begin = Date.now()
const log = (line: string) => {
  const seconds = ((Date.now() - begin) / 1_000).toFixed(1)
  process.stdout.write(`${line} (${seconds} s)\n`)
}

await migrate(env.databaseUrl)
await openTempFolder(env.dataDir)
// Statements about a million works need plans of their own, and a pooler would hand these settings on to others.
const isQuick = items === 0 && env.namedStatements
const pool = createPool({
  url: env.databaseUrl,
  size: 6,
  namedStatements: isQuick,
  isUnlimited: true,
})
if (isQuick) pool.on('connect', (client) => void client.query(SETTINGS))
const db = createDatabase(pool)
// Their processes start when something has to be made that was not shipped.
const programs = await findAv(env.programs)
const gateways = {
  imaging: createImaging(),
  video: createVideo({ programs }),
  audio: createAudio({ programs }),
  documents: createDocuments(),
}
const storage = await createStorage(env)
const deps = { env, db, storage, ...withShelf(gateways, await openShipped()) }
try {
  const made = await seedDemoWorld(deps, {
    world: await readWorld(),
    folder: WORLD_FOLDER,
    issuer: env.oidc.issuer,
    now: new Date(),
    log,
  })
  log(made ? 'The demo world is ready' : 'The demo world was there already')
  if (items > 0 && (await seedLargeWorld(db, { items, people, now: new Date(), log }))) {
    await refreshPortfolios(db)
    log(`${items} invented works are ready`)
  }
} catch (error) {
  if (!(error instanceof Inhabited)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  for (const gateway of Object.values(gateways)) await gateway.close()
  await db.destroy()
}
