import { sql } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

interface BrokenEntry {
  id: string
  /** Null for one that was never chained. */
  place: string | null
  at: Date
}

export interface AuditCheck {
  entries: number
  /** The last hash, in hexadecimal; null of an empty log. */
  head: string | null
  /** Entries that are not what was written, or after which one is missing; the first ones. */
  broken: BrokenEntry[]
  /** Whether the head of an earlier check is in the chain still: if not, its end was cut off or written anew. */
  hasEarlier: boolean
}

const MOST_BROKEN = 20

/** Reads the whole log and holds every entry against its hash. */
export async function checkAudit(db: Database, earlier: string | null): Promise<AuditCheck> {
  const { rows: broken } = await sql<BrokenEntry>`
    select id, place::text, created_at as at from (
      select a.id, a.place, a.created_at, a.hash, audit_hash(a, lag(a.hash) over chain) as right_hash,
        coalesce(lag(a.place) over chain, 0) + 1 as right_place
      from audit_log a window chain as (order by a.place nulls last)) c
    where hash is distinct from right_hash or place is distinct from right_place
    order by place nulls last limit ${sql.lit(MOST_BROKEN)}`.execute(db)
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
