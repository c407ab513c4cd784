// Makes the renditions of the demo world that are shipped with it, after a change of its files or of what makes renditions.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled()
await requireNode24(import.meta.url)
const { startEmbedded } = await import('../server/src/db/embedded.ts')
const { migrate } = await import('../server/src/db/migrate.ts')
const { run } = await import('./lib/world.mjs')

const dataDir = path.join(root, '.plinth/renditions')
rmSync(dataDir, { recursive: true, force: true })
const postgres = await startEmbedded({
  dataDir: path.join(dataDir, 'postgres-18'),
  settings: { fsync: 'off' },
})
try {
  await postgres.createDatabase('plinth')
  const url = postgres.url('plinth')
  await migrate(url)
  await run('server/seeds/renditions/main.ts', {
    ...process.env,
    DATABASE_URL: url,
    PLINTH_DATA: dataDir,
    OIDC_ISSUER: 'http://localhost',
  })
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
