import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Difference } from './check-queries.ts'
import type { ProviderEvent } from '../../gateways/payments/payments.ts'

/** Returns false if the event is stored already. */
export async function insertEvent(trx: Database, event: ProviderEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_events (id, type, object_id, account_id, created_at)
    values (${event.id}, ${event.type}, ${event.objectId}, ${event.accountId ?? null}, ${event.createdAt})
    on conflict (id) do nothing returning id`.execute(trx)
  return rows.length > 0
}

/** Returns undefined if the event was processed before. */
export async function startEvent(db: Database, id: string): Promise<ProviderEvent | undefined> {
  const { rows } = await sql<ProviderEvent>`
    update provider_events set attempts = attempts + 1
    where id = ${id} and processed_at is null
    returning id, type, object_id as "objectId", account_id as "accountId", created_at as "createdAt"`.execute(
    db,
  )
  return rows[0]
}

export async function finishEvent(db: Database, id: string, failure: string | null): Promise<void> {
  await sql`update provider_events set failure = ${failure},
      processed_at = case when ${failure}::text is null then now() end
    where id = ${id}`.execute(db)
}

/** Events that should have been processed long ago. */
export async function listStuckEvents(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from provider_events
    where processed_at is null and received_at < now() - interval '5 minutes'
    order by received_at limit 100`.execute(db)
  return rows.map((row) => row.id)
}

export async function lastReadUpTo(db: Database): Promise<Date | undefined> {
  const row = await db
    .selectFrom('reconciliations')
    .select('read_up_to')
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.read_up_to
}

export async function insertReconciliation(
  db: Database,
  run: { startedAt: Date; readUpTo: Date; found: number; differences: readonly Difference[] },
): Promise<void> {
  await sql`insert into reconciliations (started_at, finished_at, read_up_to, found, differences)
    values (${run.startedAt}, now(), ${run.readUpTo}, ${run.found}, ${JSON.stringify(run.differences)}::jsonb)`.execute(
    db,
  )
}

export async function lastReconciliationId(db: Database): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(max(id), 0)::bigint as id from reconciliations`.execute(db)
  return rows[0]?.id ?? 0n
}

/** The first reconciliation that finished after the given one. */
export async function findReconciliation(
  db: Database,
  after: bigint,
): Promise<{ found: number; differences: readonly Difference[] } | undefined> {
  const { rows } = await sql<{ found: number; differences: readonly Difference[] }>`
    select found, differences from reconciliations
    where id > ${after} and finished_at is not null order by id limit 1`.execute(db)
  return rows[0]
}
