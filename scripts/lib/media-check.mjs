/** `npm run plinth -- media check`: prints what it found. Returns the exit code. */
export async function checkMedia(at, options) {
  const { EnvError } = await import('../../server/src/reader.ts')
  try {
    return await check(at, options)
  } catch (error) {
    const isAway = error.code === 'unavailable'
    if (!isAway && !(error instanceof EnvError)) throw error
    console.error(isAway ? `${error.message} (${error.cause?.message})` : error.message)
    return 1
  }
}

async function check({ url, dataDir }, { repair }) {
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const { readStorageEnv } = await import('../../server/src/env.ts')
  const { createStorage } = await import('../../server/src/gateways/storage/create.ts')
  const { createJobs } = await import('../../server/src/jobs/queue.ts')
  const media = await import('../../server/src/core/media/check/check.ts')

  const env = readStorageEnv({ ...process.env, PLINTH_DATA: dataDir })
  const storage = await createStorage(env)
  const db = createDatabase(createPool({ url, size: 2, namedStatements: false }))
  const onError = (error) => console.error(error.message)
  const jobs = createJobs({ url, run: false, onError })
  try {
    if (repair) await jobs.start()
    const report = await media.checkMedia({ env, db, jobs, storage }, { repair })
    console.log(media.reportText(report))
    return media.isHealthy(report) ? 0 : 1
  } finally {
    if (repair) await jobs.stop()
    await db.destroy()
  }
}
