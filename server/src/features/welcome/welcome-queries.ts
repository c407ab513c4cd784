import { WELCOME_WORKS, type WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../core/users/block-sql.ts'
import { craftOf } from '../../core/users/follow-queries.ts'
import { personJson } from '../../core/users/person-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** The most popular works of each category that the welcome chooses from. Bounds the scan of one index. */
export const WORKS_OF_CATEGORY = 60

export interface WelcomeInput {
  viewerId: string
  limit?: number | undefined
  /** How many works the pages before have shown. */
  position: number
}

interface WelcomeRow {
  works: WelcomeWork[]
  hasMore: boolean
}

/**
 * Popular works by others, without sensitive ones. Everybody's most popular work comes before anybody's second, and
 * the categories take turns.
 */
export const welcomeStatement = ({
  viewerId,
  limit = WELCOME_WORKS,
  position,
}: WelcomeInput): RawBuilder<WelcomeRow> => sql<WelcomeRow>`
  with ${meTable({ viewerId })},
  popular as materialized (
    select w.* from categories c
    cross join lateral (
      select id, creator_id, category_id, media_id, title, pop, is_sensitive from portfolio_items
      where is_listed and category_id = c.id
      order by pop desc, id desc limit ${sql.lit(WORKS_OF_CATEGORY)}) w
    where not w.is_sensitive and w.creator_id <> (select user_id from me)
      and ${isNotBlocked(sql`w.creator_id`)}),
  by_maker as (
    select *, row_number() over (partition by creator_id order by pop desc, id desc) as nth
    from popular),
  in_turn as (
    select *, row_number() over (partition by nth, category_id order by pop desc, id desc) as turn
    from by_maker),
  placed as (
    select *, row_number() over (order by nth, turn, pop desc, id desc) as place from in_turn),
  page as materialized (
    select * from placed where place > ${position}::bigint and place <= ${position + limit}::bigint)
  select
    (select coalesce(json_agg(t), '[]') from (
      select page.id, page.title, ${pictureJson()} as picture,
        ${personJson('u')}::jsonb || jsonb_build_object('craft', ${craftOf('u')}, 'isFollowing',
          (select true from follows f where f.follower_id = (select user_id from me)
            and f.followed_id = u.id) is not null) as creator
      from page join media m on m.id = page.media_id join users u on u.id = page.creator_id
      order by page.place) t) as works,
    coalesce((select max(place) from placed) > ${position + limit}::bigint, false) as "hasMore"`

export const findWelcomeWorks = (db: Database, input: WelcomeInput): Promise<WelcomeRow> =>
  onlyRow(db, welcomeStatement(input))

export interface Answer {
  viewerId: string
  workIds: readonly string[]
  timeZone: string | null
}

/**
 * Keeps what somebody picked and that they need no welcome again. Works that nobody can see any more are left out. The
 * stored For You list expires, so that the next one starts from the picks.
 */
export async function keepAnswer(db: Database, answer: Answer): Promise<void> {
  const { viewerId, workIds, timeZone } = answer
  await sql`
    with held as materialized (
      select id from portfolio_items
      where id = any (${workIds}::uuid[]) and is_listed and creator_id <> ${viewerId}::uuid
      order by id for key share),
    picked as (
      insert into tastes (user_id, item_id) select ${viewerId}::uuid, id from held
      on conflict do nothing),
    outdated as (
      update for_you_lists set made_at = '-infinity' where user_id = ${viewerId}::uuid)
    update users set welcomed_at = coalesce(welcomed_at, now()),
      time_zone = coalesce(time_zone, ${timeZone}::text)
    where id = ${viewerId}::uuid`.execute(db)
}
