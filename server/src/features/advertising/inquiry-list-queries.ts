import type { AdvertisementInquiry, AdState } from '@plinth/contract/money/advertising.ts'
import { sql, type RawBuilder } from 'kysely'
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

const shownInquiry: Shown = {
  table: 'advertisement_inquiries',
  columns: sql`
    p.id, p.state, p.business_name as "businessName", p.contact_name as "contactName", p.email,
    p.phone, p.website, p.ad_type as "adType", p.duration, p.budget, p.description,
    p.post_idea as "postIdea", ${personOrNull('member')} as member, p.note,
    ${personOrNull('decider')} as "decidedBy", p.decided_at as "decidedAt",
    (select json_build_object('place', min(w.place), 'weekStart', min(w.week_start),
        'weeks', count(*)::int)
      from advertisement_weeks w where w.inquiry_id = p.id having count(*) > 0) as booking,
    p.created_at as "createdAt"`,
  joins: sql`
    left join users member on member.id = p.user_id
    left join users decider on decider.id = p.decided_by`,
}

export interface InquiriesInput {
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
