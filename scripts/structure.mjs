// npm run structure                       measures the size of the code and how easily files are found
// npm run structure -- --at REV           the same for another revision
// npm run structure -- --against REV      both side by side
// npm run structure -- --json             as JSON, with all suffixes and all stations of the walks
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { listCheckout, readRevision, readTree } = await import('./lib/structure/tree.ts')
const { measure } = await import('./lib/structure/measure.ts')
const { printReport } = await import('./lib/structure/report.ts')
const { followWalks, WALKS_FILE } = await import('./lib/structure/walks.ts')

const args = process.argv.slice(2)
const valueOf = (name) => {
  const at = args.indexOf(name)
  return at === -1 ? null : (args[at + 1] ?? 'HEAD')
}
const at = valueOf('--at')
const against = valueOf('--against')
const walksHere = readFileSync(path.join(root, WALKS_FILE), 'utf8')
const trees = [
  ...(against === null ? [] : [[against, readRevision(root, against)]]),
  at === null
    ? ['this checkout', readTree(root, listCheckout(root))]
    : [at, readRevision(root, at)],
]
const results = trees.map(([name, tree]) => ({
  name,
  structure: measure(tree),
  // Each revision uses its own list, because names differ between revisions.
  walks: followWalks(tree, JSON.parse(tree.get(WALKS_FILE)?.text ?? walksHere)),
}))
if (args.includes('--json')) console.log(JSON.stringify(results, null, 2))
else printReport(results)
