import type { BILLING_EVENTS } from '@plinth/contract/notifications/notifications.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

/** An outbox row about a project or about somebody's own payments to Plinth. */
export interface MoneyRow {
  id: string
  at: Date
  eventId: string | null
  kind: ProjectEventKind | null
  cents: number | null
  isByPlinth: boolean
  /** Who can see the project. */
  people: { role: ProjectRole; userId: string }[]
  billing: (typeof BILLING_EVENTS)[number] | null
  billedId: string | null
  postId: string | null
}

/** What happened earlier than this is not emailed any more. */
const FRESHNESS = sql`interval '2 days'`

/** Those of these outbox rows that may be emailed at once. */
export async function listMoneyRows(db: Database, ids: readonly bigint[]): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select n.id::text as id, coalesce(e.created_at, n.created_at) as at, e.id as "eventId", e.kind,
      e.amount_cents::int as cents, coalesce(e.by_role = 'plinth', false) as "isByPlinth",
      coalesce((select json_agg(json_build_object('role', r.role, 'userId', r.user_id)) from (
        select 'client' as role, p.client_id as user_id where p.id is not null
        union all select 'creator', p.creator_id where p.shared_at is not null) r), '[]'::json) as people,
      n.billing_event as billing, n.billed_id as "billedId", n.post_id as "postId"
    from notices n
    left join project_events e on e.id = n.project_event_id
    left join projects p on p.id = e.project_id
    where n.id = any (${ids}::bigint[]) and n.kind in ('project', 'billing')
      and n.created_at > now() - ${FRESHNESS}
      and (e.id is null or e.kind = 'delivered' or e.created_at > now() - ${FRESHNESS})
    order by n.id`.execute(db)
  return rows
}
