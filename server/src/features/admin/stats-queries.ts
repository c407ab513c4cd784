import type { AdminStats } from '@plinth/contract/moderation/admin.ts'
import { sql } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** What there is now, and what Plinth has earned: what it earns stands in the books below nothing. */
export const countAll = (db: Database): Promise<Omit<AdminStats, 'uptime'>> =>
  onlyRow(
    db,
    sql<Omit<AdminStats, 'uptime'>>`
      select
        (select count(*)::int from users where deleted_at is null) as users,
        (select count(*)::int from users where deleted_at is null and is_creator) as creators,
        (select count(*)::int from posts) as posts,
        (select count(*)::int from posts where not is_approved) as "pendingPosts",
        (select count(*)::int from portfolio_items) as works,
        (select count(*)::int from reports where closed_at is null) as "openReports",
        (select coalesce(-sum(amount_cents), 0)::float8 / 100 from ledger_entries
          where account = 'revenue') as revenue`,
  )
