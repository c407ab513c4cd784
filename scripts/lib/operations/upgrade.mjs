// From an older version to this one and back, without touching the database, and both side by side.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../rig/programs.mjs'
import { expectPost, signInAgain, signUp, writePost } from './person.mjs'
import {
  askReady,
  cloneVersion,
  git,
  makeOwnFolder,
  mustRun,
  mustStart,
  runCommand,
  startServer,
} from './site.mjs'

const MIGRATIONS = 'server/src/db/migrations/'
const migrationsOf = (commit) =>
  git('ls-tree', '--name-only', commit, MIGRATIONS).split('\n').filter(Boolean)

/** The commit before this one, and the last one that had a migration fewer. */
function olderVersions() {
  const commits = git('rev-list', '--first-parent', '-n', '400', 'HEAD').split('\n')
  const here = migrationsOf('HEAD').length
  const fewer = commits.find((commit) => migrationsOf(commit).length < here)
  if (fewer === undefined) throw new Error('No commit of the history has fewer migrations.')
  return [
    { name: 'before', commit: commits[1], says: 'the commit before', isFilled: false },
    { name: 'fewer', commit: fewer, says: 'the last commit with fewer migrations', isFilled: true },
  ]
}

const warningOf = (said) => /a newer version has migrated[^"]*/.exec(said)?.[0]

export async function upgradeAndBack(drill) {
  const rows = []
  for (const older of olderVersions()) rows.push(...(await goForwardAndBack(drill, older)))
  rows.push(...(await meetOneWay(drill)))
  return rows
}

async function goForwardAndBack(drill, older) {
  const { folder, version } = drill
  const old = cloneVersion({ folder, name: older.name, commit: older.commit, like: version })
  const databaseUrl = await drill.cluster.createDatabase(`upgrade_${older.name}`)
  const dataDir = makeOwnFolder(path.join(folder, `data-${older.name}`))
  const settings = { ...drill.settings, DATABASE_URL: databaseUrl, PLINTH_DATA: dataDir }
  const options = { settings, port: drill.port }
  const at = (server) => ({ publicUrl: drill.publicUrl, origin: server.origin })
  const applied = async () =>
    (await drill.cluster.ask('select name from migrations', `upgrade_${older.name}`)).length

  // Before anybody has an account. It takes a minute, so once is enough.
  if (older.isFilled)
    await mustRun(old, 'npm run plinth -- seed', {
      ...drill.toolSettings(),
      DATABASE_URL: databaseUrl,
      PLINTH_DATA: dataDir,
    })
  let server = await mustStart(old, options, drill.stops)
  const person = await signUp(at(server), 'Bea')
  const posts = [await writePost(person, 'Written by the old version')]
  await server.stop()
  const had = await applied()

  server = await mustStart(version, options, drill.stops)
  const forward = server.seconds
  const has = await applied()
  let writer = await signInAgain(at(server), person)
  for (const id of posts) await expectPost(writer, id)
  posts.push(await writePost(writer, 'Written by the new version'))
  await server.stop()

  server = await mustStart(old, options, drill.stops)
  const back = server.seconds
  writer = await signInAgain(at(server), person)
  posts.push(await writePost(writer, 'Written by the old version again'))
  for (const id of posts) await expectPost(writer, id)
  const ready = await askReady(server.origin)
  if (ready.status !== 200) throw new Error(`/readyz of the old server says ${ready.status}.`)
  const warned = warningOf(server.said())
  await server.stop()

  const both = await sideBySide(drill, { old, older, person })
  const commit = older.commit.slice(0, 8)
  return [
    [
      `${older.says} (${commit}) → this one`,
      forward,
      `${has - had} more in the list of migrations; what the old one wrote can be read`,
    ],
    [
      'and back to it, on the same database',
      back,
      `reads and writes all ${posts.length} posts, \`/readyz\` ${ready.status} ${ready.database}${has > had ? `; its log ${warned === undefined ? 'says nothing' : 'names what is newer'}` : ''}`,
    ],
    [
      'both side by side',
      both.seconds,
      `${both.asked} times \`/readyz\` of the old one, ${both.refused} times no; ${both.posts} comments written in turn`,
    ],
  ]
}

/** The old server runs, the new one starts beside it and migrates, and both serve. */
async function sideBySide(drill, { old, older }) {
  const { folder, version } = drill
  const databaseUrl = await drill.cluster.createDatabase(`rolling_${older.name}`)
  const optionsOf = (name, port) => ({
    port,
    settings: {
      ...drill.settings,
      DATABASE_URL: databaseUrl,
      PLINTH_DATA: makeOwnFolder(path.join(folder, `rolling-${older.name}-${name}`)),
      // Each has a folder of its own, so only the old one, which takes the picture, processes files.
      JOBS: name === 'old' ? 'on' : 'off',
    },
  })
  const began = performance.now()
  const first = await mustStart(old, optionsOf('old', drill.port), drill.stops)
  const at = (server) => ({ publicUrl: drill.publicUrl, origin: server.origin })
  const person = await signUp(at(first), 'Cai')
  const answers = []
  const ending = new AbortController()
  const watching = (async () => {
    while (!ending.signal.aborted) {
      answers.push((await askReady(first.origin)).status)
      await sleep(250)
    }
  })()
  watching.catch(() => undefined)
  const second = await mustStart(version, optionsOf('new', drill.port + 5), drill.stops)
  const ready = await askReady(second.origin)
  if (ready.status !== 200) throw new Error(`/readyz of the new server says ${ready.status}.`)
  const other = await signInAgain(at(second), person)
  let comments = 0
  const post = await writePost(person, 'Seen by both')
  for (const writer of [person, other, person, other]) {
    await writer.call('POST', `/api/posts/${post}/comments`, { content: `Comment ${comments}` })
    comments += 1
  }
  for (const reader of [person, other]) {
    const seen = await reader.call('GET', `/api/posts/${post}/comments`)
    if (seen.length !== comments + 1) throw new Error(`A server shows ${seen.length} comments.`)
  }
  ending.abort()
  await watching
  await second.stop()
  await first.stop()
  const refused = answers.filter((status) => status !== 200).length
  if (refused > 0) throw new Error(`The old server said no ${refused} times at /readyz.`)
  return {
    seconds: (performance.now() - began) / 1_000,
    asked: answers.length,
    refused,
    posts: comments,
  }
}

/** What this version does after a one-way migration of a later one. */
async function meetOneWay(drill) {
  const { version } = drill
  const options = { settings: drill.settings, port: drill.port }
  const mark =
    "insert into migrations (name, one_way) values ('9999_later.sql', 'works have another key.')"
  const server = await mustStart(version, options, drill.stops)
  // A server that has been ready stays so for three seconds.
  await until('the server is ready', async () => (await askReady(server.origin)).status === 200)
  await drill.cluster.ask(mark, 'plinth')
  const began = performance.now()
  await until(
    'the running server says no',
    async () => (await askReady(server.origin)).status === 503,
  )
  const noticed = (performance.now() - began) / 1_000
  const { database } = await askReady(server.origin)
  await server.stop()
  const refused = await startServer(version, options)
  if (refused.exitCode !== 1 || !/cannot work with 9999_later\.sql/.test(refused.said()))
    throw new Error(`After a one-way migration the start said:\n${refused.said()}`)
  const command = await runCommand(version, 'npm run plinth -- media check', drill.toolSettings())
  if (command.status !== 1 || !/cannot work with 9999_later\.sql/.test(command.said))
    throw new Error(`After a one-way migration a command said:\n${command.said}`)
  await drill.cluster.ask(
    "update migrations set one_way = null where name = '9999_later.sql'",
    'plinth',
  )
  const folder = path.join(drill.folder, 'backups/refused')
  const backup = await runCommand(
    version,
    `npm run plinth -- backup ${folder}`,
    drill.toolSettings(),
  )
  if (backup.status !== 1 || !/Run this command with that version/.test(backup.said))
    throw new Error(`On a newer database a backup said:\n${backup.said}`)
  await drill.cluster.ask("delete from migrations where name = '9999_later.sql'", 'plinth')
  return [
    [
      'a one-way migration of a later version',
      noticed,
      `the running server says 503 \`${database}\`; a start and commands refuse with a sentence; \`backup\` refuses any newer database`,
    ],
  ]
}
