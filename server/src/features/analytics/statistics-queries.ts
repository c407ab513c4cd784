import { VIEW_LEADS_DAYS } from '@plinth/contract/analytics/statistics.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { isPublicBoard } from '../../db/board-sql.ts'
import type { Database } from '../../db/pool.ts'

/** One thing of its creator's, and UTC days as `2027-03-06`, the last of them included. */
export interface AskedThing {
  id: string
  creatorId: string
  /** The first day of the period before. */
  earliest: string
  first: string
  last: string
}

export interface FoundFigures {
  views: number
  likes: number
  saves: number
  comments: number
  inquiries: number
  deposits: number
  completed: number
}
export interface FoundThing {
  title: string
  picture: Picture | null
  isVisible: boolean
  viewCount: number
  boardCount: number
  /** Days with figures, the oldest first. */
  days: (FoundFigures & { day: string })[]
  sources: { source: ViewSource; views: number; deposits: number }[]
}

type Sql = RawBuilder<unknown>

/**
 * Figures of one work, in one statement. Views, likes, inquiries and hires are read from the tallies of days, one search
 * in an index for each. Saves have no tally of works, and sources none of single works, so they are counted.
 */
export const workStatement = (asked: AskedThing): RawBuilder<FoundThing> => {
  const { id, creatorId } = asked
  return statisticsOf(asked, {
    column: 'portfolio_id',
    thing: sql`
      select i.title, i.is_listed as is_visible, i.view_count, i.media_id from portfolio_items i
      where i.id = ${id}::uuid and i.creator_id = ${creatorId}::uuid`,
    events: sql`
      select d.day, t.views, t.likes, 0 as saves, 0 as comments, t.messages as inquiries, t.deposits,
        t.completions as completed
      from clock, generate_series(earliest, last, interval '1 day') midnight
      cross join lateral (select midnight::date as day) d
      cross join lateral (
        select views, likes, messages, deposits, completions from work_tallies
        where creator_id = ${creatorId}::uuid and grain = 'day' and slot = midnight at time zone 'UTC'
          and item_id = ${id}::uuid
        offset 0) t
      union all
      select ${dayOf(sql`slot`)}, views, likes, 0, 0, messages, deposits, completions
      from tallies_due, clock
      where creator_id = ${creatorId}::uuid and slot >= begins and slot < ends and item_id = ${id}::uuid
      union all
      select ${dayOf(sql`s.created_at`)}, 0, 0, 1, 0, 0, 0, 0 from portfolio_saves s, clock
      where s.item_id = ${id}::uuid and s.user_id <> ${creatorId}::uuid
        and s.created_at >= begins and s.created_at < ends`,
    views: sql`
      select day, source, count(*)::int as views from portfolio_views
      where item_id = ${id}::uuid and day between ${asked.first}::date and ${asked.last}::date
        and viewer_id <> ${creatorId}::uuid
      group by 1, 2`,
    hires: sql`
      select p.source, p.deposit_paid_at, p.completed_at from projects p
      where p.item_id = ${id}::uuid and p.creator_id = ${creatorId}::uuid`,
  })
}

/**
 * Figures of one post, in one statement. Posts have no tallies, so what belongs to this post is counted. Inquiries and
 * hires are its creator's, of people who had viewed it before.
 */
export const postStatement = (asked: AskedThing): RawBuilder<FoundThing> => {
  const { id, creatorId, earliest, last } = asked
  const hasViewed = (person: Sql, at: Sql) => sql`exists (
    select from post_views v
    where v.post_id = ${id}::uuid and v.viewer_id = ${person}
      and v.day between ${dayOf(at)} - ${sql.lit(VIEW_LEADS_DAYS)} and ${dayOf(at)})`
  const given = (table: string, likes: number) => sql`
      select ${dayOf(sql`g.created_at`)}, 0, ${sql.lit(likes)}, ${sql.lit(1 - likes)}, 0, 0, 0, 0
      from ${sql.table(table)} g, clock
      where g.post_id = ${id}::uuid and g.user_id <> ${creatorId}::uuid
        and g.created_at >= begins and g.created_at < ends`
  return statisticsOf(asked, {
    column: 'post_id',
    thing: sql`
      select p.title, p.is_visible, p.view_count, (
        select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position limit 1) as media_id
      from posts p where p.id = ${id}::uuid and p.creator_id = ${creatorId}::uuid`,
    events: sql`
      select day, views, 0 as likes, 0 as saves, 0 as comments, 0 as inquiries, 0 as deposits, 0 as completed
      from views
      union all ${given('post_likes', 1)}
      union all ${given('post_saves', 0)}
      union all
      select ${dayOf(sql`c.created_at`)}, 0, 0, 0, 1, 0, 0, 0 from comments c, clock
      where c.post_id = ${id}::uuid and c.created_at >= begins and c.created_at < ends
        and c.author_id <> ${creatorId}::uuid and not c.is_removed and not c.author_gone
      union all
      select ${dayOf(sql`m.created_at`)}, 0, 0, 0, 0, 1, 0, 0 from messages m, clock
      where m.receiver_id = ${creatorId}::uuid and m.created_at >= begins and m.created_at < ends
        and m.message_type = 'business_inquiry' and ${hasViewed(sql`m.sender_id`, sql`m.created_at`)}
      union all
      select ${dayOf(sql`s.at`)}, 0, 0, 0, 0, 0, s.deposits, s.completed from hires h, clock
      cross join lateral (values (h.deposit_paid_at, 1, 0), (h.completed_at, 0, 1)) s (at, deposits, completed)
      where s.at >= begins and s.at < ends`,
    views: sql`
      select day, source, count(*)::int as views from post_views
      where post_id = ${id}::uuid and day between ${earliest}::date and ${last}::date
        and viewer_id <> ${creatorId}::uuid
      group by 1, 2`,
    hires: sql`
      select p.source, p.deposit_paid_at, p.completed_at from projects p, clock
      where p.creator_id = ${creatorId}::uuid and p.shared_at is not null
        and (p.deposit_paid_at >= begins or p.completed_at >= begins)
        and ${hasViewed(sql`p.client_id`, sql`p.created_at`)}`,
  })
}

interface Parts {
  /** The column of `board_items` that names such a thing. */
  column: 'portfolio_id' | 'post_id'
  /** Its title, views, picture and whether everybody sees it; no row if it is not its creator's. */
  thing: Sql
  /** Figures with the day on which they count. */
  events: Sql
  /** Its views by day and source, at least of the period. */
  views: Sql
  /** Its hires. */
  hires: Sql
}

const statisticsOf = (
  { id, creatorId, earliest, first, last }: AskedThing,
  { column, thing, events, views, hires }: Parts,
): RawBuilder<FoundThing> => sql`
  with clock as materialized (
    select ${earliest}::timestamp as earliest, ${last}::timestamp as last,
      ${earliest}::timestamp at time zone 'UTC' as begins,
      ${first}::timestamp at time zone 'UTC' as period_begins,
      (${last}::timestamp + interval '1 day') at time zone 'UTC' as ends),
  thing as materialized (${thing}),
  views as materialized (${views}),
  hires as materialized (${hires}),
  figures as (
    select day, sum(views)::int as views, sum(likes)::int as likes, sum(saves)::int as saves,
      sum(comments)::int as comments, sum(inquiries)::int as inquiries, sum(deposits)::int as deposits,
      sum(completed)::int as completed
    from (${events}) e group by 1),
  sources as (
    select source, sum(views)::int as views, sum(deposits)::int as deposits from (
      select source, views, 0 as deposits from views where day >= ${first}::date
      union all
      select source, 0, 1 from hires, clock where deposit_paid_at >= period_begins and deposit_paid_at < ends) s
    group by 1)
  select t.title, t.is_visible as "isVisible", t.view_count::int as "viewCount",
    (select count(*)::int from board_items bi join boards bd on bd.id = bi.board_id
      join users o on o.id = bd.owner_id and not o.is_gone
      where bi.${sql.ref(column)} = ${id}::uuid and not bi.is_against and ${isPublicBoard}
        and o.id <> ${creatorId}::uuid
        and not ${isBlockBetween(sql`o.id`, sql`${creatorId}::uuid`)}) as "boardCount",
    (select ${pictureJson()} from media m where m.id = t.media_id) as picture,
    (select coalesce(json_agg(f order by f.day), '[]') from figures f) as days,
    (select coalesce(json_agg(s), '[]') from sources s) as sources
  from thing t`

/** The UTC day of a time. */
const dayOf = (at: Sql): Sql => sql`(${at} at time zone 'UTC')::date`

export async function findStatistics(
  db: Database,
  statement: RawBuilder<FoundThing>,
): Promise<FoundThing | null> {
  const { rows } = await statement.execute(db)
  return rows[0] ?? null
}
