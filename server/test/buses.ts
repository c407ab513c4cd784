import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { HAS_REDIS, makeRedis } from './redis.ts'
import { freePort } from './sandbox.ts'

/** Over what processes can speak with each other in this run. */
export const BUSES: readonly ('PostgreSQL' | 'Redis')[] = HAS_REDIS
  ? ['PostgreSQL', 'Redis']
  : ['PostgreSQL']

export interface TestBus {
  /** For the servers that speak over it. */
  settings: Record<string, string>
  /** Cuts what all processes on the database of this app hear through. */
  cut: (site: TestApp) => Promise<void>
  stop: () => Promise<void>
}

export async function startBus(kind: (typeof BUSES)[number]): Promise<TestBus> {
  if (kind === 'PostgreSQL')
    return { settings: {}, cut: cutListeners, stop: () => Promise.resolve() }
  const redis = makeRedis(await freePort())
  await redis.start()
  return {
    settings: { REDIS_URL: redis.url },
    cut: async () => {
      await redis.kill()
      await redis.start()
    },
    stop: redis.kill,
  }
}

async function cutListeners({ deps }: TestApp): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'plinth-live' and datname = current_database()`.execute(deps.db)
}
