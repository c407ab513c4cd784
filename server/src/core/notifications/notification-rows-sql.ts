import type { NotificationKind } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import {
  shortened,
  timeJson,
  wordJson,
  wordsOrEmpty,
  type Listed,
  type ListRow,
} from '../../db/page-rows-sql.ts'
import type { ListItem } from '../../db/specials.ts'
import { FLAGS } from '../../http/cards.ts'
import type { PersonCard } from '../users/people-card-queries.ts'

export interface NotificationRow extends ListRow {
  /** Ids of actors with a space between them. */
  actors: string
  /** The ids of the actors of any row whom the viewer follows; the same in every row. */
  followed: string
  /** What they are about, as rows of cards. */
  post: string | null
  work: string | null
  /** The ids of the comment and of its parent. */
  comment: string | null
  excerpt: string | null
}

export const SHOWN_ACTORS = 3
export const MAX_EXCERPT_LENGTH = 140

const IS_READ = 1
/** What few have: a project, a conversation, a board, a proof room, a decision or a refusal. */
const IS_SPECIAL = 2

const NEW_WORK: NotificationKind = 'new_work'
const CREDIT: NotificationKind = 'credit'

/**
 * The columns of notification `n` of the viewer in `me`, from `notificationJoins`. Other people’s works are named only
 * while they are listed; whoever a work asks to name knows it before.
 */
export const notificationColumns = sql`
  ${wordsOrEmpty(
    sql`n.id`,
    sql`n.updated_at`,
    sql`n.kind`,
    sql`n.actor_count`,
    sql`n.work_count`,
    sql`n.is_read::int * ${sql.lit(IS_READ)}
      + (n.project_id is not null or n.conversation_id is not null or n.kind in ('standing', 'board', 'proof')
        or coalesce(n.billing_event = 'promotion_refused', false))::int * ${sql.lit(IS_SPECIAL)}`,
    sql`n.billing_event`,
  )} as row,
  array(
    select a.actor_id from notification_actors a where a.notification_id = n.id
    order by a.created_at desc, a.actor_id limit ${sql.lit(SHOWN_ACTORS)}) as actors,
  case when p.is_visible or p.creator_id = n.user_id then concat(p.id, ' ', p.card_version, ' ',
    p.is_visible::int * ${sql.lit(FLAGS.isVisible)}
    + (p.creator_id = n.user_id)::int * ${sql.lit(FLAGS.seesAll)}) end as post,
  case when i.is_listed or (i.id is not null and n.kind <> ${sql.lit(NEW_WORK)}) then concat(i.id, ' ', i.card_version, ' ',
    i.is_listed::int * ${sql.lit(FLAGS.isVisible)}
    + (i.creator_id = n.user_id or (n.kind = ${sql.lit(CREDIT)} and i.taken_down_at is null))::int
      * ${sql.lit(FLAGS.seesAll)}) end as work,
  case when not c.author_gone then concat(c.id, ' ', c.parent_id) end as comment,
  case when not c.author_gone then left(c.content, ${sql.lit(MAX_EXCERPT_LENGTH + 1)}) end as excerpt`

export const notificationJoins = sql`
  left join posts p on p.id = n.post_id
  left join portfolio_items i on i.id = n.item_id
  left join comments c on c.id = n.comment_id`

/**
 * What a page is made of, from the table `listed` of these columns. Whom the viewer follows is looked up once for all
 * actors, which takes a fifth of looking up each.
 */
export const notificationRows = sql`
  select row, array_to_string(actors, ' ') as actors, post, work, comment, excerpt from listed`
export const followedActors = sql`
  array_to_string(array(
    select f.followed_id from follows f
    where f.follower_id = (select user_id from me) and f.followed_id = any (array(select unnest(actors) from listed))),
    ' ') as followed`

type Shown = Listed<NotificationRow>

const idsIn = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))

export const peopleOfNotifications = (rows: readonly Shown[]): string[] =>
  rows.flatMap(({ row }) => idsIn(row.actors))

/** The rows of cards of what these are about. */
export const cardRowsOf = (rows: readonly Shown[], which: 'post' | 'work'): string | null => {
  const found = rows.flatMap(({ row: { [which]: card } }) => (card === null ? [] : [card]))
  return found.length === 0 ? null : found.join(',')
}

interface Known {
  people: ReadonlyMap<string, PersonCard>
  /** What they show of posts and works, as JSON by id. Of works it is the contract's subject as it is. */
  posts: ReadonlyMap<string, string>
  works: ReadonlyMap<string, string>
}

/**
 * The contract's Notification of each row as JSON, without what special ones have. One is also special where somebody
 * of the shown actors is gone: others come in their place.
 */
export const notificationItems = (
  rows: readonly Shown[],
  { people, posts, works }: Known,
): ListItem[] => {
  const followed = new Set(idsIn(rows[0]?.row.followed ?? ''))
  return rows.map(({ row, words }) => {
    const [id = '', updated, kind, actorCount, workCount, bits, billing] = words
    const flags = Number(bits)
    const actors = idsIn(row.actors)
    let present = ''
    let isMissing = false
    for (const actor of actors) {
      const person = people.get(actor)
      if (person === undefined || person.isGone) isMissing = true
      else
        present += `${present === '' ? '' : ','}${person.actor},"isFollowing":${followed.has(actor)}}`
    }
    const post = briefOf(row.post, posts)
    const json =
      `{"id":"${id}","kind":"${kind}","actors":[${present}]` +
      `,"actorCount":${actorCount},"workCount":${workCount},"moreNew":0` +
      `,"post":${post === null ? 'null' : postSubject(post)},"work":${briefOf(row.work, works)},"comment":${commentJson(row)}` +
      `,"conversation":null,"project":null,"board":null,"proof":null,"standing":null,"billing":${wordJson(billing)},"refusal":null` +
      `,"isRead":${(flags & IS_READ) !== 0},"createdAt":${timeJson(updated)}}`
    const isSpecial = (flags & IS_SPECIAL) !== 0 || isMissing
    return { id, json, isSpecial }
  })
}

function commentJson({ comment, excerpt }: NotificationRow): string {
  if (comment === null || excerpt === null) return 'null'
  const [id, parentId] = comment.split(' ')
  return `{"id":"${id}","parentId":${wordJson(parentId)},"excerpt":${JSON.stringify(shortened(excerpt, MAX_EXCERPT_LENGTH))}}`
}

const UUID_LENGTH = 36

/** What the brief of a post with a file says beyond a subject. */
const KIND = /"kind":"\w+",/

/** The contract's subject of a post, without parsing its brief, which has no picture where the post has no file. */
function postSubject(brief: string): string {
  const subject = brief.replace(KIND, '')
  return subject === brief ? `${brief.slice(0, -1)},"picture":null}` : subject
}

/** The brief of what a row is about, by its id; null when nobody may see it any more. */
const briefOf = (row: string | null, briefs: ReadonlyMap<string, string>): string | null =>
  (row === null ? undefined : briefs.get(row.slice(0, UUID_LENGTH))) ?? null
