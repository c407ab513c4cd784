import type pg from 'pg'
import { connectionOf } from '../client.ts'
import { isNotThere } from './absence.ts'

/** As long as a request waits for the answer to a statement: see `LimitedClient`. */
const REQUEST_MS = 11_000
/** A failover takes less than this. A longer outage may last for hours, and requests should not wait for its end. */
const AWAY_MS = 60_000
/** How often the database is asked whether it is back, once for all who wait. */
const ASK_MS = 200
/** Each of them keeps its request in memory. */
const MOST_WAITING = 500

export interface Patience {
  /** Opens a connection. While the database is away, waits for it to come back and opens one then. */
  open: <Connection>(open: () => Promise<Connection>) => Promise<Connection>
  /** Has the database asked whether it is there, and requests wait for the answer. */
  doubt: () => void
}

/**
 * Lets requests wait while a replica takes over, instead of failing as soon as no connection can be opened. Nothing has
 * been sent by then, so nothing happens twice. They fail if the database has never been there, has been away for a
 * minute, does not come back within eleven seconds, or if 500 others wait. `ask` resolves if the database is there.
 */
export function createPatience(ask: () => Promise<unknown>): Patience {
  let wasThere = false
  let waiting = 0
  let awaySince = 0
  /** Resolves when the database is back. */
  let absence: Promise<void> | null = null

  const awaitReturn = async (): Promise<void> => {
    for (;;) {
      const error = await ask().then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null || !isAway(error)) return
      await pause(ASK_MS)
    }
  }
  const doubt = (): void => {
    if (absence !== null) return
    awaySince = performance.now()
    absence = awaitReturn().finally(() => {
      absence = null
    })
  }
  const mayWait = (until: number): boolean => {
    const now = performance.now()
    const isLong = absence !== null && now - awaySince > AWAY_MS
    return wasThere && !isLong && waiting < MOST_WAITING && now < until
  }

  return {
    doubt,
    open: async (open) => {
      const until = performance.now() + REQUEST_MS
      for (;;) {
        if (absence === null || !mayWait(until))
          try {
            const connection = await open()
            wasThere = true
            return connection
          } catch (error) {
            if (!isAway(error) || !mayWait(until)) throw error
            doubt()
          }
        waiting += 1
        await Promise.race([absence, pause(until - performance.now())])
        waiting -= 1
      }
    },
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Whether no connection could be opened. That all are taken is a crowd, and others wait already. */
const isAway = (error: unknown): boolean =>
  isNotThere(error) && !(error instanceof Error && error.message.startsWith('timeout exceeded'))

/** Throws unless the database is there and takes writes, which a replica that takes over does a moment later. */
export async function askFor(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  )
  if (rows[0]?.is_read_only === true)
    throw Object.assign(new Error('The database takes no writes.'), { code: '25006' })
}

/**
 * A pooler opens connections without asking the database, and refuses the first statement on them. So does a primary
 * that became a replica.
 */
export function doubtWhenRefused(pool: pg.Pool, { doubt }: Patience): void {
  pool.on('connect', (client) => {
    connectionOf(client).on('errorMessage', (error) => {
      if (isNotThere(error)) doubt()
    })
  })
}

/** A pool whose requests wait while the database is away: see `createPatience`. */
export function patientPool(Base: typeof pg.Pool): typeof pg.Pool {
  return class PatientPool extends Base {
    readonly #patience = createPatience(async () => {
      const client = await super.connect()
      await askFor(client).finally(() => client.release())
    })

    constructor(config?: pg.PoolConfig) {
      super(config)
      doubtWhenRefused(this, this.#patience)
    }

    // The overloads of `connect` cannot be repeated here.
    override connect(done?: (...answer: never[]) => unknown): never {
      const connected = this.#patience.open(() => super.connect())
      if (done === undefined) return connected as never
      const answer = done as unknown as (...answer: unknown[]) => void
      connected.then(
        (client) => answer(undefined, client, client.release.bind(client)),
        (error: unknown) => answer(error, undefined, () => undefined),
      )
      return undefined as never
    }
  }
}
