import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'

/**
 * What stands now of the post or work that `notifications n` of the kind `standing` is about; null of every other. The
 * note is that of the last decision, about an appeal or about a copyright notice.
 */
export const standingJson = sql<Notification['standing']>`case when n.kind = 'standing' then (
  select json_build_object('state', case when s.taken_down_at is null then 'restored'
      when a.state = 'upheld' then 'upheld' else 'taken_down' end,
    'reason', s.taken_down_reason, 'note', a.note)
  from (
    select 'post' as kind, id, taken_down_at, taken_down_reason from posts where id = n.post_id
    union all
    select 'portfolio', id, taken_down_at, taken_down_reason from portfolio_items
      where id = n.item_id) s
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

/** Why the promotion was refused that `notifications n` is about; null of everything else. */
export const refusal = sql<string | null>`case when n.billing_event = 'promotion_refused' then (
  select m.reason from promotions m
  where m.user_id = n.user_id and m.post_id = n.post_id and m.state = 'refused'
  order by m.created_at desc, m.id desc limit 1) end`
