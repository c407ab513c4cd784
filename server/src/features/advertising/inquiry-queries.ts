import {
  type AdvertisementInquiry,
  type AdState,
  AD_INQUIRIES_PER_HOUR,
  AD_EMAILS_PER_HOUR,
  type AdvertisementInquiryBody,
} from '@plinth/contract/money/advertising.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import {
  byTime,
  onlyRow,
  pageJson,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { takeLock } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'

const shownInquiry: Shown = {
  table: 'advertisement_inquiries',
  columns: sql`
    p.id, p.state, p.business_name as "businessName", p.contact_name as "contactName", p.email,
    p.phone, p.website, p.ad_type as "adType", p.duration, p.budget, p.description,
    p.post_idea as "postIdea", ${personOrNull('member')} as member, p.note,
    ${personOrNull('decider')} as "decidedBy", ${isoTime(sql`p.decided_at`)} as "decidedAt",
    (select json_build_object('place', min(w.place), 'weekStart', min(w.week_start),
        'weeks', count(*)::int)
      from advertisement_weeks w where w.inquiry_id = p.id having count(*) > 0) as booking,
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`
    left join users member on member.id = p.user_id
    left join users decider on decider.id = p.decided_by`,
}

interface InquiriesInput {
  adminId: string
  state: AdState | null
  limit: number
  after: TimePosition | null
}

export const inquiryListName = (state: AdState | null): string => `adverts-${state ?? 'all'}`

export const inquiriesStatement = ({
  adminId,
  state,
  limit,
  after,
}: InquiriesInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: sql`advertisement_inquiries p`,
    conditions: state === null ? [] : [sql`p.state = ${state}`],
    limit,
    after: pastTime(after),
    shown: shownInquiry,
  })

export async function listInquiries(
  db: Database,
  input: InquiriesInput,
): Promise<Page<AdvertisementInquiry>> {
  const { json, last } = await onlyRow(db, inquiriesStatement(input))
  return new Page(
    JSON.parse(json) as AdvertisementInquiry[],
    cursorAfter(inquiryListName(input.state), last),
  )
}

export async function findInquiry(
  db: Database,
  id: string,
): Promise<AdvertisementInquiry | undefined> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with page as materialized (select ${id}::uuid as id, 1 as place)
      select ${pageJson(1, shownInquiry)} as json`,
  )
  return (JSON.parse(json) as AdvertisementInquiry[])[0]
}

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
  /** The sender that the hourly limit counts: see `addressKey`. */
  sentFrom: string
  now: Date
}

interface StoredInquiry {
  id: string
  createdAt: Date
}

/**
 * Stores an inquiry once. Inquiries from one address are stored one after another, so that the limit is exact.
 * Addresses that no longer count are deleted here. `taken`: the clientId belongs to another inquiry.
 */
export async function storeInquiry(
  trx: Database,
  inquiry: NewInquiry,
): Promise<(StoredInquiry & { isNew: boolean }) | 'taken' | { waitSeconds: number }> {
  const { sentFrom, now } = inquiry
  await takeLock(trx, 'advertsOf', sentFrom)
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

/** Returns undefined if the clientId was just used from another address. */
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

/** Seconds until this address can send another inquiry; null if it can now. */
async function findWait(trx: Database, sentFrom: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - ${now}::timestamptz))::int as wait
    from advertisement_inquiries
    where sent_from = ${sentFrom} and created_at > ${now}::timestamptz - interval '1 hour'
    order by created_at desc offset ${sql.lit(AD_INQUIRIES_PER_HOUR - 1)} limit 1`.execute(trx)
  return rows[0]?.wait ?? null
}

/** Whether an inquiry is still announced by email. When too many arrive, admins only see them in their list. */
export async function maySendEmails(trx: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from advertisement_inquiries
      where created_at > ${now}::timestamptz - interval '1 hour'
      limit ${sql.lit(AD_EMAILS_PER_HOUR + 1)}) i`.execute(trx)
  return (rows[0]?.count ?? 0) <= AD_EMAILS_PER_HOUR
}

/** Whether this is the member's own verified address. */
export async function isOwnAddress(
  trx: Database,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId}::uuid and email_verified
      and lower(email) = lower(${email})`.execute(trx)
  return rows.length > 0
}
