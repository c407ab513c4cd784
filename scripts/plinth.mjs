// The command line for whoever runs a Plinth: npm run plinth -- <command>
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { requireNode24, root } from './lib/node.mjs'
import { ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled()
await requireNode24(import.meta.url)

const USAGE = `Usage: npm run plinth -- <command>
  admin grant <email>      make the person with this verified address an owner
  creator grant <email>    give the person with this verified address creator rights
  media check [--repair]   compare uploaded files with the database; --repair corrects what can be corrected
  audit check [<hash>]     verify the audit log's chain of hashes, and that it still contains this hash
  money check              read from the card provider what was missed, and compare the books with it
  backup <folder> [--database-only]
                           write the database, and every object, into a new folder
  restore <folder>         put a backup into an empty database and an empty store, and compare
  migrate                  apply the migrations of this version; a start of a server does so, too
  seed [--scale N] [--people N]
                           fill the demo world, or a large one for benchmarks
The database is DATABASE_DIRECT_URL or DATABASE_URL, or the embedded one of the data folder. Files are in the data folder, or in S3_BUCKET if it is set.`

const [area, verb, ...rest] = process.argv.slice(2)
const { withDatabase } = await import('./lib/database.mjs')

if (area === 'seed' && seedWords() !== null) {
  if (!existsSync(path.join(root, 'server/seeds')))
    giveUp('The image holds no demo world. Run this command from a checkout.')
  process.exitCode = await withDatabase(
    // It has said why itself.
    ({ run }) =>
      run('server/seeds/main.ts', seedWords()).then(
        () => 0,
        () => 1,
      ),
    { migrates: true },
  )
} else if (area === 'migrate' && verb === undefined) {
  await withDatabase(() => console.log('The database has every migration of this version.'), {
    migrates: true,
  })
} else if (
  (area === 'restore' && verb && rest.length === 0) ||
  (area === 'backup' && verb && !verb.startsWith('-') && isAtMost(rest, '--database-only'))
) {
  const { backUpOrRestore } = await import('./lib/backup.mjs')
  const options = { folder: verb, copyObjects: !rest.includes('--database-only') }
  // A restore fills tables that it has made, and needs the version that wrote the backup.
  const needs = area === 'restore' ? { migrates: true } : { exact: true }
  process.exitCode = await withDatabase((at) => backUpOrRestore(at, area, options), needs)
} else if (area === 'media' && verb === 'check' && isAtMost(rest, '--repair')) {
  const { checkMedia } = await import('./lib/media-check.mjs')
  process.exitCode = await withDatabase((at) => checkMedia(at, { repair: rest.length > 0 }))
} else if (area === 'money' && verb === 'check' && rest.length === 0) {
  const { checkMoney } = await import('./lib/money-check.mjs')
  process.exitCode = await withDatabase(checkMoney)
} else if (area === 'audit' && verb === 'check' && rest.length <= 1) {
  const { checkLog } = await import('./lib/audit-check.mjs')
  process.exitCode = await withDatabase((at) => checkLog(at, rest[0] ?? null))
} else if (
  (area === 'admin' || area === 'creator') &&
  verb === 'grant' &&
  rest.length === 1 &&
  rest[0].includes('@')
) {
  const { createDatabase, createPool } = await import('../server/src/db/pool.ts')
  const users = await import('../server/src/core/users/user-queries.ts')
  const people = await withDatabase(async ({ url }) => {
    const pool = createPool({ url, size: 1, namedStatements: false })
    const db = createDatabase(pool)
    const grant = area === 'admin' ? users.grantOwner : users.grantCreator
    const granted = await grant(db, rest[0])
    await db.destroy()
    return granted
  })
  if (people.length === 0) giveUp(`Nobody has signed in with the verified address ${rest[0]} yet.`)
  const role = area === 'admin' ? 'an owner' : 'a creator'
  console.log(`${rest[0]} is ${role} from the next request on.`)
} else if (area === undefined || area === 'help' || area === '--help') {
  console.log(USAGE)
} else {
  const words = process.argv.slice(2).join(' ')
  const isKnown = USAGE.includes(`\n  ${area} `)
  giveUp(
    `${isKnown ? 'This command is not used like that' : 'There is no command'}: ${words}\n\n${USAGE}`,
  )
}

/** Whether nothing follows, or this option alone. */
function isAtMost(words, option) {
  return words.length === 0 || (words.length === 1 && words[0] === option)
}

/** The options for the demo world, or null if they are not numbers. */
function seedWords() {
  const words = process.argv.slice(3)
  try {
    const options = { scale: { type: 'string' }, people: { type: 'string' } }
    const { values } = parseArgs({ args: words, options })
    return Object.values(values).every((value) => /^\d{1,8}$/.test(value)) ? words : null
  } catch {
    return null
  }
}
