import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import {
  microsOf,
  timeOfMicros,
  byTime,
  fetchedFor,
  onlyRow,
  pageEnd,
  pageJson,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { PROMOTION_DOLLARS, PROMOTION_PURPOSE } from './promotion-rules.ts'
import type { PromotionState } from './promotion-queries.ts'

/** The first payment of promotion `p`; a second one was refunded. */
const paid = sql`
  left join lateral (
    select y.id, y.amount_cents from payments y
    where y.promotion_id = p.id and y.purpose = ${sql.lit(PROMOTION_PURPOSE)} and y.state = 'paid'
    order by y.paid_at limit 1) y on true`

const shownPromotion: Shown = {
  table: 'promotions',
  columns: sql`
    p.id, p.state,
    json_build_object('id', p.post_id, 'title', p.title, 'picture', (
      select ${pictureJson()} from post_media pm join media m on m.id = pm.media_id
      where pm.post_id = p.post_id order by pm.position limit 1)) as post,
    ${personOrNull('u')} as member,
    coalesce(${dollarsOf(sql`y.amount_cents`)}, ${sql.lit(PROMOTION_DOLLARS)}) as price,
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.paid_at`)} as "paidAt", ${isoTime(sql`p.starts_at`)} as "startsAt",
    ${isoTime(sql`p.ends_at`)} as "endsAt", p.reason,
    (select r.state from refunds r where r.payment_id = y.id
      order by r.created_at desc, r.id desc limit 1) as "refundState"`,
  joins: sql`join users u on u.id = p.user_id ${paid}`,
}

interface PageInput {
  limit: number
  after: TimePosition | null
}
export interface OwnInput extends PageInput {
  userId: string
  postId: string | null
}
export interface AdminInput extends PageInput {
  adminId: string
  state: PromotionState | null
}

export const OWN_LIST = 'promotions'
const ownStatement = ({ userId, postId, limit, after }: OwnInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: userId }),
    sort: byTime(sql`p.created_at`),
    from: sql`promotions p`,
    conditions: [
      sql`p.user_id = (select user_id from me)`,
      ...(postId === null ? [] : [sql`p.post_id = ${postId}::uuid`]),
    ],
    limit,
    after: pastTime(after),
    shown: shownPromotion,
  })

export const adminListName = (state: PromotionState | null): string =>
  `promotions-${state ?? 'all'}`

/** Oldest first: it has waited longest. */
function adminStatement({ adminId, state, limit, after }: AdminInput): RawBuilder<ViewerPageRow> {
  const conditions = [
    ...(state === null ? [] : [sql`m.state = ${state}`]),
    ...(after === null
      ? []
      : [sql`(m.created_at, m.id) > (${timeOfMicros(after.micros)}, ${after.id}::uuid)`]),
  ]
  return sql<ViewerPageRow>`
    with ${meTable({ viewerId: adminId })},
    page as materialized (
      select m.id, ${microsOf(sql`m.created_at`)} as key,
        row_number() over (order by m.created_at, m.id) as place
      from promotions m where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by m.created_at, m.id limit ${fetchedFor(limit)})
    select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
      ${pageJson(limit, shownPromotion)} as json`
}

export async function listOwn(db: Database, input: OwnInput): Promise<Page<Promotion>> {
  const { json, last } = await onlyRow(db, ownStatement(input))
  return new Page(JSON.parse(json) as Promotion[], cursorAfter(OWN_LIST, last))
}

export async function listForAdmins(db: Database, input: AdminInput): Promise<Page<Promotion>> {
  const { json, last } = await onlyRow(db, adminStatement(input))
  return new Page(JSON.parse(json) as Promotion[], cursorAfter(adminListName(input.state), last))
}

/** One promotion: anybody's, or this member's alone. */
export async function findPromotion(
  db: Database,
  { id, viewerId, isAny }: { id: string; viewerId: string; isAny: boolean },
): Promise<Promotion | undefined> {
  const { rows } = await sql<{ json: Promotion }>`
    with ${meTable({ viewerId })}
    select row_to_json(t) as json from (
      select ${shownPromotion.columns} from promotions p ${shownPromotion.joins}
      where p.id = ${id}::uuid and (${isAny}::boolean or p.user_id = (select user_id from me))) t`.execute(
    db,
  )
  return rows[0]?.json
}
