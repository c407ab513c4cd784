import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type {
  listNotifications,
  Notification,
  NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { microsOf, pageEnd, pastTime, timeOfMicros, type ViewerPageRow } from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { completed } from '../../db/specials.ts'
import { isForReader, isLastOfProject, unreadNotifications } from '../../db/unread-sql.ts'
import { FLAGS } from '../../http/cards.ts'
import type { HotRow } from '../../http/mount.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import { cardJson } from '../media/media-sql.ts'
import { dollarsOf } from '../money/money-sql.ts'
import { viewerPages, viewerReads, type PageInput } from '../session/viewer-page-sql.ts'
import type { Who } from '../session/viewer-sql.ts'
import { moreNew, projectActor, projectJson, refusal, takedownJson } from './notification-sql.ts'

const SHOWN_ACTORS = 3
const MAX_EXCERPT_LENGTH = 140
/** An excerpt is made of this many characters of a message, which may begin with blank lines. */
const MAX_READ_LENGTH = 1_000

/** Each filter has an index that gives its rows in order. */
const FILTERS: Record<NotificationFilter, RawBuilder<unknown>> = {
  all: sql``,
  unread: sql`and not n.is_read`,
  work: sql`and n.topic = 'work'`,
  people: sql`and n.topic = 'people'`,
  money: sql`and n.topic = 'money'`,
}

const actorColumns = sql`u.id, u.handle, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", u.is_creator and not u.is_gone as "isCreator",
  (select true from follows f
    where f.follower_id = n.user_id and f.followed_id = u.id) is not null as "isFollowing"`

/** The latest people who did what the notification is about; of a project the side that caused its last event. */
const allActors = sql`(
  select coalesce(json_agg(t), '[]') from (
    select * from (
      select ${actorColumns} from notification_actors a join users u on u.id = a.actor_id
      where a.notification_id = n.id and not u.is_gone
      order by a.created_at desc, a.actor_id limit ${sql.lit(SHOWN_ACTORS)}) known
    union all
    select ${actorColumns} from users u where u.id = ${projectActor}) t)`

const workOf = (id: RawBuilder<unknown>, mayBeUnlisted: RawBuilder<unknown>) => sql`(
  select ${cardJson('i')}
  from portfolio_items i join media m on m.id = i.media_id
  where i.id = ${id} and (${mayBeUnlisted} or i.is_listed))`

/** Other people’s works only while they are listed. */
const work = workOf(sql`n.item_id`, sql`n.kind <> 'new_work'`)

/** The work that a project was hired from. */
const projectWork = workOf(
  sql`(select p.item_id from projects p where p.id = n.project_id)`,
  sql`false`,
)

const excerptOf = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when char_length(${text}) > ${sql.lit(MAX_EXCERPT_LENGTH)}
    then left(${text}, ${sql.lit(MAX_EXCERPT_LENGTH - 1)}) || '…' else ${text} end`

const comment = sql`(
  select json_build_object(
    'id', c.id, 'parentId', c.parent_id, 'excerpt', ${excerptOf(sql`c.content`)})
  from comments c where c.id = n.comment_id and not c.author_gone)`

const isUnread = sql`m.receiver_id = n.user_id and m.read_at is null`

const quote = sql`(
  select ${dollarsOf(sql`m.quote_cents`)} from messages m
  where m.conversation_id = t.id and m.receiver_id = n.user_id and m.message_type = 'general'
    and n.kind = 'message'
  order by m.created_at desc limit 1)`

/** The newest unread message of the row's kind as one line. The conversation knows its newest inquiry. */
const conversation = sql`(
  select json_build_object('id', t.id, 'subject', t.subject, 'excerpt', ${excerptOf(sql`l.line`)},
    'quote', ${quote})
  from conversations t
  cross join lateral (select case n.kind
    when 'inquiry' then (
      select content from messages m where m.id = t.inquiry_id and ${isUnread})
    else (
      select content from messages m
      where m.conversation_id = t.id and ${isUnread} and m.message_type = 'general'
      order by m.created_at desc limit 1) end as content) m
  cross join lateral (select btrim(regexp_replace(
    left(coalesce(m.content, ''), ${sql.lit(MAX_READ_LENGTH)}), '[[:space:]]+', ' ', 'g')) as line) l
  where t.id = n.conversation_id)`

type NotificationsRow = ViewerPageRow & {
  special: string[] | null
  /** The posts that they are about, as rows of cards. */
  posts: string | null
}

/**
 * A page of the viewer's notifications, the last changed first; of each project only its newest. Those with a project,
 * a conversation, a decision or a refusal are `special`, and `specials` completes them. Of a post it gives the id alone.
 */
const notifications = viewerPages<{ filter: NotificationFilter }, object, NotificationsRow>(
  ({ filter }, _, { me, limit, fetched, after }) => {
    const passed =
      after === null
        ? sql``
        : sql`and (n.updated_at, n.id) < (${timeOfMicros(after.key)}, ${after.id}::uuid)`
    return sql<NotificationsRow>`
      with ${me},
      page as materialized (
        select n.*, ${microsOf(sql`n.updated_at`)} as key,
          row_number() over (order by n.updated_at desc, n.id desc) as place
        from (
          select * from notifications n
          where n.user_id = (select user_id from me) ${FILTERS[filter]} ${passed} and ${isForReader}
            and ${isLastOfProject(filter === 'unread' ? sql`and not m.is_read` : sql``)}
          order by n.updated_at desc, n.id desc limit ${fetched}) n),
      shown as materialized (select * from page where place <= ${limit}::int),
      people as materialized (
        select n.id as notification_id, u.*
        from shown n cross join lateral (
          select u.id, u.handle, u.first_name, u.last_name, u.profile_image_url,
            u.is_creator and not u.is_gone as is_creator, a.created_at as acted_at
          from notification_actors a join users u on u.id = a.actor_id
          where a.notification_id = n.id and not u.is_gone
          order by a.created_at desc, a.actor_id limit ${sql.lit(SHOWN_ACTORS)}) u),
      followed as materialized (
        select array(select followed_id from follows where follower_id = (select user_id from me)
          and followed_id = any (array(select id from people))) as ids),
      actors as materialized (
        select a.notification_id, json_agg(json_build_object('id', a.id, 'handle', a.handle,
          'firstName', a.first_name, 'lastName', a.last_name, 'profileImageUrl', a.profile_image_url,
          'isCreator', a.is_creator, 'isFollowing', a.id = any (f.ids)) order by a.acted_at desc, a.id) as list
        from people a cross join followed f group by a.notification_id)
      select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
        (select array_agg(n.id::text) from shown n where
          n.project_id is not null or n.conversation_id is not null or n.kind = 'standing'
          or n.billing_event = 'promotion_refused') as special,
        (select string_agg(concat_ws(' ', p.id, p.card_version,
            p.is_visible::int * ${sql.lit(FLAGS.isVisible)}
            + (p.creator_id = n.user_id)::int * ${sql.lit(FLAGS.seesAll)}), ',')
          from shown n join posts p on p.id = n.post_id
          where p.is_visible or p.creator_id = n.user_id) as posts,
        (select coalesce(json_agg(t), '[]')::text from (
          select n.id, n.kind, coalesce(a.list, '[]') as actors, n.actor_count as "actorCount", n.work_count as "workCount", 0 as "moreNew",
            n.post_id as post, ${work} as work, ${comment} as comment,
            null as conversation, null as project, null as standing, n.billing_event as billing,
            null as refusal, n.is_read as "isRead", ${isoTime(sql`n.updated_at`)} as "createdAt"
          from shown n left join actors a on a.notification_id = n.id order by n.place) t) as json`
  },
)
export const notificationsStatement = (who: Who, filter: NotificationFilter, page: PageInput) =>
  notifications(who, page, { filter }, {})

type Special = Pick<
  Notification,
  | 'id'
  | 'actors'
  | 'actorCount'
  | 'moreNew'
  | 'work'
  | 'conversation'
  | 'project'
  | 'standing'
  | 'refusal'
>
interface SpecialRow {
  json: string
}

/** What `notifications` leaves out of these. */
const specials = viewerReads<object, { ids: string[] }, SpecialRow>(
  (_, { ids }, me) => sql<SpecialRow>`
    with ${me}
    select json_build_object('id', n.id,
      'actors', ${allActors}, 'actorCount', case when ${projectActor} is null then n.actor_count else 1 end,
      'moreNew', ${moreNew}, 'work', case when n.project_id is null then ${work} else ${projectWork} end,
      'conversation', ${conversation}, 'project', ${projectJson}, 'standing', ${takedownJson},
      'refusal', ${refusal})::text as json
    from notifications n
    where n.user_id = (select user_id from me) and n.id = any ((select ${ids}::uuid[])::uuid[])`,
)
export const specialsStatement = (who: Who, ids: string[]) => specials(who, {}, { ids })

/** What other pages show of these posts, as JSON by id. */
export type PostBriefs = (who: Who, rows: string | null) => Promise<Map<string, string>>

export async function findNotifications(
  { reads, briefs }: { reads: Reads; briefs: PostBriefs },
  who: Who,
  { filter = 'all', cursor, limit = PAGE_SIZE }: QueryOf<typeof listNotifications>,
): Promise<FoundPage> {
  const page = { limit, after: pastTime(decodeTimeCursor(cursor, filter)) }
  const row = await reads.one(notificationsStatement(who, filter, page))
  const posts = await briefs(who, row.posts)
  const shown = row.json.replaceAll(POST, (_, id: string) => `"post":${subjectOf(posts.get(id))}`)
  const json = await completed<Notification>(shown, row.special, async (ids) => {
    const parts = await reads.rows(specialsStatement(who, ids))
    return parts.map(({ json: text }) => JSON.parse(text) as Special)
  })
  return foundPage(filter, { ...row, json })
}

/** The id of a post as the statement gives it. Quotes inside JSON strings are escaped, so nothing else matches. */
const POST = /"post":"([\da-f-]{36})"/g

type Subject = NonNullable<Notification['post']>

/** What a brief says beyond a subject, which needs no parsing to be left out. */
const KIND = /"kind":"\w+",/

function subjectOf(brief: string | undefined): string {
  if (brief === undefined) return 'null'
  if (KIND.test(brief) && brief.includes('"picture":')) return brief.replace(KIND, '')
  const {
    id,
    title,
    picture = null,
  } = JSON.parse(brief) as Pick<Subject, 'id' | 'title'> & Partial<Subject>
  return JSON.stringify({ id, title, picture })
}

/** How many of the viewer's notifications are unread, up to the cap. */
export const unreadOf = viewerReads<object, object, HotRow>(
  (_, __, me) => sql<HotRow>`
    with ${me}
    select (select user_id from me) as "viewerId",
      json_build_object('count', ${unreadNotifications(sql`(select user_id from me)`)})::text as json`,
)
