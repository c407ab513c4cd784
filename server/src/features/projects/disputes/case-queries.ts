import type { DisputeCase, DisputeMessage } from '@plinth/contract/projects/dispute-calls.ts'
import { sql, type RawBuilder } from 'kysely'
import { attachmentsJson, linkUrl } from '../../../core/media/media-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../../http/paging.ts'
import { DELIVERY_PATH, ORIGINAL_NAME } from '../delivery/delivery-sql.ts'

/** A project has a handful of bookings; this only bounds the answer. */
const MAX_BOOKINGS = 200

/** The bookings of a project, oldest first. */
export async function findLedger(db: Database, projectId: string): Promise<DisputeCase['ledger']> {
  const { rows } = await sql<DisputeCase['ledger'][number]>`
    select t.kind, ${isoTime(sql`t.created_at`)} as at, (
      select json_agg(json_build_object('account', e.account,
        'side', case e.owner_id when p.client_id then 'client' when p.creator_id then 'creator' end,
        'amount', e.amount_cents::float8 / 100) order by e.position)
      from ledger_entries e where e.transaction_id = t.id) as entries
    from ledger_transactions t join projects p on p.id = t.project_id
    where t.project_id = ${projectId}::uuid
    order by t.created_at, t.id limit ${sql.lit(MAX_BOOKINGS)}`.execute(db)
  return rows
}

/** The projects `j` that Plinth decides or decided on. One that continued is the two people's own again. */
const isDecided = sql`j.status in ('disputed', 'resolved', 'cancelled')
  and exists (select 1 from project_disputes d where d.project_id = j.id)`

/** A link to a delivered original; undefined if the disputed project has no such file. */
export async function findOriginalUrl(
  db: Database,
  { projectId, fileId }: { projectId: string; fileId: string },
): Promise<string | undefined> {
  const url = linkUrl({
    path: DELIVERY_PATH,
    id: sql`df.id`,
    name: ORIGINAL_NAME,
    secret: sql`df.secret`,
  })
  const { rows } = await sql<{ url: string }>`
    select ${url} as url from delivery_files df join projects j on j.id = df.project_id
    where df.id = ${fileId}::uuid and df.project_id = ${projectId}::uuid
      and df.delivery_id is not null and ${isDecided}`.execute(db)
  return rows[0]?.url
}

/**
 * The conversation of a disputed project, and between when they wrote about it: from the request until it was decided.
 * Undefined if there is nothing to decide.
 */
export async function findThread(
  db: Database,
  projectId: string,
): Promise<{ conversationId: string | null; from: Date; to: Date | null } | undefined> {
  const { rows } = await sql<{ conversationId: string | null; from: Date; to: Date | null }>`
    select v.id as "conversationId", j.created_at as "from", j.closed_at as "to"
    from projects j left join conversations v
      on v.low_id = least(j.client_id, j.creator_id) and v.high_id = greatest(j.client_id, j.creator_id)
      and v.subject_key = subject_key(j.subject)
    where j.id = ${projectId}::uuid and ${isDecided}`.execute(db)
  return rows[0]
}

const shownMessage: Shown = {
  table: 'messages',
  columns: sql`
    p.id, ${personJson('s')} as sender, p.subject, p.content,
    ${attachmentsJson({ table: 'message_media', column: 'message_id', id: sql`p.id` })} as attachments,
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`join users s on s.id = p.sender_id`,
}

interface ThreadInput {
  adminId: string
  projectId: string
  conversationId: string
  from: Date
  to: Date | null
  limit: number
  after: TimePosition | null
}

/** The messages of a project: the quote that opened it, and what was written while it ran. No other project's. */
const threadStatement = ({
  adminId,
  projectId,
  conversationId,
  from,
  to,
  limit,
  after,
}: ThreadInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: sql`messages p`,
    conditions: [
      sql`p.conversation_id = ${conversationId}::uuid`,
      sql`(p.project_id = ${projectId}::uuid or (p.project_id is null
        and p.created_at >= ${from} and p.created_at <= ${to ?? 'infinity'}::timestamptz))`,
    ],
    limit,
    after: pastTime(after),
    shown: shownMessage,
  })

export const threadList = (projectId: string): string => `thread-${projectId}`

export async function listThread(db: Database, input: ThreadInput): Promise<Page<DisputeMessage>> {
  const { json, last } = await onlyRow(db, threadStatement(input))
  return new Page(
    JSON.parse(json) as DisputeMessage[],
    cursorAfter(threadList(input.projectId), last),
  )
}
