// Every command of the command line, once as it should be and at least once as it should not.
import path from 'node:path'
import { makeOwnFolder, mustStart, processesOfUser, runCommand } from './site.mjs'

const NOWHERE = 'postgres://plinth:x@127.0.0.1:1/plinth'

/** What is called, the exit code, and words that are expected. `settings` replaces some. */
function casesOf(drill, people) {
  const folder = path.join(drill.folder, 'backups')
  // Below a file nobody can make a folder.
  const closed = `${folder}/whole/manifest.json/here`
  const usage = /not used like that[^]*Usage: npm run plinth/
  const empty = { DATABASE_URL: drill.emptyUrl }
  const gone = { DATABASE_URL: NOWHERE }
  return [
    ['help', 0, /Usage: npm run plinth/],
    ['', 0, /Usage: npm run plinth/],
    ['--help', 0, /Usage: npm run plinth/],
    ['dance', 1, /There is no command: dance/],
    [`admin grant ${people.email}`, 0, /is an owner from the next request on/],
    ['admin grant nobody@example.com', 1, /Nobody has signed in with the verified address/],
    ['admin grant', 1, usage],
    ['admin grant somebody', 1, usage],
    [`creator grant ${people.email}`, 0, /is a creator from the next request on/],
    ['creator grant', 1, usage],
    ['creator revoke a@example.com', 1, usage],
    // First, because a server that was told to stop may have left files for the next start to remove.
    ['media check --repair', 0, /^Originals missing or incomplete +0$/m],
    ['media check', 0, /^Renditions missing +0$/m],
    ['media check --mend', 1, usage],
    ['audit check', 0, /each as it was written/],
    [`audit check ${'0'.repeat(64)}`, 1, /is not in the log any more/],
    ['audit check a b', 1, usage],
    ['money check now', 1, usage],
    [`backup ${folder}/again --database-only`, 0, /^Kept: /m],
    [`backup ${folder}/again`, 1, /is not empty/],
    [`backup ${closed}`, 1, /cannot be written/],
    [`backup ${folder}/typo --databse-only`, 1, usage],
    ['backup --database-only', 1, usage],
    ['backup', 1, usage],
    [`restore ${folder}/whole`, 1, /is not empty/],
    [`restore ${folder}/nothing`, 1, /holds no whole backup/, empty],
    [`restore ${folder}/broken`, 1, /is damaged/, empty],
    [`restore ${folder}/whole twice`, 1, usage],
    ['restore', 1, usage],
    ['migrate', 0, /has every migration of this version/],
    ['migrate now', 1, usage],
    ['migrate', 1, /does not answer/, gone],
    ['media check', 1, /does not answer/, gone],
    ['media check', 1, /must be an address such as/, { DATABASE_URL: 'nonsense' }],
    [
      'media check',
      1,
      /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together/,
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' },
    ],
    [
      'backup /tmp/x',
      1,
      /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together/,
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' },
    ],
    ['media check', 1, /cannot be written/, { PLINTH_DATA: closed }],
    ['seed', 0, /The demo world was there already/],
    ['seed --scale many', 1, usage],
    ['seed --bogus', 1, usage],
  ]
}

const STACK = /^\s+at .+:\d+:\d+\)?$/m

export async function tryCommands(drill) {
  drill.emptyUrl = await drill.cluster.createDatabase('empty')
  const broken = makeOwnFolder(path.join(drill.folder, 'backups/broken'))
  const { writeFileSync } = await import('node:fs')
  writeFileSync(path.join(broken, 'manifest.json'), '{"format":1,')
  const problems = []
  let slowest = { seconds: 0 }
  let total = 0
  const judge = async (words, expected, pattern, settings = {}) => {
    const own = { ...drill.toolSettings(), ...settings }
    const result = await runCommand(drill.version, `npm run --silent plinth -- ${words}`, own)
    total += result.seconds
    if (result.seconds > slowest.seconds) slowest = { words, ...result }
    const left = await leftBehind(drill)
    if (result.status !== expected) problems.push(`${words}: exit code ${result.status}`)
    else if (!pattern.test(result.said)) problems.push(`${words}: other words`)
    else if (STACK.test(result.said)) problems.push(`${words}: a stack instead of a sentence`)
    else if (left !== '') problems.push(`${words}: ${left}`)
    else return
    console.log(`\n${words}\n${result.said.slice(0, 1_500)}`)
  }
  const cases = casesOf(drill, drill.person)
  for (const one of cases) await judge(...one)

  // It asks a running server, which reaches the card provider here without TLS: not as production allows.
  const { NODE_ENV: _, ...settings } = { ...drill.settings, ...drill.toolSettings() }
  const server = await mustStart(drill.version, { settings, port: drill.port }, drill.stops)
  const money = await runCommand(drill.version, 'npm run --silent plinth -- money check', settings)
  total += money.seconds
  if (money.status !== 0 || !/books and the card provider agree/.test(money.said)) {
    problems.push('money check')
    console.log(`\nmoney check\n${money.said.slice(0, 1_500)}`)
  }
  await server.stop()
  const left = await leftBehind(drill)
  if (left !== '') problems.push(`at the end: ${left}`)
  if (problems.length > 0) throw new Error(`Commands:\n${problems.join('\n')}`)
  return [
    [
      `${cases.length + 1} calls of the command line`,
      total,
      `each with the expected exit code and a sentence; no session, lock or process was left. The slowest was \`${slowest.words.replace(drill.folder, '…')}\` (${slowest.seconds.toFixed(1)} s)`,
    ],
  ]
}

/** What a command has left, in words. */
async function leftBehind(drill) {
  const [{ sessions, locks }] = await drill.cluster.ask(
    `select (select count(*)::int from pg_stat_activity where usename = 'plinth'
        and application_name <> 'sandbox' and datname <> 'plinth_sandbox') as sessions,
      (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and a.datname <> 'plinth_sandbox') as locks`,
  )
  const processes = processesOfUser().length
  const found = { sessions, locks, processes }
  return Object.entries(found)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name} left`)
    .join(', ')
}
