// Writes THIRD-PARTY.md from the lockfile. With --check it only says whether the page is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { giveUp, readIf } from './lib/setup.mjs'

await requireNode24(import.meta.url)
const { listThirdParty, thirdPartyPage } = await import('./lib/third-party.ts')
const PAGE = path.join(root, 'THIRD-PARTY.md')
const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

let page
try {
  page = thirdPartyPage(listThirdParty(lockfile))
} catch (error) {
  giveUp(error.message)
}
if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readIf(PAGE) !== page)
  giveUp('THIRD-PARTY.md does not match the lockfile. Run npm run third-party.')
