import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type {
  listNotifications,
  Notification,
  NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { sql, type RawBuilder } from 'kysely'
import { rowPage, viewerRows } from '../../db/page-rows-sql.ts'
import { olderThan, pastTime } from '../../db/page-sql.ts'
import { completed } from '../../db/specials.ts'
import { isForJoinedReader, isLastOfProject, unreadNotifications } from '../../db/unread-sql.ts'
import type { Deps } from '../../deps.ts'
import type { CardLists } from '../../http/cards.ts'
import { jsonList } from '../../http/json.ts'
import type { HotRow } from '../../http/mount.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import { cardJson } from '../media/media-sql.ts'
import { dollarsOf } from '../money/money-sql.ts'
import { viewerPages, viewerReads, type PageInput } from '../session/viewer-page-sql.ts'
import type { Who } from '../session/viewer-sql.ts'
import { peopleCards } from '../users/people-card-queries.ts'
import {
  cardRowsOf,
  followedActors,
  MAX_EXCERPT_LENGTH,
  notificationColumns,
  notificationItems,
  notificationJoins,
  notificationRows,
  peopleOfNotifications,
  SHOWN_ACTORS,
  type NotificationRow,
} from './notification-rows-sql.ts'
import {
  boardJson,
  moreNew,
  projectActor,
  projectJson,
  proofJson,
  refusal,
  takedownJson,
} from './notification-sql.ts'

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

/**
 * A page of the viewer's notifications, the last changed first; of each project only its newest. What special ones have
 * is left to `specials`; people, posts and works are named by their ids.
 */
const notifications = viewerPages<{ filter: NotificationFilter }, object, NotificationRow>(
  ({ filter }, _, { me, fetched, after }) =>
    viewerRows(
      sql`${me}, listed as materialized (select l.* from me cross join lateral (
        select ${notificationColumns} from notifications n ${notificationJoins}
        where n.user_id = me.user_id ${FILTERS[filter]}
          ${olderThan(sql`n.updated_at`, sql`n.id`, after && { micros: after.key, id: after.id })}
          and ${isForJoinedReader}
          and ${isLastOfProject(filter === 'unread' ? sql`and not m.is_read` : sql``)}
        order by n.updated_at desc, n.id desc limit ${fetched}) l)`,
      notificationRows,
      { columns: sql`, ${followedActors}` },
    ),
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
  | 'board'
  | 'proof'
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
      'conversation', ${conversation}, 'project', ${projectJson}, 'board', ${boardJson},
      'proof', ${proofJson}, 'standing', ${takedownJson},
      'refusal', ${refusal})::text as json
    from notifications n
    where n.user_id = (select user_id from me) and n.id = any ((select ${ids}::uuid[])::uuid[])`,
)
export const specialsStatement = (who: Who, ids: string[]) => specials(who, {}, { ids })

/** What other pages show of these posts or works, as JSON by id. */
type Briefs = CardLists['briefs']

/** The cards of what notifications are about. */
export interface Subjects {
  posts: Briefs
  works: Briefs
}

export async function findNotifications(
  deps: Pick<Deps, 'reads'>,
  subjects: Subjects,
  who: Who,
  { filter = 'all', cursor, limit = PAGE_SIZE }: QueryOf<typeof listNotifications>,
): Promise<FoundPage> {
  const { reads } = deps
  const page = { limit, after: pastTime(decodeTimeCursor(cursor, filter)) }
  const rows = await reads.rows(notificationsStatement(who, filter, page))
  const { shown, ...rest } = rowPage(rows, limit)
  const [people, posts, works] = await Promise.all([
    peopleCards(deps).find(peopleOfNotifications(shown)),
    subjects.posts(cardRowsOf(shown, 'post')),
    subjects.works(cardRowsOf(shown, 'work')),
  ])
  const items = await completed(notificationItems(shown, { people, posts, works }), async (ids) => {
    const parts = await reads.rows(specialsStatement(who, ids))
    return parts.map(({ json: text }) => JSON.parse(text) as Special)
  })
  return foundPage(filter, { ...rest, json: jsonList(items) })
}

/** How many of the viewer's notifications are unread, up to the cap. */
export const unreadOf = viewerReads<object, object, HotRow>(
  (_, __, me) => sql<HotRow>`
    with ${me}
    select (select user_id from me) as "viewerId",
      json_build_object('count', ${unreadNotifications(sql`(select user_id from me)`)})::text as json`,
)
