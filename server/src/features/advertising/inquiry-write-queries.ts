import {
  AD_INQUIRIES_PER_HOUR,
  AD_LETTERS_PER_HOUR,
  type AdvertisementInquiryBody,
} from '@plinth/contract/money/advertising.ts'
import { sql } from 'kysely'
import { holdLock } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

export interface NewInquiry extends Pick<
  AdvertisementInquiryBody,
  'businessName' | 'contactName' | 'email' | 'adType' | 'duration' | 'description'
> {
  clientId: string | null
  phone: string | null
  website: string | null
  budget: string | null
  postIdea: string | null
  userId: string | null
  /** Whom the hourly limit counts: see `addressKey`. */
  sentFrom: string
  now: Date
}

export interface StoredInquiry {
  id: string
  createdAt: Date
}

/**
 * Stores an inquiry once. Those of one address come one after another, so that the limit is exact; whatever address
 * was kept longer than it counts is forgotten here. `taken`: the clientId names another inquiry.
 */
export async function storeInquiry(
  trx: Database,
  inquiry: NewInquiry,
): Promise<(StoredInquiry & { isNew: boolean }) | 'taken' | { waitSeconds: number }> {
  const { sentFrom, now } = inquiry
  await holdLock(trx, 'advertsOf', sentFrom)
  const known = await findSame(trx, inquiry)
  if (known !== null) return known
  await sql`
    update advertisement_inquiries set sent_from = null
    where sent_from is not null and created_at <= ${now}::timestamptz - interval '1 hour'`.execute(
    trx,
  )
  const waitSeconds = await findWait(trx, sentFrom, now)
  if (waitSeconds !== null) return { waitSeconds }
  const stored = await insertInquiry(trx, inquiry)
  if (stored !== undefined) return { ...stored, isNew: true }
  return (await findSame(trx, inquiry)) ?? 'taken'
}

async function findSame(
  trx: Database,
  inquiry: NewInquiry,
): Promise<(StoredInquiry & { isNew: false }) | 'taken' | null> {
  const { rows } = await sql<StoredInquiry & { isSame: boolean }>`
    select id, created_at as "createdAt",
      (business_name, contact_name, email, phone, website, ad_type, duration, budget, description,
        post_idea) is not distinct from (${inquiry.businessName}, ${inquiry.contactName},
        ${inquiry.email}, ${inquiry.phone}, ${inquiry.website}, ${inquiry.adType},
        ${inquiry.duration}, ${inquiry.budget}, ${inquiry.description}, ${inquiry.postIdea})
        as "isSame"
    from advertisement_inquiries where client_id = ${inquiry.clientId}::uuid`.execute(trx)
  const [found] = rows
  if (found === undefined) return null
  return found.isSame ? { id: found.id, createdAt: found.createdAt, isNew: false } : 'taken'
}

/** Nothing when its clientId was used a moment ago from another address. */
async function insertInquiry(
  trx: Database,
  inquiry: NewInquiry,
): Promise<StoredInquiry | undefined> {
  return trx
    .insertInto('advertisement_inquiries')
    .values({
      id: newId(),
      client_id: inquiry.clientId,
      business_name: inquiry.businessName,
      contact_name: inquiry.contactName,
      email: inquiry.email,
      phone: inquiry.phone,
      website: inquiry.website,
      ad_type: inquiry.adType,
      duration: inquiry.duration,
      budget: inquiry.budget,
      description: inquiry.description,
      post_idea: inquiry.postIdea,
      user_id: inquiry.userId,
      sent_from: inquiry.sentFrom,
      created_at: inquiry.now,
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returning(['id', 'created_at as createdAt'])
    .executeTakeFirst()
}

/** Seconds until another inquiry can come from this address; null when it can at once. */
async function findWait(trx: Database, sentFrom: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - ${now}::timestamptz))::int as wait
    from advertisement_inquiries
    where sent_from = ${sentFrom} and created_at > ${now}::timestamptz - interval '1 hour'
    order by created_at desc offset ${sql.lit(AD_INQUIRIES_PER_HOUR - 1)} limit 1`.execute(trx)
  return rows[0]?.wait ?? null
}

/** Whether letters still go out: a crowd of senders fills the list, and nobody's mailbox. */
export async function mayWriteLetters(trx: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from advertisement_inquiries
      where created_at > ${now}::timestamptz - interval '1 hour'
      limit ${sql.lit(AD_LETTERS_PER_HOUR + 1)}) i`.execute(trx)
  return (rows[0]?.count ?? 0) <= AD_LETTERS_PER_HOUR
}

/** Verified addresses of those who are admins now. */
export async function findAdminEmails(trx: Database): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users
    where is_admin and email_verified and email is not null and not is_gone`.execute(trx)
  return rows.map(({ email }) => email)
}

/** Whether this is the member's own address, proved to the identity provider. */
export async function isOwnAddress(
  trx: Database,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId}::uuid and email_verified
      and lower(email) = lower(${email})`.execute(trx)
  return rows.length > 0
}
