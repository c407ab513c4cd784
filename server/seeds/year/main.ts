// For `npm run bench -- year`: a server whose clock is ahead, and which lives the days that it is asked for.
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import { createStorage } from '../../src/gateways/storage/create.ts'
import { openTempFolder } from '../../src/gateways/files.ts'
import { createJobs } from '../../src/jobs/queue.ts'
import { openApp } from '../app.ts'
import { readSeedEnv } from '../env.ts'
import { makeVocabulary } from '../large/vocabulary.ts'
import { createRandom } from '../random.ts'
import { readWorld } from '../world.ts'
import { createActs } from './acts.ts'
import { checkpoint, installClock } from './clock-queries.ts'
import { takeClock } from './clock.ts'
import { liveDay } from './days.ts'
import { createCallers } from './people.ts'
import { readWorldOf } from './queries.ts'

const DAY = 86_400_000
/** Words that are not in the demo world. */
const INVENTED_WORDS = 4_000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '' },
    control: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    // One day of so many is lived; on the others nobody comes.
    every: { type: 'string', default: '1' },
  },
})

// As in production: answers are not checked against the contract.
const env = { ...readSeedEnv(), production: true }
await openTempFolder(env.dataDir)
// What jobs read of the queue has to be there, though none of its jobs runs.
const queue = createJobs({ url: env.databaseUrl, run: false, onError: () => undefined })
await queue.start()
await queue.stop()
await installClock(env.databaseUrl)
const pool = createPool({ url: env.databaseUrl, size: env.databasePoolSize, namedStatements: true })
const clock = takeClock(pool)
const db = createDatabase(pool)
const storage = await createStorage(env)
const handled = await openApp({ env, db, storage }, { now: clock.now, keeps: new Set() })
const random = createRandom(`year-${values.seed}`)
const vocabulary = makeVocabulary(await readWorld(), createRandom('vocabulary'), INVENTED_WORDS)
const callers = createCallers(handled.app, handled.deps)
const acts = createActs(await readWorldOf(db), { callers, db, random, vocabulary })

const first = Math.ceil(Date.now() / DAY) * DAY
const every = Number(values.every)
let lived = 0

/** Lives so many days. With checkpoints: one after each quarter of an hour, as PostgreSQL makes them by the clock. */
async function live(days: number, withCheckpoints: boolean): Promise<object> {
  for (let day = 0; day < days; day += 1) {
    await liveDay({
      handled,
      clock,
      acts,
      random,
      begin: new Date(first + lived * every * DAY),
      afterQuarter: () => (withCheckpoints ? checkpoint(db) : Promise.resolve()),
    })
    lived += 1
  }
  return { lived, members: acts.size(), refused: Object.fromEntries(callers.refused) }
}

const control = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  live(Number(searchParams.get('days')), searchParams.get('checkpoints') === 'on').then(
    (result) => response.end(JSON.stringify(result)),
    (error: unknown) => {
      response.statusCode = 500
      response.end((error as Error).stack)
    },
  )
})
// A month takes longer than requests usually may.
control.requestTimeout = 0
await new Promise<void>((resolve) => control.listen(Number(values.control), '127.0.0.1', resolve))
await handled.app.listen({ host: '127.0.0.1', port: Number(values.port) })

async function stop(): Promise<void> {
  control.close()
  control.closeAllConnections()
  await handled.close()
  await db.destroy()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('disconnect', () => void stop())
process.send?.({ type: 'listening' })
