import {
  DASHBOARD_DAYS,
  FIRST_WORKS,
  MAX_WAITING,
  type Dashboard,
  type Waiting,
} from '@plinth/contract/people/home.ts'
import { sql, type RawBuilder } from 'kysely'
import { workCard } from '../../../core/media/media-sql.ts'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { viewerId } from '../room/project-card-sql.ts'
import type { HomeInput } from './home-queries.ts'
import { clockTable, lineOf, openOf, openPage, openProjects } from './home-sql.ts'
import type { OfferKind } from '@plinth/contract/projects/projects.ts'
import type { ProjectCardRow } from '../room/project-read-queries.ts'

/** A project under way, with what it takes to say why it waits. */
export type WaitingProject = ProjectCardRow & {
  personZone: string | null
  revisionsUsed: number
  /** The newest open offer of the other one. */
  offer: { kind: OfferKind; price: number | null; line: string; at: string } | null
  line: string
}

export interface DashboardRow {
  projects: WaitingProject[]
  reviews: Waiting[]
  reviewCount: number
  conversations: Waiting[]
  conversationCount: number
  money: Dashboard['money']
  views: { date: string; views: number }[]
  steps: NonNullable<Dashboard['steps']> & { isHidden: boolean }
}

/** For this long after its end a project asks for a review here. */
const REVIEW_DAYS = 60

/** The other's time zone where both are known and differ, for people `one` and `other`. */
const zoneOf = (one: string, other: string) => sql`
  case when ${sql.ref(`${one}.time_zone`)} <> ${sql.ref(`${other}.time_zone`)}
    then ${sql.ref(`${other}.time_zone`)} end`

const waitingColumns = sql`,
  case when p.client_id = ${viewerId} then ${zoneOf('c', 'u')} else ${zoneOf('u', 'c')} end as "personZone",
  p.revisions_used as "revisionsUsed",
  (select json_build_object('kind', o.kind, 'by', o.by_role, 'price', ${dollarsOf(sql`o.price_cents`)},
      'line', ${lineOf(sql`o.note`)}, 'at', ${isoTime(sql`o.created_at`)})
    from project_offers o where o.project_id = p.id and o.state = 'open'
      and o.by_role <> case ${viewerId} when p.client_id then 'client' else 'creator' end
    order by o.created_at desc limit 1) as offer,
  ${lineOf(sql`case p.status
    when 'delivered' then (select d.note from project_deliveries d where d.project_id = p.id
      order by d.number desc limit 1)
    when 'revision_requested' then (select d.answer_note from project_deliveries d
      where d.project_id = p.id order by d.number desc limit 1)
    else p.description end`)} as line`

/** Finished projects of one side without the viewer's review. No `exists`: it may become a hash of all reviews. */
const unreviewed = (column: 'client_id' | 'creator_id', now: Date) => sql`(
  select p.id, p.updated_at from projects p
  where p.${sql.ref(column)} = ${viewerId} and p.shared_at is not null and p.status = 'completed'
    and p.updated_at > ${now}::timestamptz - ${sql.lit(REVIEW_DAYS)} * interval '1 day'
    and (select true from reviews r where r.project_id = p.id and r.author_id = ${viewerId}) is null
  order by p.updated_at desc, p.id desc limit ${sql.lit(MAX_WAITING)})`

const reviews = sql`(
  select coalesce(json_agg(json_build_object('kind', 'review', 'id', p.id, 'path', '/projects/' || p.id,
    'person', case when p.client_id = ${viewerId} then ${personJson('u')} else ${personJson('c')} end,
    'personZone', null, 'picture', (select k -> 'picture' from (select ${workCard} as k) one),
    'title', p.title, 'line', '', 'amount', null, 'held', 0, 'round', null, 'messages', 0,
    'dueAt', null, 'dueOn', null, 'at', ${isoTime(sql`coalesce(p.completed_at, p.updated_at)`)})
    order by p.updated_at desc), '[]')
  from unreviewed n join projects p on p.id = n.id join users c on c.id = p.client_id
  join users u on u.id = p.creator_id)`

const conversations = sql`(
  select coalesce(json_agg(json_build_object(
    'kind', case when l.is_inquiry then 'inquiry' else 'message' end, 'id', k.id,
    'path', '/messages/' || k.id, 'person', ${personJson('u')}, 'personZone', ${zoneOf('v', 'u')},
    'picture', null, 'title', k.subject, 'line', ${lineOf(sql`l.content`)}, 'amount', null, 'held', 0,
    'round', null, 'messages', n.unread_count, 'dueAt', null, 'dueOn', null,
    'at', ${isoTime(sql`l.created_at`)}) order by n.last_message_at desc), '[]')
  from (select * from unread limit ${sql.lit(MAX_WAITING)}) n
  join conversations k on k.id = n.conversation_id
  join users u on u.id = n.other_id join users v on v.id = ${viewerId}
  cross join lateral (
    select m.content, m.created_at, m.message_type = 'business_inquiry' as is_inquiry from messages m
    where m.conversation_id = k.id and m.receiver_id = ${viewerId} and m.read_at is null
    order by m.message_type = 'business_inquiry' desc, m.created_at desc limit 1) l)`

/**
 * What was sent to the viewer's account, with how much was sent before and up to each transfer. Payouts to the bank
 * cover the oldest first.
 */
const sent = sql`
  sent as materialized (
    select t.amount_cents as cents, y.project_id,
      sum(t.amount_cents) over (order by t.created_at, t.id) as through
    from transfers t join payments y on y.id = t.payment_id
    where t.user_id = ${viewerId} and t.state = 'sent'),
  banked as materialized (
    select coalesce(sum(amount_cents), 0) as cents,
      coalesce(sum(amount_cents) filter (where arrives_on < (select new_year from clock)), 0) as before
    from bank_payouts where user_id = ${viewerId} and state = 'paid')`

const unsentIn = (state: 'held' | 'waiting') => sql`(
  select coalesce(sum(amount_cents), 0) from transfers
  where user_id = ${viewerId} and state = ${sql.lit(state)})`

const money = sql`json_build_object(
  'held', ${dollarsOf(sql`(select coalesce(sum(held), 0) from own)`)},
  'heldProjects', (select count(*) from own where held > 0),
  'unsent', ${dollarsOf(unsentIn('held'))},
  'onItsWay', ${dollarsOf(sql`greatest(0, (select coalesce(sum(cents), 0) from sent)
    - (select cents from banked)) + ${unsentIn('waiting')}`)},
  'arrivesOn', (select min(arrives_on) from bank_payouts
    where user_id = ${viewerId} and state in ('pending', 'in_transit')),
  'paidThisYear', ${dollarsOf(sql`(select cents - before from banked)`)},
  'paidProjects', (select count(distinct s.project_id) from sent s, banked b
    where s.through <= b.cents and s.through > b.before),
  'cardFees', ${dollarsOf(sql`(
    select coalesce(-sum(e.amount_cents), 0)
    from transfers t
    join ledger_transactions b on b.payment_id = t.payment_id and b.kind = 'allocation'
    join ledger_entries e on e.transaction_id = b.id and e.account = 'card_fees'
    where t.user_id = ${viewerId} and t.created_at >= (select month from clock)
      and t.state <> 'failed')`)})`

/** Views of the last seven days and of the seven before, from the tallies and from what is not added to them yet. */
const views = (tz: string) => sql`(
  select json_agg(json_build_object('date', d.day, 'views', s.views) order by d.day)
  from (
    select day::date as day, day at time zone ${tz}::text as begins,
      (day + interval '1 day') at time zone ${tz}::text as ends
    from clock, generate_series(today::timestamp - ${sql.lit(2 * DASHBOARD_DAYS - 1)} * interval '1 day',
      today::timestamp, interval '1 day') day) d
  cross join lateral (
    select coalesce(sum(views), 0)::int as views from (
      select views from creator_tallies
      where creator_id = ${viewerId} and grain = 'quarter' and slot >= d.begins and slot < d.ends
      union all
      select views from tallies_due
      where creator_id = ${viewerId} and slot >= d.begins and slot < d.ends) t) s)`

const steps = sql`(
  select json_build_object('isHidden', v.steps_hidden_at is not null,
    'hasPortrait', v.profile_image_url is not null,
    'works', (select count(*) from (
      select 1 from portfolio_items i where i.creator_id = v.id and i.is_listed
      limit ${sql.lit(FIRST_WORKS)}) few),
    'hasPrice', exists (select 1 from portfolio_items i
      where i.creator_id = v.id and i.is_listed and i.starting_price_cents is not null),
    'hasBank', exists (select 1 from payout_accounts a where a.user_id = v.id and a.is_ready))
  from users v where v.id = ${viewerId})`

/** All of a creator's dashboard. */
export const dashboardStatement = ({
  viewerId: id,
  tz,
  now,
}: HomeInput): RawBuilder<DashboardRow> => sql<DashboardRow>`
  with ${meTable({ viewerId: id })}, ${clockTable(now, tz)}, ${openPage}, ${openOf('creator')}, ${sent},
  unreviewed as materialized (${unreviewed('client_id', now)} union all ${unreviewed('creator_id', now)}),
  unread as materialized (
    select conversation_id, other_id, unread_count, last_message_at from conversation_members
    where user_id = ${viewerId} and unread_count > 0 and not is_archived and not is_muted
    order by last_message_at desc, conversation_id desc limit 1000)
  select ${openProjects(waitingColumns)} as projects, ${reviews} as reviews,
    (select count(*) from unreviewed)::int as "reviewCount", ${conversations} as conversations,
    (select count(*) from unread)::int as "conversationCount",
    ${money} as money, ${views(tz)} as views, ${steps} as steps`

export async function hideFirstSteps(
  db: Database,
  userId: string,
  hiddenAt: Date | null,
): Promise<void> {
  await sql`update users set steps_hidden_at = ${hiddenAt} where id = ${userId}::uuid`.execute(db)
}
