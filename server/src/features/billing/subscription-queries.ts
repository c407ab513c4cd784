import type { Subscription } from '@plinth/contract/money/billing.ts'
import { PAST_DUE_DAYS } from '@plinth/contract/limits.ts'
import { sql, type Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { Subscriptions } from '../../db/schema.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { OpenCheckout, SubscriptionState } from '../../gateways/payments/payments.ts'

export type SubscriptionRow = Selectable<Subscriptions> & {
  /** Changes whenever the row changes. */
  version: string
}

const COLUMNS = sql`s.*, s.updated_at::text as version`

/** The person's subscription that has not ended; undefined if there is none. */
export async function findCurrent(
  db: Database,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s
    where s.user_id = ${userId}::uuid and s.state <> 'canceled'`.execute(db)
  return rows[0]
}

/** The person's subscription that has not ended, inserted if there is none. Concurrent calls get the same one. */
export async function findOrCreate(db: Database, userId: string): Promise<SubscriptionRow> {
  await sql`
    insert into subscriptions (id, user_id, state) values (${newId()}::uuid, ${userId}::uuid, 'incomplete')
    on conflict (user_id) where state <> 'canceled' do nothing`.execute(db)
  const row = await findCurrent(db, userId)
  if (row === undefined) throw new Error('the subscription ended while it began')
  return row
}

/** Stores the checkout that would start it, replacing an earlier one. */
export async function saveCheckout(
  db: Database,
  row: SubscriptionRow,
  checkout: OpenCheckout | null,
): Promise<void> {
  await sql`
    update subscriptions set checkout_id = coalesce(${checkout?.id ?? null}, checkout_id),
      checkout_url = ${checkout?.url ?? null}, checkout_expires_at = ${checkout?.expiresAt ?? null},
      updated_at = clock_timestamp()
    where id = ${row.id}::uuid and provider_id is null
      and checkout_id is not distinct from ${row.checkout_id}`.execute(db)
}

/** Why staff ended the person's creator rights, as they see it. */
export async function findShownRemoval(
  db: Database,
  userId: string,
): Promise<Subscription['removed'] | undefined> {
  const { rows } = await sql<NonNullable<Subscription['removed']>>`
    select r.reason, ${isoTime(sql`r.removed_at`)} as at, (
      select a.state from appeals a where a.user_id = r.user_id and a.kind = 'creator'
        and a.subject_id = r.user_id and a.against_at = r.removed_at) as appeal
    from creator_removals r where r.user_id = ${userId}::uuid`.execute(db)
  return rows[0]
}

export interface Rights {
  isSubscriber: boolean
  isGranted: boolean
}
export async function findRights(db: Database, userId: string): Promise<Rights> {
  return db
    .selectFrom('users')
    .select(['creator_subscribed as isSubscriber', 'creator_granted as isGranted'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The subscription that the screen shows: the one that has not ended, or else the last. */
export async function findShown(
  db: Database,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s where s.user_id = ${userId}::uuid
    order by s.state <> 'canceled' desc, s.created_at desc limit 1`.execute(db)
  return rows[0]
}

export async function findById(db: Database, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s where s.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Locks the person's subscription that has not ended, until the transaction ends. */
export async function lockCurrent(
  trx: Database,
  userId: string,
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '<>', 'canceled')
    .forUpdate()
    .executeTakeFirst()
}

/** Notes that a locked subscription gives no rights any more, whatever the provider says of it. */
export async function stopSubscription(trx: Database, id: string, now: Date): Promise<void> {
  await sql`
    update subscriptions set stopped_at = ${now}, updated_at = clock_timestamp()
    where id = ${id}::uuid`.execute(trx)
}

/**
 * What the whole days that are left of the paid period cost, and the charge that paid for them; today counts as used.
 * Undefined if nothing is left, or the payment has already been refunded or disputed.
 */
export async function findUnused(
  trx: Database,
  id: string,
  now: Date,
): Promise<{ chargeId: string; cents: number } | undefined> {
  const { rows } = await sql<{ chargeId: string; cents: number }>`
    with paid as (
      select l.cause_id, l.created_at, (
        select -sum(e.amount_cents) from ledger_entries e
        where e.transaction_id = l.id and e.account = 'revenue') as cents
      from ledger_transactions l where l.subscription_id = ${id}::uuid and l.kind = 'subscription'
      order by l.created_at desc, l.id desc limit 1),
    period as (
      select s.ends as ends_at, extract(epoch from s.ends - (s.ends - interval '1 month')) / 86400 as days
      from (select period_end at time zone 'utc' as ends from subscriptions
        where id = ${id}::uuid and state = 'active') s),
    unused as (
      select p.cause_id as "chargeId", floor(p.cents * least(d.days, floor(
        extract(epoch from d.ends_at - (${now}::timestamptz at time zone 'utc')) / 86400)) / d.days)::int as cents
      from paid p, period d where not exists (
        select 1 from ledger_transactions r where r.subscription_id = ${id}::uuid
          and r.kind in ('refund', 'chargeback') and r.created_at >= p.created_at))
    select * from unused where cents > 0`.execute(trx)
  return rows[0]
}

export async function findBy(
  db: Database,
  column: 'provider_id' | 'checkout_id',
  value: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s where ${sql.ref(`s.${column}`)} = ${value}`.execute(db)
  return rows[0]
}

/** The subscription that this charge paid for, and whose it is. */
export async function findOfCharge(
  db: Database,
  chargeId: string,
): Promise<{ id: string; userId: string } | undefined> {
  return db
    .selectFrom('ledger_transactions as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscription_id')
    .select(['s.id', 's.user_id as userId'])
    .where('l.kind', '=', 'subscription')
    .where('l.cause_id', '=', chargeId)
    .executeTakeFirst()
}

/** How many months of a subscription were paid. */
export async function countPaidMonths(db: Database, subscriptionId: string): Promise<number> {
  const { months } = await db
    .selectFrom('ledger_transactions')
    .select(({ fn }) => fn.countAll<string>().as('months'))
    .where('kind', '=', 'subscription')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return Number(months)
}

/**
 * Finds the row of a provider's subscription, even if it was inserted only now: by the id that we gave it, which counts
 * only for the customer that we know. Undefined for subscriptions of other installations.
 */
export async function findBegun(
  db: Database,
  state: Pick<SubscriptionState, 'id' | 'subscriptionId' | 'customerId'>,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s
    join provider_customers c on c.user_id = s.user_id and c.customer_id = ${state.customerId}
    where coalesce(s.provider_id, ${state.id}) = ${state.id}
      and s.id::text = ${state.subscriptionId}`.execute(db)
  return rows[0]
}

/**
 * Records the provider's answer if the row has not changed since the provider was asked; otherwise an older answer
 * could overwrite a newer one.
 */
export async function recordState(
  trx: Database,
  row: SubscriptionRow,
  state: SubscriptionState,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update subscriptions s set state = ${state.state}, provider_id = ${state.id},
      period_end = ${state.periodEnd}, ends_at_period_end = ${state.endsAtPeriodEnd},
      past_due_since = case when ${state.state} = 'past_due' then coalesce(s.past_due_since, ${now}) end,
      card_brand = ${state.card?.brand ?? null}, card_last4 = ${state.card?.last4 ?? null},
      checkout_url = null, updated_at = clock_timestamp()
    where s.id = ${row.id}::uuid and s.updated_at = ${row.version}::timestamptz
    returning ${COLUMNS}`.execute(trx)
  return rows[0]
}

const graceEnded = (now: Date) => sql`${now}::timestamptz - ${PAST_DUE_DAYS} * interval '1 day'`

/** Sets creator rights according to the subscription. Returns `came` or `went`, or null if they did not change. */
export async function recordRights(
  trx: Database,
  row: SubscriptionRow,
  now: Date,
): Promise<'came' | 'went' | null> {
  const { rows } = await sql<{ has: boolean; had: boolean }>`
    with due as (
      select s.user_id, s.state, s.stopped_at is null and (s.state = 'active'
        or (s.state = 'past_due' and s.past_due_since > ${graceEnded(now)})) as has
      from subscriptions s where s.id = ${row.id}::uuid),
    before as (
      select u.id, u.creator_subscribed as had from users u
      where u.id = ${row.user_id}::uuid for update)
    update users u set creator_subscribed = d.has, subscription_status = d.state, updated_at = now()
    from due d, before b where u.id = d.user_id and b.id = u.id
    returning d.has, b.had`.execute(trx)
  const [moved] = rows
  if (moved === undefined || moved.has === moved.had) return null
  return moved.has ? 'came' : 'went'
}

/** The subscriptions whose grace period is over. */
export async function listLapsed(db: Database, now: Date): Promise<readonly SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${COLUMNS} from subscriptions s join users u on u.id = s.user_id
    where s.state = 'past_due' and s.past_due_since <= ${graceEnded(now)} and u.creator_subscribed
    limit 500`.execute(db)
  return rows
}

export async function tellBilled(
  trx: Database,
  userId: string,
  event:
    | 'subscription_active'
    | 'subscription_past_due'
    | 'subscription_ended'
    | 'creator_removed'
    | 'creator_restored',
): Promise<void> {
  await trx
    .insertInto('notices')
    .values({ kind: 'billing', billing_event: event, billed_id: userId })
    .execute()
}
