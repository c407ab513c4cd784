import { sql } from 'kysely'
import { isoTime } from '../../../db/time-sql.ts'
import { workCard } from '../../../core/media/media-sql.ts'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { personOrNull } from '../../../core/users/person-sql.ts'
import type { Shown } from '../../../db/page-sql.ts'

export const viewerId = sql`(select user_id from me)`

/** How much Plinth holds for project `p`, according to the ledger. */
export const heldCents = sql`(
  select coalesce(-sum(e.amount_cents), 0) from ledger_entries e
  where e.account = 'escrow' and e.owner_id = p.id)`

const role = sql`(case ${viewerId} when p.client_id then 'client' when p.creator_id then 'creator' end)`

/** The price in the open terms of project `p`; there is at most one such offer. */
const proposed = sql`(
  select json_build_object('by', o.by_role, 'price', ${dollarsOf(sql`o.price_cents`)})
  from project_offers o
  where o.project_id = p.id and o.kind = 'terms' and o.state = 'open' and o.price_cents is not null)`

/** The JSON of `Facts`. No `exists` for reviews: with a hundred projects it becomes a hash of all of them. */
const facts = sql`json_build_object(
  'status', p.status,
  'role', ${role},
  'hasPrice', p.price_cents is not null,
  'creatorAgreed', p.creator_agreed,
  'deliverBy', p.deliver_by,
  'revisionsUsed', p.revisions_used, 'revisionsAdded', p.revisions_added,
  'openOffers', (
    select coalesce(json_agg(json_build_object('kind', o.kind, 'by', o.by_role)), '[]')
    from project_offers o where o.project_id = p.id and o.state = 'open'),
  'canBegin', u.is_creator and not u.is_gone
    and not ${isBlockBetween(sql`p.client_id`, sql`p.creator_id`)},
  'hasStated', exists (
    select 1 from project_statements s join project_disputes d on d.project_id = s.project_id
    where s.project_id = p.id and s.by_role = ${role} and s.created_at >= d.opened_at),
  'hasReviewed', (
    select true from reviews r where r.project_id = p.id and r.author_id = ${viewerId}) is not null)`

/** Projects as every list shows them, without what is derived from their facts. */
export const shownProject: Shown = {
  table: 'projects',
  columns: sql`
    p.id, p.number, p.title, p.status, ${workCard} as work,
    ${personOrNull('c')} as client, ${personOrNull('u')} as creator, ${role} as role,
    ${dollarsOf(sql`p.price_cents`)} as price, ${proposed} as proposed, p.deliver_by as "deliverBy", ${isoTime(sql`p.due_at`)} as "dueAt",
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.updated_at`)} as "updatedAt", ${dollarsOf(heldCents)} as held,
    ${facts} as facts`,
  joins: sql`join users c on c.id = p.client_id join users u on u.id = p.creator_id`,
}
