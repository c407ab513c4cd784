import {
  HOME_NEW_WORKS,
  HOME_SAVES,
  type Home,
  type HomeProject,
} from '@plinth/contract/people/home.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../../core/media/media-sql.ts'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'
import type { ProjectCardRow } from '../room/project-read-queries.ts'
import { clockTable, openCount, openOf, openPage, openProjects } from './home-sql.ts'

export interface HomeInput {
  viewerId: string
  tz: string
  now: Date
}

type HomeProjectRow = ProjectCardRow & Omit<HomeProject, keyof ProjectCardRow>
export type HomeRow = Omit<Home, 'projects'> & { projects: HomeProjectRow[] }

/** People whose works are looked through, those followed last. */
const MOST_FOLLOWED = 1_000
/** Works of one person that are counted as new. */
const MOST_NEW = 50
const MOST_LINES = 20

/** What a home's row of a project needs beside its card. */
const nextColumns = sql`,
  (select max(d.number) from project_deliveries d where d.project_id = p.id) as "deliveryNumber",
  (select json_build_object('title', s.title, 'due', s.due) from project_milestones s
    where s.project_id = p.id and s.done_at is null order by s.position limit 1) as "nextMilestone",
  ${dollarsOf(sql`p.deposit_cents`)} as deposit,
  ${dollarsOf(sql`p.price_cents - p.deposit_cents`)} as balance`

const workJson = sql`json_build_object('id', i.id, 'title', i.title, 'picture', ${pictureJson('m')},
  'creator', ${personJson('u')}, 'category', c.name,
  'startingPrice', ${dollarsOf(sql`i.starting_price_cents`)})`
const workJoins = sql`join portfolio_items i on i.id = w.id join media m on m.id = i.media_id
  join users u on u.id = i.creator_id join categories c on c.id = i.category_id`

/** A client pays in this order: what is due now, then what a step of theirs makes due, then the rest. */
const paysNext = sql`
  select o.id, o.status, o.creator_id, o.due_at, o.deliver_by,
    case o.status when 'requested' then o.deposit_cents else o.price_cents - o.deposit_cents end as cents
  from own o where o.price_cents is not null and o.status <> 'disputed'
  order by array_position(array['approved', 'delivered', 'requested', 'revision_requested', 'accepted',
    'deposit_paid'], o.status), o.deadline, o.id
  limit 1`

/** All of somebody's home. */
export const homeStatement = ({
  viewerId,
  tz,
  now,
}: HomeInput): RawBuilder<HomeRow> => sql<HomeRow>`
  with ${meTable({ viewerId })}, ${clockTable(now, tz)}, ${openPage}, ${openOf('client')},
  followed as materialized (
    select followed_id from follows where follower_id = ${viewerId}::uuid
    order by created_at desc, followed_id desc limit ${sql.lit(MOST_FOLLOWED)})
  select ${openProjects(nextColumns)} as projects, ${openCount} as "projectCount",
    json_build_object(
      'held', ${dollarsOf(sql`(select coalesce(sum(held), 0) from own)`)},
      'lines', (
        select coalesce(json_agg(json_build_object('projectId', l.id, 'title', l.title,
          'creator', ${personJson('u')}, 'held', ${dollarsOf(sql`l.held`)})
          order by l.held desc, l.id), '[]')
        from (select * from own where held > 0 order by held desc, id limit ${sql.lit(MOST_LINES)}) l
        join users u on u.id = l.creator_id),
      'next', (
        select json_build_object('projectId', n.id, 'status', n.status,
          'amount', ${dollarsOf(sql`n.cents`)}, 'creator', ${personJson('u')},
          'dueAt', ${isoTime(sql`n.due_at`)}, 'deliverBy', n.deliver_by)
        from (${paysNext}) n join users u on u.id = n.creator_id),
      'paidThisYear', ${dollarsOf(sql`(
        select coalesce(sum(y.to_creator_cents), 0) from payments y
        where y.payer_id = ${viewerId}::uuid and y.settled_at >= (select year from clock)
          and y.project_id is not null and y.chargeback is distinct from 'lost')`)}) as money,
    (select coalesce(json_agg(${workJson} order by w.saved_at desc, w.id desc), '[]')
      from (
        select s.item_id as id, s.created_at as saved_at
        from portfolio_saves s join portfolio_items k on k.id = s.item_id
        where s.user_id = ${viewerId}::uuid and k.is_listed and ${isNotBlocked(sql`k.creator_id`)}
        order by s.created_at desc, s.item_id desc limit ${sql.lit(HOME_SAVES)}) w ${workJoins}) as saved,
    json_build_object(
      'works', (
        select coalesce(json_agg(${workJson} order by w.created_at desc, w.id desc), '[]')
        from (
          select n.id, n.created_at from followed f cross join lateral (
            select k.id, k.created_at from portfolio_items k
            where k.creator_id = f.followed_id and k.is_listed
            order by k.created_at desc, k.id desc limit ${sql.lit(HOME_NEW_WORKS)}) n
          order by n.created_at desc, n.id desc limit ${sql.lit(HOME_NEW_WORKS)}) w ${workJoins}),
      'thisWeek', (
        select count(*) from followed f cross join lateral (
          select 1 from portfolio_items k
          where k.creator_id = f.followed_id and k.is_listed
            and k.created_at > ${now}::timestamptz - interval '7 days'
          limit ${sql.lit(MOST_NEW)}) n)) as followed`
