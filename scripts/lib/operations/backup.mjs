// A backup while Plinth runs, restored into an empty database and an empty folder, and compared.
import path from 'node:path'
import { checkBooks, describeDatabase, differencesOf, rowsOf } from './compare.mjs'
import { sizeOf } from './cluster.mjs'
import { makeOwnFolder, mustRun } from './site.mjs'

const headOf = (said) => /The last hash is\n(\S+)/.exec(said)?.[1]

export async function backUpAndRestore(drill) {
  const { version } = drill
  const before = await describeDatabase(drill.databaseUrl)
  const folder = path.join(makeOwnFolder(path.join(drill.folder, 'backups')), 'whole')
  const here = drill.toolSettings()
  const kept = await mustRun(version, `npm run plinth -- backup ${folder}`, here)
  const databaseUrl = await drill.cluster.createDatabase('restored')
  const dataDir = path.join(drill.folder, 'restored')
  makeOwnFolder(dataDir)
  const there = { ...here, DATABASE_URL: databaseUrl, PLINTH_DATA: dataDir }
  const restored = await mustRun(version, `npm run plinth -- restore ${folder}`, there)
  const after = await describeDatabase(databaseUrl)
  const differ = differencesOf(before, after)
  if (differ.length > 0) throw new Error(`After the restore these differ: ${differ.join(', ')}.`)
  const accounts = await checkBooks(databaseUrl)
  const chains = []
  for (const settings of [here, there])
    chains.push((await mustRun(version, 'npm run plinth -- audit check', settings)).said)
  if (headOf(chains[0]) === undefined || headOf(chains[0]) !== headOf(chains[1]))
    throw new Error(`The audit logs differ:\n${chains.join('\n')}`)
  const media = await mustRun(version, 'npm run plinth -- media check', there)
  const files = [path.join(version.folder, '.plinth/media'), path.join(dataDir, 'media')].map(
    sizeOf,
  )
  if (files[0] !== files[1]) throw new Error(`The files have ${files.join(' and ')} bytes.`)
  drill.auditHead = headOf(chains[0])
  return [
    [
      'backup',
      kept.seconds,
      `${rowsOf(before)} rows of ${before.tables.size} tables, files of ${(files[0] / 1e6).toFixed(1)} MB; ${(sizeOf(folder) / 1e6).toFixed(1)} MB written`,
    ],
    [
      'restore',
      restored.seconds,
      `every table, ${accounts} accounts of the books and the audit chain are equal`,
    ],
    [
      '`media check` after the restore',
      media.seconds,
      'every file that the database names is there',
    ],
  ]
}
