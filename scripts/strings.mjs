// npm run strings                         prints every text that people read, by file, and how many there are
// npm run strings -- web/src/features     the same for the files below these folders
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)
const { kindOf, listCheckout } = await import('./lib/structure/tree.ts')
const { proseOf } = await import('./lib/words/prose.ts')

/** Screens first, then what the server and the contract answer, then the sandbox. */
const PARTS = ['web/src/', 'server/src/', 'contract/src/', 'sandbox/src/']
const folders = process.argv.slice(2)

let count = 0
const checkout = listCheckout(root).filter(
  (file) => /\.tsx?$/.test(file) && kindOf(file) === 'source',
)
for (const part of PARTS) {
  const files = checkout.filter(
    (file) =>
      file.startsWith(part) &&
      (folders.length === 0 || folders.some((folder) => file.startsWith(folder))),
  )
  for (const file of files) {
    const read = proseOf(file, readFileSync(path.join(root, file), 'utf8')).filter(
      ({ kind }) => kind === 'text',
    )
    if (read.length === 0) continue
    count += read.length
    console.log(`\n## ${file}\n`)
    for (const { line, text } of read) console.log(`- ${line}: ${text}`)
  }
}
console.log(`\n${count} texts.`)
// Started by another Node, this one would wait for it.
if (process.connected) process.disconnect()
