// Says which known vulnerabilities of our dependencies docs/dependencies.md does not answer. Needs the registry.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/node.mjs'
import { giveUp } from './lib/setup.mjs'

const PAGE = 'docs/dependencies.md'
const ID = /GHSA(?:-[\da-z]{4}){3}/g

const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
})
const report = parse(stdout)
if (report?.vulnerabilities === undefined)
  giveUp(
    `The registry gave no advisories${report?.message ? `: ${report.message}` : ''}. Try again where it can be reached.`,
  )

const answered = new Set(readFileSync(path.join(root, PAGE), 'utf8').match(ID))
/** By id; the same one may reach us on several ways. */
const open = new Map()
for (const { via } of Object.values(report.vulnerabilities)) {
  for (const advisory of via) {
    // A name leads to the package that has the advisory.
    if (typeof advisory === 'string') continue
    const id = advisory.url.match(ID)?.[0] ?? advisory.url
    if (!answered.has(id)) open.set(id, advisory)
  }
}
for (const [id, { name, severity, title, range }] of open)
  console.log(`${id}: ${name} ${range}, ${severity}. ${title}`)
if (open.size > 0)
  giveUp(
    `${PAGE} answers ${open.size === 1 ? 'none of this' : 'none of these'}. Update the package, or say there why it does not reach us.`,
  )
console.log(`Every known vulnerability of our dependencies is answered in ${PAGE}.`)

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
