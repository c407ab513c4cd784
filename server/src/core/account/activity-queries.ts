import {
  ACTIVITY_DAYS,
  type AccountEvent,
  type AccountEventKind,
} from '@plinth/contract/people/activity.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { deviceOf, type RequestSource } from '../session/device.ts'
import { meTable } from '../session/viewer-sql.ts'

/** Longer details are cut, because names of devices and tokens only have to be recognised. */
const MAX_DETAIL_LENGTH = 320

interface NewEvent {
  userId: string
  kind: AccountEventKind
  detail?: string | null
  /** Null if no request of the account's owner did it. */
  source: RequestSource | null
}

/** Notes what happened to an account. Changes of the account's own row are noted by a trigger. */
export async function insertAccountEvent(
  db: Database,
  { userId, kind, detail = null, source }: NewEvent,
): Promise<void> {
  await db
    .insertInto('account_events')
    .values({
      id: newId(),
      user_id: userId,
      kind,
      detail: detail?.slice(0, MAX_DETAIL_LENGTH) ?? null,
      user_agent: source?.userAgent ?? null,
      address: source?.address ?? null,
    })
    .execute()
}

/** Name of the list in its cursors. */
export const ACTIVITY_LIST = 'activity'

interface ActivityInput {
  userId: string
  limit: number
  after: TimePosition | null
}

type ShownEvent = Omit<AccountEvent, 'device'> & { userAgent: string | null }

const shownEvent: Shown = {
  table: 'account_events',
  columns: sql`p.id, p.kind, p.detail, p.user_agent as "userAgent", p.address, ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql``,
}

export const activityStatement = ({
  userId,
  limit,
  after,
}: ActivityInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: userId }),
    sort: byTime(sql`p.created_at`),
    from: sql`account_events p`,
    conditions: [sql`p.user_id = ${userId}::uuid`],
    limit,
    after: pastTime(after),
    shown: shownEvent,
  })

/** A page of what happened to somebody's account, the newest first. */
export async function listActivity(
  db: Database,
  input: ActivityInput,
): Promise<Page<AccountEvent>> {
  const { json, last } = await onlyRow(db, activityStatement(input))
  const events = (JSON.parse(json) as ShownEvent[]).map(({ userAgent, ...event }) => ({
    ...event,
    device: userAgent === null ? null : deviceOf(userAgent),
  }))
  return new Page(events, cursorAfter(ACTIVITY_LIST, last))
}

const SWEPT_AT_ONCE = 10_000

/** Deletes activity that is too old, some at a time so that no statement is long. */
export async function sweepActivity(db: Database): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows } = await sql`
      delete from account_events where id in (
        select id from account_events where created_at < now() - make_interval(days => ${ACTIVITY_DAYS}::int)
        order by created_at limit ${SWEPT_AT_ONCE}::int)`.execute(db)
    deleted = numAffectedRows ?? 0n
  } while (deleted === BigInt(SWEPT_AT_ONCE))
}
