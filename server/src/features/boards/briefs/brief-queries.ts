import type { Brief, BriefLine, InquiryBrief } from '@plinth/contract/boards/briefs.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, decodeTimeCursor } from '../../../http/paging.ts'
import type { Showables } from '../board-sql.ts'
import { maySend, me, briefReferencesJson } from './brief-sql.ts'

const LIST = 'briefs'

/**
 * What became of the inquiry to each creator of `briefs bf`: its message `m` or, until staff have decided, its held text
 * `h`; the first answer to it, and the project with its newest price.
 */
const answersJson = sql`(
  select json_agg(json_build_object('person', ${personJson('u')},
    'state', case
      when m.id is null then case h.state when 'waiting' then 'held' when 'refused' then 'refused'
        else 'unsent' end
      when j.status not in ('requested', 'declined', 'withdrawn', 'expired') then 'hired'
      when m.declined_at is not null or j.status = 'declined' then 'declined'
      when o.price_cents is not null and j.status = 'requested' then 'quoted'
      when a.at is not null then 'answered' else 'waiting' end,
    'problem', case when m.id is null and h.id is null then r.problem end,
    'conversationId', m.conversation_id,
    'projectId', j.id,
    'price', ${dollarsOf(sql`coalesce(case when j.status <> 'requested' then j.price_cents end, o.price_cents)`)},
    'deliverBy', case when j.status <> 'requested' then j.deliver_by else o.deliver_by end,
    'answeredAt', ${isoTime(sql`coalesce(a.at, m.declined_at)`)},
    'isTold', t.id is not null) order by r.place)
  from brief_recipients r join users u on u.id = r.creator_id
  left join messages m on m.brief_id = bf.id and m.receiver_id = r.creator_id
  left join held_texts h on h.author_id = bf.sender_id and h.client_id = r.inquiry_key
  left join messages t on t.sender_id = bf.sender_id and t.client_id = r.thanks_key
  left join projects j on j.id = m.project_id
  left join lateral (
    select f.price_cents, f.deliver_by from project_offers f
    where f.project_id = j.id and f.kind = 'terms' and f.by_role = 'creator' and f.state in ('open', 'accepted')
    order by f.created_at desc limit 1) o on true
  left join lateral (
    select w.created_at as at from messages w
    where w.conversation_id = m.conversation_id and w.sender_id = r.creator_id and w.created_at > m.created_at
    order by w.created_at limit 1) a on true
  where r.brief_id = bf.id)`

/** A brief of the viewer's with its answers; no row if there is none. */
export const briefStatement = (
  viewerId: string,
  id: string,
  showables: Showables,
): RawBuilder<Brief> => sql<Brief>`
  with ${meTable({ viewerId })}
  select bf.id, bf.board_id as "boardId", bf.title, bf.content, bf.budget, bf.timeline,
    bf.needed_by::text as "neededBy", bf.sends_notes as "sendsNotes",
    ${briefReferencesJson(sql`bf.id`, showables)} as references, ${answersJson} as answers,
    ${isoTime(sql`bf.created_at`)} as "createdAt"
  from briefs bf where bf.id = ${id}::uuid and bf.sender_id = ${me}`

export async function findBrief(
  db: Database,
  viewerId: string,
  id: string,
  showables: Showables,
): Promise<Brief | undefined> {
  const { rows } = await briefStatement(viewerId, id, showables).execute(db)
  return rows[0]
}

interface BriefPage {
  limit: number
  cursor?: string | undefined
}

const sentCount = sql`(
  select count(*)::int from messages m where m.brief_id = p.id)`

/** The briefs that the viewer sent from a board. */
export const briefsStatement = (
  viewerId: string,
  boardId: string,
  { limit, cursor }: BriefPage,
): RawBuilder<ViewerPageRow & { isBoard: boolean }> =>
  pageStatement({
    me: meTable({ viewerId }),
    sort: byTime(sql`p.created_at`),
    from: sql`briefs p`,
    conditions: [sql`p.board_id = ${boardId}::uuid`, sql`p.sender_id = ${me}`],
    limit,
    after: pastTime(decodeTimeCursor(cursor, LIST)),
    shown: {
      table: 'briefs',
      columns: sql`p.id, ${sentCount} as "sentCount", (
          select count(*)::int from brief_recipients r where r.brief_id = p.id) - ${sentCount} as "unsentCount",
        ${isoTime(sql`p.created_at`)} as "createdAt"`,
      joins: sql``,
    },
    columns: sql`, exists (
      select from boards bd where bd.id = ${boardId}::uuid and ${maySend}) as "isBoard"`,
  })

/** Null if the viewer may not send briefs from this board. */
export async function findBriefs(
  db: Database,
  viewerId: string,
  boardId: string,
  { limit = PAGE_SIZE, cursor }: Partial<BriefPage>,
): Promise<Page<BriefLine> | null> {
  const { json, last, isBoard } = await onlyRow(
    db,
    briefsStatement(viewerId, boardId, { limit, cursor }),
  )
  return isBoard ? new Page(JSON.parse(json) as BriefLine[], cursorAfter(LIST, last)) : null
}

/** What an inquiry from a board shows; no row unless the viewer is one of its two people. */
export const inquiryStatement = (
  viewerId: string,
  messageId: string,
  showables: Showables,
): RawBuilder<InquiryBrief> => sql<InquiryBrief>`
  with ${meTable({ viewerId })}
  select ${briefReferencesJson(sql`bf.id`, showables)} as references, bf.needed_by::text as "neededBy", (
      select count(*)::int from messages o
      where o.brief_id = bf.id and o.receiver_id <> q.receiver_id) as "otherCount",
    case when q.sender_id = ${me} then bf.id end as "briefId",
    case when q.sender_id = ${me} then bf.board_id end as "boardId"
  from messages q join briefs bf on bf.id = q.brief_id
  where q.id = ${messageId}::uuid and ${me} in (q.sender_id, q.receiver_id)`

export async function findInquiryBrief(
  db: Database,
  viewerId: string,
  messageId: string,
  showables: Showables,
): Promise<InquiryBrief | undefined> {
  const { rows } = await inquiryStatement(viewerId, messageId, showables).execute(db)
  return rows[0]
}
