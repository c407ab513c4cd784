// Back to a moment before a harmful change: base backup and archived log by pgBackRest, files from their copy.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../rig/programs.mjs'
import { checkBooks } from './compare.mjs'
import { blocksBelow, commandsOf } from './page.mjs'
import { expectPost, readPost, signInAgain, writePost } from './person.mjs'
import { makeOwnFolder, mustRun, mustStart, runCommand } from './site.mjs'

const HEADING = 'Base backups with pgBackRest'

/** The page's command to copy files, with the folders of this machine. */
function copyCommand(drill, words) {
  const found = blocksBelow('docs/operating.md', HEADING)
    .flatMap(commandsOf)
    .find((command) => command.startsWith(`rsync -a ${words}`))
  if (found === undefined) throw new Error(`The page has no command rsync -a ${words}.`)
  return found
    .replace('/var/lib/plinth/media/', `${drill.version.folder}/.plinth/media/`)
    .replace('/backups/media/', `${drill.folder}/copies/media/`)
}

/** How many originals and renditions `media check` misses. */
const missingIn = (said) =>
  [...said.matchAll(/^(?:Originals|Renditions) missing.*?(\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )

export async function returnToMoment(drill) {
  const { cluster, version } = drill
  cluster.backrest('stanza-create')
  cluster.backrest('check')
  const base = cluster.backrest(' backup')
  makeOwnFolder(path.join(drill.folder, 'copies'))

  const options = { settings: drill.settings, port: drill.port }
  const server = await mustStart(version, options, drill.stops)
  const at = { publicUrl: drill.publicUrl, origin: server.origin }
  const person = await signInAgain(at, drill.person)
  // A, which must be there again.
  const kept = await writePost(person, 'Written before the moment')
  const doomed = await writePost(person, 'Deleted after the moment')
  const copied = await mustRun(version, copyCommand(drill, '/var'))
  const [{ moment }] = await cluster.ask('select clock_timestamp()::text as moment')
  const [{ count: comments }] = await cluster.ask('select count(*) from comments', 'plinth')
  await sleep(1_100)
  // B: what must not have happened. A person deletes a post with its file, somebody with psql all comments.
  const original = (await readPost(person, doomed)).media[0].picture.originalUrl
  await person.call('DELETE', `/api/posts/${doomed}`)
  await until(
    'the file of the deleted post is gone',
    async () => (await person.visit(original)).answer.status === 404,
  )
  await cluster.ask('delete from comments', 'plinth')
  const late = await writePost(person, 'Written after the moment')
  await server.stop()
  await cluster.ask('select pg_switch_wal()')

  const began = performance.now()
  await cluster.stop()
  const restored = cluster.backrest('restore', (command) =>
    command.replace(/--target='[^']*'/, `--target='${moment}'`),
  )
  await cluster.start()
  const back = (performance.now() - began) / 1_000
  const tools = drill.toolSettings()
  const without = await runCommand(version, 'npm run plinth -- media check', tools)
  const filled = await mustRun(version, copyCommand(drill, '--ignore-existing'))
  const accounts = await checkBooks(drill.databaseUrl)
  const audit = await mustRun(version, `npm run plinth -- audit check ${drill.auditHead}`, tools)
  const found = await runCommand(version, 'npm run plinth -- media check', tools)
  if (missingIn(found.said) > 0) throw new Error(`Files are missing:\n${found.said}`)
  const repaired = await mustRun(version, 'npm run plinth -- media check --repair', tools)
  const healthy = await mustRun(version, 'npm run plinth -- media check', tools)

  const again = await mustStart(version, options, drill.stops)
  if (missingIn(without.said) === 0) throw new Error('No file was missing, so this shows nothing.')
  const reader = await signInAgain({ ...at, origin: again.origin }, drill.person)
  await expectPost(reader, kept)
  await expectPost(reader, doomed)
  const gone = await reader.call('GET', `/api/posts/${late}`).then(
    () => false,
    () => true,
  )
  if (!gone) throw new Error('What was written after the moment is still there.')
  const [{ count }] = await cluster.ask('select count(*) from comments', 'plinth')
  if (count !== comments) throw new Error(`There are ${count} comments instead of ${comments}.`)
  await again.stop()
  if (!existsSync(`${drill.folder}/copies/media`)) throw new Error('Nothing was copied.')
  const megabytes = ((await cluster.bytesOf('plinth')) / 1e6).toFixed(1)
  return [
    [
      'base backup by pgBackRest',
      base.seconds,
      `database of ${megabytes} MB; ${(cluster.archiveBytes() / 1e6).toFixed(1)} MB in the repository with the log`,
    ],
    ['copy of the files by rsync', copied.seconds, ''],
    [
      'restore to the moment, until PostgreSQL takes writes',
      back,
      `pgBackRest ${restored.seconds.toFixed(1)} s of it; ${comments} comments and the deleted post are back, what was written later is not`,
    ],
    [
      'files from their copy',
      filled.seconds,
      `\`media check\` missed ${missingIn(without.said)} before, none after`,
    ],
    [
      '`audit check`',
      audit.seconds,
      `the chain holds and has the last hash from before; the ${accounts} accounts of the books balance`,
    ],
    [
      '`media check --repair`',
      repaired.seconds,
      `nothing is missing (${healthy.seconds.toFixed(1)} s to check)`,
    ],
  ]
}
