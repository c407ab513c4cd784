import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PersonCard } from '../../core/users/people-card-queries.ts'
import {
  shortened,
  timeJson,
  wordJson,
  words,
  wordsOf,
  wordsOrEmpty,
  type Listed,
  type ListRow,
} from '../../db/page-rows-sql.ts'

export interface ConversationRow extends ListRow {
  subject: string
  /** The beginning of the newest message. */
  start: string
  /** Its newest inquiry. */
  inquiry: string | null
}

const IS_ARCHIVED = 1
const IS_MUTED = 2
/** The viewer blocks the other person, and the other way round. */
const IS_BLOCKED = 4
const HAS_BLOCKED_VIEWER = 8
/** Of the newest message. */
const IS_READ = 16

const MAX_EXCERPT_LENGTH = 300
/** Only this much of a message is read to make its excerpt. */
const EXCERPT_SOURCE_LENGTH = 1_000

const flag = (condition: RawBuilder<unknown>, bit: number) =>
  sql`(${condition})::int * ${sql.lit(bit)}`

// The viewer's few blocks are read once for a page.
const blockedByViewer = sql`array(
  select blocked_id from blocks where blocker_id = (select user_id from me))`
const blockingViewer = sql`array(
  select blocker_id from blocks where blocked_id = (select user_id from me))`

/**
 * The conversations with a `conversation_id` in `found`, for the viewer in `me`, who is one of
 * their two people.
 */
export const conversationRows = (found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${words(
    sql`c.id`,
    sql`mine.last_message_at`,
    sql`mine.other_id`,
    sql`mine.unread_count`,
    sql.join(
      [
        flag(sql`mine.is_archived`, IS_ARCHIVED),
        flag(sql`mine.is_muted`, IS_MUTED),
        flag(sql`mine.other_id = any (${blockedByViewer})`, IS_BLOCKED),
        flag(sql`mine.other_id = any (${blockingViewer})`, HAS_BLOCKED_VIEWER),
        flag(sql`l.read_at is not null`, IS_READ),
      ],
      sql` + `,
    ),
    sql`l.id`,
    sql`l.sender_id`,
    sql`cardinality(array(select 1 from message_media f where f.message_id = l.id))`,
    sql`l.created_at`,
    sql`l.quote_cents`,
  )} as row,
    c.subject, left(l.content, ${sql.lit(EXCERPT_SOURCE_LENGTH)}) as start,
    case when q.id is not null then ${wordsOrEmpty(
      sql`q.id`,
      sql`q.sender_id`,
      sql`q.budget`,
      sql`q.timeline`,
      sql`q.declined_at`,
    )} end as inquiry
  from (${found}) found
  join conversation_members mine on mine.conversation_id = found.conversation_id and mine.user_id = me.user_id
  join conversations c on c.id = mine.conversation_id
  join messages l on l.id = c.last_message_id
  left join messages q on q.id = c.inquiry_id`

type Shown = Listed<ConversationRow>

/** The other person of each of these conversations. */
export const peopleOfConversations = (rows: readonly Shown[]): string[] =>
  rows.map(({ words: [, , otherId = ''] }) => otherId)

/** The contract's Conversation of each row as JSON. */
export const conversationItems = (
  rows: readonly Shown[],
  people: ReadonlyMap<string, PersonCard>,
): string[] =>
  rows.flatMap(({ words: shown, row: { subject, start, inquiry } }) => {
    const [id, , otherId = '', unread, bits, lastId, senderId, files, created, cents] = shown
    const other = people.get(otherId)
    if (other === undefined) return []
    const flags = Number(bits)
    const has = (bit: number) => (flags & bit) !== 0
    const canWrite = !other.isGone && !has(IS_BLOCKED | HAS_BLOCKED_VIEWER)
    return [
      `{"id":"${id}","subject":${JSON.stringify(subject)},"other":${other.creator}` +
        `,"last":{"id":"${lastId}","senderId":"${senderId}","excerpt":${JSON.stringify(excerptOf(start))}` +
        `,"attachmentCount":${files},"quote":${cents === undefined ? 'null' : Number(cents) / 100}` +
        `,"isRead":${has(IS_READ)},"createdAt":${timeJson(created)}}` +
        `,"inquiry":${inquiryJson(inquiry)},"unreadCount":${Math.min(Number(unread), MAX_UNREAD_COUNT)}` +
        `,"isArchived":${has(IS_ARCHIVED)},"isMuted":${has(IS_MUTED)}` +
        `,"canWrite":${canWrite},"isBlocked":${has(IS_BLOCKED)}}`,
    ]
  })

function inquiryJson(inquiry: string | null): string {
  if (inquiry === null) return 'null'
  const [id, senderId, budget, timeline, declined] = wordsOf(inquiry)
  return (
    `{"id":"${id}","senderId":"${senderId}","budget":${wordJson(budget)},"timeline":${wordJson(timeline)}` +
    `,"declinedAt":${timeJson(declined)}}`
  )
}

/** The beginning of a message on one line. Most messages are one line already. */
function excerptOf(start: string): string {
  const line = /[\n\r\t\f\v]|  /.test(start) ? start.replaceAll(/\s+/g, ' ') : start
  const isTrimmed = !line.startsWith(' ') && !line.endsWith(' ')
  return shortened(isTrimmed ? line : line.replaceAll(/^ +| +$/g, ''), MAX_EXCERPT_LENGTH)
}
