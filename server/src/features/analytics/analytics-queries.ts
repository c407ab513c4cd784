import type { AnalyticsPeriod } from '@plinth/contract/analytics/analytics-period.ts'
import { TOP_PORTFOLIOS } from '@plinth/contract/analytics/analytics.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import type { ViewSource } from '@plinth/contract/people/view-source.ts'
import { sql, type RawBuilder } from 'kysely'
import { cardImageUrl, pictureJson } from '../../core/media/media-sql.ts'
import type { Database } from '../../db/pool.ts'
import { dayFigures, daysOf, sourceFigures, workFigures } from './analytics-sql.ts'

export interface Asked {
  creatorId: string
  period: AnalyticsPeriod
  tz: string
  now: Date
}

/** Earnings in cents. */
export interface FoundDay {
  day: string
  isInPeriod: boolean
  isThisMonth: boolean
  views: number
  likes: number
  saves: number
  messages: number
  earnings: number
}
interface FoundFunnel {
  views: number
  messages: number
  deposits: number
  completions: number
}
export interface Found {
  /** From whichever is first: the period, the week before this one, or the month; to today. */
  days: FoundDay[]
  works: (FoundFunnel & {
    id: string
    title: string
    imageUrl: string
    picture: Picture
    likes: number
  })[]
  sources: (FoundFunnel & { source: ViewSource })[]
}

/** All that the figures of a creator are made of, in one statement over tallies: events are never read again. */
export const analyticsStatement = ({ creatorId, period, tz, now }: Asked): RawBuilder<Found> => sql`
  with clock as materialized (
    select today, (today - ${period - 1}::int)::date as first,
      date_trunc('month', today::timestamp)::date as month,
      (today - ${period - 1}::int)::timestamp at time zone ${tz}::text as begins
    from (select (${now}::timestamptz at time zone ${tz}::text)::date as today) t),
  days as materialized (${daysOf({
    tz,
    from: sql`(select least(first, today - 13, month) from clock)`,
    today: sql`(select today from clock)`,
  })}),
  figures as (${dayFigures(creatorId)}),
  works as (
    select i.id, i.title, i.media_id, coalesce(w.views, 0) as views, coalesce(w.likes, 0) as likes,
      coalesce(w.messages, 0) as messages, coalesce(w.deposits, 0) as deposits,
      coalesce(w.completions, 0) as completions
    from portfolio_items i
    left join (${workFigures(creatorId, BEGINS)}) w on w.item_id = i.id
    where i.creator_id = ${creatorId}::uuid and i.is_listed
    order by views desc, likes desc, i.created_at desc, i.id desc limit ${sql.lit(TOP_PORTFOLIOS)})
  select
    (select json_agg(json_build_object('day', f.day, 'isInPeriod', f.day >= c.first,
      'isThisMonth', f.day >= c.month, 'views', f.views, 'likes', f.likes, 'saves', f.saves,
      'messages', f.messages, 'earnings', f.earnings) order by f.day)
      from figures f, clock c) as days,
    (select coalesce(json_agg(json_build_object('id', w.id, 'title', w.title,
      'imageUrl', ${cardImageUrl()}, 'picture', ${pictureJson()}, 'views', w.views, 'likes', w.likes,
      'messages', w.messages, 'deposits', w.deposits, 'completions', w.completions)
      order by w.views desc, w.likes desc, w.id desc), '[]')
      from works w join media m on m.id = w.media_id) as works,
    (select coalesce(json_agg(s order by s.views desc, s.source), '[]')
      from (${sourceFigures(creatorId, BEGINS)}) s
      where s.views + s.messages + s.deposits + s.completions > 0) as sources`
const BEGINS = sql`(select begins from clock)`

/** What PostgreSQL says of a time zone that it does not know. */
const NO_SUCH_ZONE = '22023'

/**
 * Answers the time zone by which the days are days, too: that of UTC where the one asked for is younger than the
 * database's own list.
 */
export async function findAnalytics(
  db: Database,
  asked: Asked,
): Promise<{ found: Found; asked: Asked }> {
  try {
    const { rows } = await analyticsStatement(asked).execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('figures of nothing')
    return { found, asked }
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_ZONE || asked.tz === 'UTC') throw error
    return findAnalytics(db, { ...asked, tz: 'UTC' })
  }
}

/** Takes what is due into the tallies, a part at a time. */
export async function foldTallies(db: Database, atMost: number): Promise<number> {
  const { rows } = await sql<{ folded: bigint }>`
    select fold_tallies(${atMost}) as folded`.execute(db)
  return Number(rows[0]?.folded ?? 0n)
}
