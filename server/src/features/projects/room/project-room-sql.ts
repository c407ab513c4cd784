import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../../db/time-sql.ts'
import { attachmentsJson } from '../../../core/media/media-sql.ts'
import { referencesJson, type Seen } from '../../../core/references/reference-sql.ts'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { heldCents, viewerId, shownProject } from './project-card-sql.ts'
import { INCLUDED_REVISIONS, RULING_DAYS } from '@plinth/contract/limits.ts'
import { deliveryFilesJson } from '../delivery/delivery-sql.ts'

/** The ledger of project `p` in one read: what has left its escrow, and how much of that went to the creator. */
const moved = sql`(
  select
    coalesce(sum(e.amount_cents) filter (where e.account = 'escrow' and e.amount_cents > 0), 0) as gone,
    coalesce(-sum(e.amount_cents) filter (where t.kind = 'allocation'
      and (e.account = 'card_fees' or (e.account = 'payable' and e.owner_id = p.creator_id))), 0)
      as released
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.project_id = p.id)`

/** Only the creator and admins see the card fee and what is left after it. */
const seesFee = sql`${viewerId} is distinct from p.client_id`

const refund = sql`(
  select json_build_object('amount', ${dollarsOf(sql`r.amount_cents`)}, 'state', r.state,
    'reason', case when r.state = 'failed'
      then 'The bank returned it. We’ll send it again.' end,
    'at', ${isoTime(sql`r.updated_at`)})
  from refunds r where r.payment_id = y.id order by r.created_at desc, r.id desc limit 1)`

const transfer = sql`(
  select json_build_object('amount', ${dollarsOf(sql`f.amount_cents`)}, 'state', f.state,
    'reason', case f.state
      when 'held' then 'It’s waiting until the creator connects a bank account.'
      when 'failed' then 'The card provider took it back. We’re looking into it.' end,
    'at', ${isoTime(sql`f.updated_at`)})
  from transfers f where f.payment_id = y.id order by f.created_at desc, f.id desc limit 1)`

const payments = sql`(
  select coalesce(json_agg(json_build_object('id', y.id, 'purpose', y.purpose,
    'amount', ${dollarsOf(sql`y.amount_cents`)},
    'state', case y.state when 'paid' then 'paid' else 'open' end, 'paidAt', ${isoTime(sql`y.paid_at`)},
    'fee', case when ${seesFee} then ${dollarsOf(sql`least(y.fee_cents, y.to_creator_cents)`)} end,
    'toClient', ${dollarsOf(sql`coalesce(y.to_client_cents, 0)`)},
    'toCreator', ${dollarsOf(sql`coalesce(y.to_creator_cents, 0)`)},
    'refund', ${refund}, 'transfer', case when ${seesFee} then ${transfer} end)
    order by y.created_at, y.id), '[]')
  from payments y where y.project_id = p.id and y.state <> 'closed')`

/** Where every cent of project `p` is. */
const projectMoney = sql`(
  select json_build_object(
    'price', ${dollarsOf(sql`p.price_cents`)},
    'deposit', ${dollarsOf(sql`p.deposit_cents`)},
    'remainder', ${dollarsOf(sql`p.price_cents - p.deposit_cents`)},
    'held', ${dollarsOf(heldCents)},
    'released', ${dollarsOf(sql`b.released`)},
    'refunded', ${dollarsOf(sql`b.gone - b.released`)},
    'payments', ${payments})
  from ${moved} b)`

const steps = sql`json_build_object('requestedAt', ${isoTime(sql`p.created_at`)}, 'depositPaidAt', ${isoTime(sql`p.deposit_paid_at`)},
  'acceptedAt', ${isoTime(sql`p.accepted_at`)}, 'deliveredAt', ${isoTime(sql`p.delivered_at`)}, 'approvedAt', ${isoTime(sql`p.approved_at`)},
  'completedAt', ${isoTime(sql`p.completed_at`)}, 'closedAt', ${isoTime(sql`p.closed_at`)})`

const milestones = sql`(
  select coalesce(json_agg(json_build_object('title', m.title, 'due', m.due, 'doneAt', ${isoTime(sql`m.done_at`)})
    order by m.position), '[]')
  from project_milestones m where m.project_id = p.id)`

/** The offers that are shown: all open ones and the latest others. */
const MOST_OFFERS = 10
const offers = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'kind', o.kind, 'by', o.by_role, 'state', o.state,
    'price', ${dollarsOf(sql`o.price_cents`)}, 'milestones', o.milestones, 'deliverBy', o.deliver_by,
    'picks', o.picks,
    'toClient', ${dollarsOf(sql`o.to_client_cents`)}, 'note', o.note, 'createdAt', ${isoTime(sql`o.created_at`)},
    'answeredAt', ${isoTime(sql`o.answered_at`)}) order by o.state = 'open' desc, o.created_at desc, o.id desc), '[]')
  from (
    select * from project_offers where project_id = p.id
    order by state = 'open' desc, created_at desc, id desc limit ${sql.lit(MOST_OFFERS)}) o)`

const deliveries = sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'note', d.note,
    'files', ${deliveryFilesJson({ delivery: 'd', project: 'p', viewerId })}, 'createdAt', ${isoTime(sql`d.created_at`)},
    'answer', d.answer, 'answerNote', d.answer_note) order by d.number desc), '[]')
  from project_deliveries d where d.project_id = p.id)`

const dispute = sql`(
  select json_build_object('openedBy', d.opened_by, 'openedAt', ${isoTime(sql`d.opened_at`)},
    'dueAt', ${isoTime(sql`(case when p.status = 'disputed' and p.due_at is not null then p.due_at
      else d.opened_at + ${sql.lit(`${RULING_DAYS} days`)}::interval end)`)},
    'statements', (
      select coalesce(json_agg(json_build_object('by', s.by_role, 'text', s.text,
        'asks', ${dollarsOf(sql`s.asks_cents`)}, 'at', ${isoTime(sql`s.created_at`)}) order by s.created_at), '[]')
      from project_statements s where s.project_id = p.id and s.created_at >= d.opened_at),
    'ruling', case when d.ruled_at is not null then json_build_object(
      'toClient', ${dollarsOf(sql`d.to_client_cents`)}, 'toCreator', ${dollarsOf(sql`d.to_creator_cents`)},
      'reason', d.reason, 'at', ${isoTime(sql`d.ruled_at`)}) end)
  from project_disputes d
  where d.project_id = p.id and (p.status = 'disputed' or p.status in ('resolved', 'cancelled')))`

/** Which delivery the approval record is about; null without one. */
const approval = sql`(
  select json_build_object('delivery', r.delivery, 'files', jsonb_array_length(r.files))
  from proof_approvals r where r.project_id = p.id)`

/** Only the creator gets the work's id, because it may be a draft. */
const showing = sql`(
  select json_build_object('askedAt', ${isoTime(sql`s.asked_at`)}, 'answer', s.answer,
    'showFrom', s.show_from, 'namesClient', s.names_client, 'answeredAt', ${isoTime(sql`s.answered_at`)},
    'workId', case when ${viewerId} = p.creator_id then s.item_id end)
  from project_showings s where s.project_id = p.id)`

/** A payout is smaller than the payment by a fee that only concerns the creator. */
const events = sql`(
  select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'by', e.by_role, 'note', e.note,
    'amount', ${dollarsOf(sql`e.amount_cents`)}, 'at', ${isoTime(sql`e.created_at`)})
    order by e.created_at desc, e.id desc), '[]')
  from (
    select * from project_events
    where project_id = p.id and (kind <> 'paid_out' or ${seesFee})
    order by created_at desc, id desc limit 100) e)`

/** The conversation of the two; only they get its id. */
const conversation = sql`(
  select v.id from conversations v
  where v.low_id = least(p.client_id, p.creator_id) and v.high_id = greatest(p.client_id, p.creator_id)
    and v.subject_key = subject_key(p.subject) and ${viewerId} in (p.client_id, p.creator_id))`

/** What the client sent with the request. */
const files = attachmentsJson({ table: 'project_media', column: 'project_id', id: sql`p.id` })

/** The columns of the room of project `p`, which has this id, without what is derived from its facts. */
export const roomColumns = (id: string, seen: Seen): RawBuilder<unknown> => sql`
  ${shownProject.columns},
  p.description, p.timeline, ${files} as files,
  ${referencesJson({ table: 'project_references', column: 'project_id', id: sql`${id}::uuid` }, seen)} as references,
  ${steps} as steps, ${milestones} as milestones, ${offers} as offers,
  ${deliveries} as deliveries,
  array_remove(array[case when c.suspended_at is not null then 'client' end,
    case when u.suspended_at is not null then 'creator' end], null) as suspended,
  ${sql.lit(INCLUDED_REVISIONS)} + p.revisions_added - p.revisions_used as "revisionsLeft",
  p.revisions_added as "revisionsAdded", p.picks, ${approval} as approval,
  ${projectMoney} as money, ${dispute} as dispute, ${showing} as showing, ${events} as events, p.subject,
  ${conversation} as "conversationId", p.closing_note as "closingNote"`
