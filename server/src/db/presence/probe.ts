import pg from 'pg'
import { connectionTo } from '../address.ts'
import { isNotThere } from './absence.ts'
import { migrationState } from '../migrate.ts'

/**
 * `ok`: the database answers and has every migration of this version, perhaps more. `behind`: it lacks one. `ahead`: a
 * newer version has migrated it in a way that this one cannot work with. `slow`: it is there and takes too long. `gone`:
 * it is not there.
 */
export type DatabaseState = 'ok' | 'behind' | 'ahead' | 'slow' | 'gone'

export interface Probe {
  check: () => Promise<DatabaseState>
  close: () => Promise<void>
}

const TIMEOUT_MS = 2_000

/**
 * One connection for asking how a database is. That requests have taken all others says nothing about it. Whatever takes
 * longer than two seconds fails.
 */
export function createAskingPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    idleTimeoutMillis: 0,
    application_name: 'plinth',
  })
  pool.on('error', () => undefined)
  // Its statement fails, and that error is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function createProbe(url: string): Probe {
  const pool = createAskingPool(url)
  return {
    check: async () => {
      let client: pg.PoolClient
      try {
        client = await pool.connect()
      } catch {
        return 'gone'
      }
      try {
        const state = await migrationState(client)
        client.release()
        return state
      } catch (error) {
        // The next check opens another.
        client.release(true)
        return isNotThere(error) ? 'gone' : 'slow'
      }
    },
    close: () => pool.end(),
  }
}
