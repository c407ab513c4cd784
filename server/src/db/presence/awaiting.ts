import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionTo, parseAddress } from '../address.ts'
import { isNotThere } from './absence.ts'

const TIMEOUT_MS = 2_000
const AGAIN_MS = 1_000

/** The database is not there, or does not let us in. The message is a sentence for operators. */
export class NoDatabase extends Error {}

/**
 * Resolves once the database answers. While it is not there, waits up to so many seconds; a wrong password or name is
 * an error at once. Throws a `NoDatabase`.
 */
export async function awaitDatabase(
  url: string,
  { seconds, onWait }: { seconds: number; onWait: (sentence: string) => void },
): Promise<void> {
  const until = performance.now() + seconds * 1_000
  for (let isWaiting = false; ; isWaiting = true) {
    const problem = await ask(url)
    if (problem === null) return
    const sentence = `The database at ${hostsOf(url)} ${isNotThere(problem) ? 'does not answer' : 'refuses the connection'}: ${problem.message}.`
    if (!isNotThere(problem) || performance.now() >= until)
      throw new NoDatabase(sentence, { cause: problem })
    if (!isWaiting) onWait(`${sentence} Waiting up to ${seconds} seconds.`)
    await sleep(AGAIN_MS)
  }
}

async function ask(url: string): Promise<Error | null> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'plinth',
    connectionTimeoutMillis: TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Without the password. */
const hostsOf = (url: string): string =>
  parseAddress(url)
    ?.hosts.map(({ host, port }) => `${host}:${port}`)
    .join(', ') ?? url.replace(/.*@/, '')
