import { requireNode24 } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled()
await requireNode24(import.meta.url)
const { withDatabase } = await import('./lib/database.mjs')
await withDatabase(({ run }) => run('server/seeds/main.ts', process.argv.slice(2)), {
  migrates: true,
})
