import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { HAS_REDIS, makeRedis } from './redis.ts'
import { freePort } from './sandbox.ts'

/** The buses that this machine can test. */
export const BUSES: readonly ('PostgreSQL' | 'Redis')[] = HAS_REDIS
  ? ['PostgreSQL', 'Redis']
  : ['PostgreSQL']

export interface TestBus {
  /** Settings for servers that use it. */
  settings: Record<string, string>
  /** Cuts the connections of all processes that listen on it. */
  cut: (site: TestApp) => Promise<void>
  close: () => Promise<void>
}

export async function startBus(kind: (typeof BUSES)[number]): Promise<TestBus> {
  if (kind === 'PostgreSQL')
    return { settings: {}, cut: cutListeners, close: () => Promise.resolve() }
  const redis = makeRedis(await freePort())
  await redis.start()
  return {
    settings: { REDIS_URL: redis.url },
    cut: async () => {
      await redis.kill()
      await redis.start()
    },
    close: redis.kill,
  }
}

async function cutListeners({ deps }: TestApp): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'plinth-live' and datname = current_database()`.execute(deps.db)
}
