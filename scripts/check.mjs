import { requireNode24 } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { runChecks } = await import('./lib/checks.mjs')
const { failed } = await runChecks()
process.exit(failed === 0 ? 0 : 1)
