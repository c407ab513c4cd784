import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Database } from '../../../../db/pool.ts'
import { pictureOfItem, pictureOfPost, type StoredPicture } from '../picture-sql.ts'

interface Recipient {
  email: string
  firstName: string
  timeZone: string | null
}

/** Whoever gets emails about money: suspended people too, because it is their money. */
const recipientColumns = sql`coalesce(u.email, '') as email, u.first_name as "firstName", u.time_zone as "timeZone"`
const isReachable = sql`u.email is not null and u.email_verified and u.deleted_at is null`

/** Everything that the email about one event of a project can say. Sums are cents. */
export interface ProjectFacts extends Recipient {
  role: ProjectRole
  event: ProjectEventKind
  cents: number | null
  at: Date
  projectId: string
  number: number
  title: string
  status: ProjectStatus
  priceCents: number
  depositCents: number
  /** The agreed date of delivery, as `2027-01-21`. */
  deliverBy: string | null
  creatorAgreed: boolean
  dueAt: Date | null
  revisionsUsed: number
  revisionsAdded: number
  /** Files of the latest delivery. */
  fileCount: number
  /** The full name of the other one, and their first name. */
  otherName: string
  otherFirst: string
  otherId: string
  /** Of the ruling; null without one. */
  toClientCents: number | null
  toCreatorCents: number | null
  /** The payment that the event is about. */
  purpose: 'deposit' | 'remainder' | null
  intentId: string | null
  paidAt: Date | null
  /** What the creator gets of that payment before its card fee. */
  grossCents: number | null
  feeCents: number | null
  /** Card fees of all payments of the project. */
  allFeesCents: number
  /** The creator's account; null until it can receive money. */
  accountId: string | null
  picture: StoredPicture | null
}

/** Null when the person gets no emails. */
export async function readProjectFacts(
  db: Database,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<ProjectFacts | null> {
  const { rows } = await sql<ProjectFacts>`
    select ${recipientColumns},
      case p.client_id when u.id then 'client' else 'creator' end as role,
      e.kind as event, e.amount_cents::int as cents, e.created_at as at,
      p.id as "projectId", p.number, p.title, p.status,
      coalesce(p.price_cents, 0)::int as "priceCents", coalesce(p.deposit_cents, 0)::int as "depositCents",
      p.deliver_by::text as "deliverBy", p.creator_agreed as "creatorAgreed", p.due_at as "dueAt",
      p.revisions_used as "revisionsUsed", p.revisions_added as "revisionsAdded",
      (select count(*)::int from delivery_files f where f.delivery_id = (
        select v.id from project_deliveries v where v.project_id = p.id
        order by v.number desc limit 1)) as "fileCount",
      case when btrim(o.first_name || o.last_name) = '' then 'Somebody'
        else btrim(o.first_name || ' ' || o.last_name) end as "otherName",
      coalesce(nullif(btrim(o.first_name), ''), nullif(btrim(o.last_name), ''), 'Somebody') as "otherFirst",
      o.id as "otherId",
      d.to_client_cents::int as "toClientCents", d.to_creator_cents::int as "toCreatorCents",
      y.purpose, y.intent_id as "intentId", y.paid_at as "paidAt",
      y.to_creator_cents::int as "grossCents", y.fee_cents::int as "feeCents",
      coalesce((select sum(s.fee_cents) from payments s
        where s.project_id = p.id and s.state = 'paid'), 0)::int as "allFeesCents",
      (select a.account_id from payout_accounts a
        where a.user_id = p.creator_id and a.is_ready) as "accountId",
      ${pictureOfItem(sql`p.item_id`)} as picture
    from project_events e join projects p on p.id = e.project_id
    join users u on u.id = ${userId}::uuid and u.id in (p.client_id, p.creator_id)
    join users o on o.id = case p.client_id when u.id then p.creator_id else p.client_id end
    left join project_disputes d on d.project_id = p.id
    left join lateral (
      select s.* from payments s
      left join refunds r on r.payment_id = s.id and e.kind in ('refunded', 'refund_failed')
        and r.amount_cents = e.amount_cents
      left join transfers t on t.payment_id = s.id and e.kind = 'paid_out'
        and t.amount_cents = e.amount_cents
      where s.project_id = p.id and s.state = 'paid' and case
        when e.kind = 'deposit_paid' then s.purpose = 'deposit'
        when e.kind = 'remainder_paid' then s.purpose = 'remainder'
        when e.kind in ('refunded', 'refund_failed') then r.id is not null
        when e.kind = 'paid_out' then t.id is not null
        when e.kind like 'chargeback%' then s.chargeback is not null
        else true end
      order by abs(extract(epoch from coalesce(r.updated_at, t.updated_at, s.paid_at) - e.created_at)), s.id
      limit 1) y on true
    where e.id = ${eventId}::uuid and ${isReachable}`.execute(db)
  return rows[0] ?? null
}

/** What the email about a subscription can say. */
export interface SubscriptionFacts extends Recipient {
  cardBrand: string | null
  cardLast4: string | null
  periodEnd: Date | null
  pastDueSince: Date | null
  state: string
}

export async function readSubscriptionFacts(
  db: Database,
  userId: string,
): Promise<SubscriptionFacts | null> {
  const { rows } = await sql<SubscriptionFacts>`
    select ${recipientColumns}, s.card_brand as "cardBrand", s.card_last4 as "cardLast4",
      s.period_end as "periodEnd", s.past_due_since as "pastDueSince", s.state
    from users u join subscriptions s on s.user_id = u.id
    where u.id = ${userId}::uuid and ${isReachable}
    order by s.state <> 'canceled' desc, s.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** What the email about a promotion can say. */
export interface PromotionFacts extends Recipient {
  promotionId: string
  title: string
  postId: string | null
  paidAt: Date | null
  endsAt: Date | null
  reason: string | null
  intentId: string | null
  /** Of the latest payment; null when nothing was paid. */
  cents: number | null
  /** Whether the payer's bank took the payment back. */
  isChargedBack: boolean
  picture: StoredPicture | null
}

/** The promotion with this id, or else the latest of the post. */
export async function readPromotionFacts(
  db: Database,
  {
    userId,
    promotionId,
    postId,
  }: { userId: string; promotionId: string | null; postId: string | null },
): Promise<PromotionFacts | null> {
  const { rows } = await sql<PromotionFacts>`
    select ${recipientColumns}, m.id as "promotionId", m.title, m.post_id as "postId", m.paid_at as "paidAt",
      m.ends_at as "endsAt", m.reason, y.intent_id as "intentId", y.amount_cents::int as cents,
      coalesce(y.chargeback = 'lost', false) as "isChargedBack",
      ${pictureOfPost(sql`m.post_id`)} as picture
    from users u join promotions m on m.user_id = u.id and m.state <> 'unpaid'
    left join lateral (
      select s.intent_id, s.amount_cents, s.chargeback from payments s
      where s.promotion_id = m.id and s.state = 'paid' order by s.paid_at desc, s.id limit 1) y on true
    where u.id = ${userId}::uuid and ${isReachable}
      and (${promotionId}::uuid is null or m.id = ${promotionId}::uuid)
      and (${postId}::uuid is null or m.post_id = ${postId}::uuid)
    order by m.created_at desc, m.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
