import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { isPublicBoard } from '../../db/board-sql.ts'
import { dollarsOf } from '../money/money-sql.ts'

/** Notified as money; the rest are notified as what happens in the project. */
const MONEY_EVENTS = [
  'deposit_paid',
  'remainder_paid',
  'refunded',
  'refund_failed',
  'paid_out',
  'chargeback_opened',
  'chargeback_won',
  'chargeback_lost',
] as const satisfies readonly ProjectEventKind[]
/** Only one of the two is notified of these: they concern that person's own money. */
const CREATORS_ONLY = ['paid_out'] as const satisfies readonly ProjectEventKind[]
const CLIENTS_ONLY = ['refunded', 'refund_failed'] as const satisfies readonly ProjectEventKind[]
/** These divide the held money between the two. */
const DECISIONS = ['ruled', 'split'] as const satisfies readonly ProjectEventKind[]

const oneOf = (kinds: readonly ProjectEventKind[]) =>
  sql`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`

/** Who is notified of a project event in `taken n`, and as which kind: the other side, or both if Plinth acted. */
export const projectRecipients: RawBuilder<unknown> = sql`
  select n.id, case when e.kind in ${oneOf(MONEY_EVENTS)} then 'money' else 'project' end, r.user_id, 1
  from taken n join project_events e on e.id = n.project_event_id join projects p on p.id = e.project_id
  cross join lateral (
    select 'client' as role, p.client_id as user_id
    union all select 'creator', p.creator_id where p.shared_at is not null) r
  where n.kind = 'project' and e.by_role <> r.role
    and not (r.role = 'client' and e.kind in ${oneOf(CREATORS_ONLY)})
    and not (r.role = 'creator' and e.kind in ${oneOf(CLIENTS_ONLY)})`

/**
 * How much happened in the project of the unread `notifications n` before its last event and since its reader last
 * caught up; 0 for everything else. Counts what `projectRecipients` tells them of.
 */
export const moreNew: RawBuilder<number> = sql<number>`(case when n.project_id is null or n.is_read then 0 else (
  select count(*)::int
  from projects p
  join project_events last on last.id = n.project_event_id
  cross join lateral (
    select case n.user_id when p.client_id then 'client' else 'creator' end as role,
      (select max(s.created_at) from notifications r join project_events s on s.id = r.project_event_id
        where r.project_id = p.id and r.user_id = n.user_id and r.is_read) as seen_at) v
  join project_events e on e.project_id = p.id and e.by_role <> v.role
    and e.id <> last.id and e.created_at <= last.created_at
    and e.created_at > coalesce(v.seen_at, '-infinity')
    and not (v.role = 'client' and e.kind in ${oneOf(CREATORS_ONLY)})
    and not (v.role = 'creator' and (e.kind in ${oneOf(CLIENTS_ONLY)} or e.created_at < p.shared_at))
  where p.id = n.project_id) end)`

/** Who is notified of a billing event in `taken n`. */
export const billingRecipients: RawBuilder<unknown> = sql`
  select n.id, 'money', n.billed_id, 1 from taken n where n.kind = 'billing'`

/** The side that caused the last project event of `notifications n`; null if Plinth did. */
export const projectActor: RawBuilder<string | null> = sql<string | null>`(
  select e.actor_id from project_events e
  where e.id = n.project_event_id and e.by_role in ('client', 'creator'))`

/** Whether the event offered to cancel, or a change: its sum is what goes back or is added, not the price. */
const isOtherSum = sql`(e.kind = 'offered' and exists (
  select 1 from project_offers o where o.project_id = p.id and o.created_at = e.created_at
    and o.by_role = e.by_role and o.kind in ('cancel', 'change')))`

/** What the recipient gets from a decision. The event itself stores only the client's amount. */
const amountCents = sql`(case when ${isOtherSum} then null when n.user_id = p.creator_id and e.kind in ${oneOf(DECISIONS)}
  then (select d.to_creator_cents from project_disputes d where d.project_id = p.id)
  else e.amount_cents end)`

/** The project of `notifications n` and its last event. */
export const projectJson: RawBuilder<unknown> = sql`(
  select json_build_object('id', p.id, 'title', p.title, 'event', e.kind,
    'amount', ${dollarsOf(amountCents)},
    'role', case n.user_id when p.client_id then 'client' else 'creator' end)
  from project_events e join projects p on p.id = e.project_id where e.id = n.project_event_id)`

/** The board of `notifications n`: the reader's own one, or somebody else's while it is public; null without one. */
export const boardJson = sql<Notification['board']>`(
  select json_build_object('id', bd.id, 'title', bd.title) from boards bd join users o on o.id = bd.owner_id
  where bd.id = n.board_id and (n.kind = 'standing' or (${isPublicBoard} and not o.is_gone)))`

/**
 * Who is notified of a guest's comment in `taken n`: both of a hire, or whoever opened the room for themselves. Nobody is
 * of one that was taken back meanwhile.
 */
export const guestRecipients: RawBuilder<unknown> = sql`
  select n.id, 'proof', r.user_id, 1
  from taken n join proof_marks k on k.id = n.mark_id join proof_rooms o on o.id = n.room_id
  left join projects p on p.id = o.project_id
  cross join lateral (
    select o.owner_id as user_id where o.owner_id is not null
    union all select p.client_id where p.id is not null
    union all select p.creator_id where p.shared_at is not null) r
  where n.kind = 'proof' and k.gone_at is null`

/** The proof room of `notifications n`, and the last of its guests whose name is known; null without one. */
export const proofJson = sql<Notification['proof']>`(
  select json_build_object('id', o.id, 'title', coalesce(o.title, p.title), 'isOwn', o.owner_id is not null,
    'guest', (
      select g.name from notification_guests w join proof_guests g on g.id = w.guest_id
      where w.notification_id = n.id and g.name <> '' order by w.created_at desc, g.id limit 1),
    'thingId', f.thing_id)
  from proof_rooms o left join projects p on p.id = o.project_id
    join proof_marks k on k.id = n.mark_id join delivery_files f on f.id = k.version_id
  where o.id = n.room_id)`

/**
 * Of `notifications n` of the kind `standing`: the current takedown status of the post, work or board; null for other kinds.
 * The note is that of the last decision about an appeal or a copyright notice.
 */
export const takedownJson = sql<Notification['standing']>`case when n.kind = 'standing' then (
  select json_build_object('state', case when s.taken_down_at is null then 'restored'
      when a.state = 'upheld' then 'upheld' else 'taken_down' end,
    'reason', s.taken_down_reason, 'note', a.note)
  from (
    select 'post' as kind, id, taken_down_at, taken_down_reason from posts where id = n.post_id
    union all
    select 'portfolio', id, taken_down_at, taken_down_reason from portfolio_items
      where id = n.item_id
    union all
    select 'board', id, taken_down_at, taken_down_reason from boards where id = n.board_id) s
  left join lateral (
    select d.state, d.note from (
      select state, note, decided_at from appeals
      where user_id = n.user_id and kind = s.kind and subject_id = s.id and state <> 'open'
        and (s.taken_down_at is null or against_at = s.taken_down_at)
      union all
      select case t.state when 'closed' then 'upheld' else 'restored' end, t.note, t.updated_at
      from takedown_notices t
      where t.kind = s.kind and t.subject_id = s.id and t.removed_at is not null
        and t.state in ('closed', 'restored')) d
    where (d.state = 'restored') = (s.taken_down_at is null)
    order by d.decided_at desc limit 1) a on true) end`

/** Why the promotion of `notifications n` was refused; null for everything else. */
export const refusal = sql<string | null>`case when n.billing_event = 'promotion_refused' then (
  select m.reason from promotions m
  where m.user_id = n.user_id and m.post_id = n.post_id and m.state = 'refused'
  order by m.created_at desc, m.id desc limit 1) end`
