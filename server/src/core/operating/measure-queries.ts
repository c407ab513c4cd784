import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** Counts unfinished files by state, with the age of the oldest. A partial index covers exactly these rows. */
export async function countUnreadyMedia(
  db: Database,
): Promise<readonly { state: string; count: number; oldestSeconds: number }[]> {
  const { rows } = await sql<{ state: string; count: number; oldestSeconds: number }>`
    select s.state, count(m.id)::int as count,
      coalesce(max(extract(epoch from now() - m.created_at)), 0)::float8 as "oldestSeconds"
    from unnest(array['uploaded', 'processing']) as s (state)
    left join media m on m.state = s.state and m.state in ('uploaded', 'processing')
    group by s.state order by s.state`.execute(db)
  return rows
}

export interface MoneyWatch {
  /** Events of the card provider that were not processed within five minutes. */
  stuckEvents: number
  /** Undefined if it never happened. */
  reconciledSecondsAgo: number | undefined
  /** Differences between the books and the provider at that time. */
  differences: number
  failedRefunds: number
  failedTransfers: number
}

export async function watchMoney(db: Database): Promise<MoneyWatch> {
  const { rows } = await sql<MoneyWatch>`
    select
      (select count(*)::int from provider_events
        where processed_at is null and received_at < now() - interval '5 minutes') as "stuckEvents",
      last.seconds as "reconciledSecondsAgo", coalesce(last.differences, 0) as differences,
      (select count(*)::int from refunds where state = 'failed') as "failedRefunds",
      (select count(*)::int from transfers where state = 'failed') as "failedTransfers"
    from (select 1) as one left join lateral (
      select extract(epoch from now() - finished_at)::float8 as seconds,
        jsonb_array_length(differences) as differences
      from reconciliations where finished_at is not null order by id desc limit 1) as last on true`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no row')
  return row
}
