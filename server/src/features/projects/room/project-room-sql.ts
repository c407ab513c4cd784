import { INCLUDED_REVISIONS, RULING_DAYS } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { deliveryFilesJson } from '../delivery/delivery-sql.ts'
import { projectMoney, seesFee } from './project-money-sql.ts'
import { shownProject, viewerId } from './project-card-sql.ts'

const steps = sql`json_build_object('requestedAt', p.created_at, 'depositPaidAt', p.deposit_paid_at,
  'acceptedAt', p.accepted_at, 'deliveredAt', p.delivered_at, 'approvedAt', p.approved_at,
  'completedAt', p.completed_at, 'closedAt', p.closed_at)`

const milestones = sql`(
  select coalesce(json_agg(json_build_object('title', m.title, 'due', m.due, 'doneAt', m.done_at)
    order by m.position), '[]')
  from project_milestones m where m.project_id = p.id)`

/** Offers that are shown: open ones, and so many of the last. */
const MOST_OFFERS = 10
const offers = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'kind', o.kind, 'by', o.by_role, 'state', o.state,
    'price', ${dollarsOf(sql`o.price_cents`)}, 'milestones', o.milestones, 'deliverBy', o.deliver_by,
    'toClient', ${dollarsOf(sql`o.to_client_cents`)}, 'note', o.note, 'createdAt', o.created_at,
    'answeredAt', o.answered_at) order by o.state = 'open' desc, o.created_at desc, o.id desc), '[]')
  from (
    select * from project_offers where project_id = p.id
    order by state = 'open' desc, created_at desc, id desc limit ${sql.lit(MOST_OFFERS)}) o)`

const deliveries = sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'note', d.note,
    'files', ${deliveryFilesJson({ delivery: 'd', project: 'p', viewerId })}, 'createdAt', d.created_at,
    'answer', d.answer, 'answerNote', d.answer_note) order by d.number desc), '[]')
  from project_deliveries d where d.project_id = p.id)`

const dispute = sql`(
  select json_build_object('openedBy', d.opened_by, 'openedAt', d.opened_at,
    'dueAt', case when p.status = 'disputed' and p.due_at is not null then p.due_at
      else d.opened_at + ${sql.lit(`${RULING_DAYS} days`)}::interval end,
    'statements', (
      select coalesce(json_agg(json_build_object('by', s.by_role, 'text', s.text,
        'asks', ${dollarsOf(sql`s.asks_cents`)}, 'at', s.created_at) order by s.created_at), '[]')
      from project_statements s where s.project_id = p.id and s.created_at >= d.opened_at),
    'ruling', case when d.ruled_at is not null then json_build_object(
      'toClient', ${dollarsOf(sql`d.to_client_cents`)}, 'toCreator', ${dollarsOf(sql`d.to_creator_cents`)},
      'reason', d.reason, 'at', d.ruled_at) end)
  from project_disputes d
  where d.project_id = p.id and (p.status = 'disputed' or p.status in ('resolved', 'cancelled')))`

/** What was paid out is less than what was paid, by a fee that is the creator's business. */
const events = sql`(
  select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'by', e.by_role, 'note', e.note,
    'amount', ${dollarsOf(sql`e.amount_cents`)}, 'at', e.created_at)
    order by e.created_at desc, e.id desc), '[]')
  from (
    select * from project_events
    where project_id = p.id and (kind <> 'paid_out' or ${seesFee})
    order by created_at desc, id desc limit 100) e)`

/** Where the two write to each other; only they are told. */
const conversation = sql`(
  select v.id from conversations v
  where v.low_id = least(p.client_id, p.creator_id) and v.high_id = greatest(p.client_id, p.creator_id)
    and v.subject_key = subject_key(p.subject) and ${viewerId} in (p.client_id, p.creator_id))`

/** The room of project `p`, but for what follows from its facts. */
export const roomColumns: RawBuilder<unknown> = sql`
  ${shownProject.columns},
  p.description, p.timeline, ${steps} as steps, ${milestones} as milestones, ${offers} as offers,
  ${deliveries} as deliveries,
  array_remove(array[case when c.suspended_at is not null then 'client' end,
    case when u.suspended_at is not null then 'creator' end], null) as suspended,
  ${sql.lit(INCLUDED_REVISIONS)} - p.revisions_used as "revisionsLeft",
  ${projectMoney} as money, ${dispute} as dispute, ${events} as events, p.subject,
  ${conversation} as "conversationId", p.closing_note as "closingNote"`
