import type { Queues } from '@plinth/contract/moderation/queues.ts'
import { sql, type RawBuilder } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** Each from an index of what is open. */
const queuesStatement: RawBuilder<Queues> = sql<Queues>`
  select
    (select count(*)::int from (
      select distinct kind, subject_id from reports where closed_at is null) r) as reports,
    (select count(*)::int from projects
      where status = 'disputed' and due_at is not null) as disputes,
    (select count(*)::int from promotions where state = 'waiting') as promotions,
    (select count(*)::int from advertisement_inquiries where state = 'new') as "adInquiries",
    (select count(*)::int from appeals where state = 'open' and kind <> 'copyright') as appeals,
    (select count(*)::int from takedown_notices
      where state in ('received', 'counter')) as takedowns`

export const countQueues = (db: Database): Promise<Queues> => onlyRow(db, queuesStatement)
