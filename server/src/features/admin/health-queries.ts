import type { Health } from '@plinth/contract/moderation/health.ts'
import { sql } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'

type Read = Pick<Health['media'], 'files' | 'originalBytes'> & {
  check: Health['money']['check']
  waitingPurges: number
  oldestPurgeSeconds: number
  postgres: string
  migration: string
}

/** What the metrics do not say, in one statement. */
export const readHealth = (db: Database): Promise<Read> =>
  onlyRow(
    db,
    sql<Read>`
      select m.files, m.bytes as "originalBytes",
        (select json_build_object('finishedAt', ${isoTime(sql`r.finished_at`)}, 'differences', r.differences)
          from reconciliations r where r.finished_at is not null order by r.id desc limit 1) as check,
        c.waiting as "waitingPurges", c.oldest as "oldestPurgeSeconds",
        current_setting('server_version') as postgres,
        (select coalesce(max(name), '') from migrations) as migration
      from (select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from media) m,
        (select count(*)::int as waiting,
          greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as oldest
          from cache_purges) c`,
  )

/** The email addresses of these people, by id. */
export async function findAddresses(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, coalesce(email, '') as email from users where id = any (${userIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}
