// Starts the embedded PostgreSQL for as long as this process runs, and again if something ends it.
import { startEmbedded } from '../../server/src/db/embedded.ts'
import { seconds } from './setup.mjs'

/** What ends more often than this in five minutes, will go on ending. */
const MOST_RESTARTS = 3
const WITHIN_MS = 300_000

/**
 * When it ends without `stop`, starts it again at the same port, so that everybody who is connected finds it. If that
 * does not work, or it goes on ending, `onGivenUp` is called with a sentence.
 * @param {{ dataDir: string, onGivenUp: (sentence: string) => void }} options
 */
export async function keepPostgres({ dataDir, onGivenUp }) {
  const first = await startEmbedded({ dataDir, adopt: true })
  let running = first
  let isStopping = false
  let restarts = []

  const restart = async () => {
    const began = Date.now()
    restarts = [...restarts.filter((at) => performance.now() - at < WITHIN_MS), performance.now()]
    if (restarts.length > MOST_RESTARTS)
      throw new Error(`It has ended ${restarts.length} times in five minutes.`)
    console.error('\nThe embedded PostgreSQL has ended. Starting it again …')
    running = await startEmbedded({ dataDir, adopt: true, port: first.port })
    console.error(`The embedded PostgreSQL is back after ${seconds(began)}.`)
  }
  let restarting = Promise.resolve()
  const watch = async () => {
    await running.ended
    if (isStopping) return
    restarting = restart().then(
      () => void watch(),
      (error) =>
        onGivenUp(
          `The embedded PostgreSQL has ended, and Plinth can’t go on without it. ${error.message}`,
        ),
    )
  }
  void watch()
  return {
    ...first,
    stop: async () => {
      isStopping = true
      await restarting
      await running.stop()
    },
  }
}
