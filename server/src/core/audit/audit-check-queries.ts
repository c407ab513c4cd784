import { sql } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

interface BrokenEntry {
  id: string
  /** Null if it was never part of the chain. */
  place: string | null
  at: Date
}

export interface AuditCheck {
  entries: number
  /** The last hash in hexadecimal; null if the log is empty. */
  head: string | null
  /** The first entries that were changed, or that follow a missing one. */
  broken: BrokenEntry[]
  /** Whether the chain still holds the head of an earlier check. If not, its end was removed or rewritten. */
  hasEarlier: boolean
}

const MAX_BROKEN = 20

/** Reads the whole log and checks the hash of every entry. */
export async function checkAudit(db: Database, earlier: string | null): Promise<AuditCheck> {
  const { rows: broken } = await sql<BrokenEntry>`
    select id, place::text, created_at as at from (
      select a.id, a.place, a.created_at, a.hash, audit_hash(a, lag(a.hash) over chain) as right_hash,
        coalesce(lag(a.place) over chain, 0) + 1 as right_place
      from audit_log a window chain as (order by a.place nulls last)) c
    where hash is distinct from right_hash or place is distinct from right_place
    order by place nulls last limit ${sql.lit(MAX_BROKEN)}`.execute(db)
  const found = await onlyRow(
    db,
    sql<{ entries: number; head: string | null; hasEarlier: boolean }>`
      select count(*)::int as entries,
        (select encode(hash, 'hex') from audit_log where place is not null
          order by place desc limit 1) as head,
        coalesce(bool_or(encode(hash, 'hex') = ${earlier}::text), false)
          or ${earlier}::text is null as "hasEarlier"
      from audit_log`,
  )
  return { ...found, broken }
}
