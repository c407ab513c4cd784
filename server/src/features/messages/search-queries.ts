import type { Message } from '@plinth/contract/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import {
  microsOf,
  fetchedFor,
  olderThan,
  onlyRow,
  pageEnd,
  pageJson,
  type PageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { shownMessage } from './message-sql.ts'

/** The name of this list in its cursors, which other lists refuse. */
export const SEARCH_LIST = 'search'

/** How many of the viewer's newest messages are scanned one by one before the word index is used. */
export const SCANNED = 1_000

export interface MessageSearch {
  viewerId: string
  search: string
  limit: number
  after: TimePosition | null
}

/** `words`: one row with the search as a tsquery, whose last word is a prefix; null if there are no words. */
const wordsTable = (search: string) => sql`words as materialized (
  select string_agg(
    '''' || replace(replace(t.lexeme, '\\', '\\\\'), '''', '''''') || ''''
      || case when t.is_last then ':*' else '' end, ' & ')::tsquery as query
  from (
    select w.lexeme, p.place = max(p.place) over () as is_last
    from unnest(to_tsvector('plinth_words', search_text(${search}::text))) w
    cross join lateral (select max(at) as place from unnest(w.positions) at) p) t)`

const hasWords = sql`(select query from words) is not null`

/** Whether message `p` is the viewer's own. As two conditions, the planner would read the indexes of all messages. */
const isOwn = sql`(select user_id from me) = any (array[p.sender_id, p.receiver_id])`

/** The viewer's messages from a position on, newest first: sent and received ones each from their own index. */
function ownMessages(after: TimePosition | null): RawBuilder<unknown> {
  const older = olderThan(sql`m.created_at`, sql`m.id`, after)
  const side = (column: RawBuilder<unknown>) => sql`(
    select m.id, m.created_at from messages m
    where ${column} = (select user_id from me) ${older}
    order by m.created_at desc, m.id desc limit ${sql.lit(SCANNED)})`
  return sql`(
    ${side(sql`m.sender_id`)} union all ${side(sql`m.receiver_id`)}
    order by created_at desc, id desc limit ${sql.lit(SCANNED)})`
}

/**
 * The viewer's messages with these words. Common words are soon found among the newest messages. The index of all
 * words is only used for rare words of people with more messages than are scanned.
 */
export function searchStatement(input: MessageSearch): RawBuilder<PageRow> {
  const { viewerId, search, limit, after } = input
  const fetched = fetchedFor(limit)
  const own = ownMessages(after)
  const newestFirst = sql`order by created_at desc, id desc`
  return sql<PageRow>`
    with ${meTable({ viewerId })}, ${wordsTable(search)},
    newest as materialized (
      select m.id, m.created_at from ${own} m
      -- One by one in order, so that the scan stops at the last message of the page.
      cross join lateral (
        select 1 from messages p
        where p.id = m.id and p.search @@ (select query from words) offset 0) p
      where ${hasWords} ${newestFirst} limit ${fetched}),
    edge as materialized (
      select id, created_at from ${own} m
      where ${hasWords} and (select count(*) from newest) < ${fetched}
      ${newestFirst} offset ${sql.lit(SCANNED - 1)} limit 1),
    earlier as materialized (
      select p.id, p.created_at from edge cross join lateral (
        select p.id, p.created_at from messages p
        where p.search @@ (
            select ('''@' || me.user_id || '''')::tsquery && words.query from me, words)
          and ${isOwn} and (p.created_at, p.id) < (edge.created_at, edge.id)
        ${newestFirst} limit ${fetched}) p),
    page as materialized (
      select f.id, ${microsOf(sql`f.created_at`)} as key,
        row_number() over (order by f.created_at desc, f.id desc) as place
      from (select * from newest union all select * from earlier) f
      order by f.created_at desc, f.id desc limit ${fetched})
    select ${pageEnd(limit)} as last, ${pageJson(limit, shownMessage)} as json`
}

export async function findMessages(db: Database, input: MessageSearch): Promise<Page<Message>> {
  const { json, last } = await onlyRow(db, searchStatement(input))
  return new Page(JSON.parse(json) as Message[], cursorAfter(SEARCH_LIST, last))
}
