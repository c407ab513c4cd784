import path from 'node:path'

const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** `npm run plinth -- backup <folder>` and `restore <folder>`. Returns the exit code. */
export async function backUpOrRestore(at, verb, { folder, copyObjects }) {
  const { BackupError } = await import('../../server/src/cli/archive.ts')
  const { EnvError } = await import('../../server/src/reader.ts')
  try {
    return await work(at, verb, { folder: path.resolve(folder), copyObjects })
  } catch (error) {
    const sentence = sentenceOf(error, [BackupError, EnvError])
    if (sentence === null) throw error
    console.error(sentence)
    return 1
  }
}

/** What an operator can do something about; null: it is our mistake. */
function sentenceOf(error, kinds) {
  if (kinds.some((kind) => error instanceof kind)) return error.message
  if (error.code === 'ENOSPC') return 'The disk is full. Free some space and begin again.'
  return error.code === 'unavailable' ? `${error.message} (${error.cause?.message})` : null
}

async function work({ url, dataDir }, verb, { folder, copyObjects }) {
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const { readStorageEnv } = await import('../../server/src/env.ts')
  const { createStorage } = await import('../../server/src/gateways/storage/create.ts')
  const { createJobs } = await import('../../server/src/jobs/queue.ts')
  const { backUp } = await import('../../server/src/cli/backup.ts')
  const { restore } = await import('../../server/src/cli/restore.ts')

  const storage = await createStorage(readStorageEnv({ ...process.env, PLINTH_DATA: dataDir }))
  const onError = (error) => console.error(error.message)
  // Creates the tables of the queue if Plinth has never run here.
  const jobs = createJobs({ url, run: false, onError })
  await jobs.start()
  await jobs.stop()
  const db = createDatabase(createPool({ url, size: 1, namedStatements: false }))
  const started = Date.now()
  try {
    const { tables, objects, ledger } =
      verb === 'backup'
        ? await backUp({ db, storage }, { folder, copyObjects })
        : await restore({ db, storage }, folder)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const took = `${((Date.now() - started) / 1_000).toFixed(1)} s`
    console.log(
      `${verb === 'backup' ? 'Kept' : 'Restored, and equal to what was kept'}: ${rows} rows of ${tables.length} tables, ${objects.count} objects (${megabytes(objects.bytes)}${objects.areCopied ? '' : ', listed only'}), ${Object.keys(ledger).length} ledger accounts. It took ${took}.`,
    )
    return 0
  } finally {
    await db.destroy()
  }
}
