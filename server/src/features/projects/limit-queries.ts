import { APPROVAL_DAYS, APPROVAL_NOTICE_DAYS } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { daysAfter } from './project-rules.ts'

/** Projects that are looked at in one go; the next go is a minute later. */
const MOST = 500

export const dueStatement = (now: Date) => sql<{ id: string }>`
  select id from projects where due_at <= ${now} order by due_at limit ${sql.lit(MOST)}`

/** Projects whose time has run out. */
export async function findDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await dueStatement(now).execute(db)
  return rows.map(({ id }) => id)
}

/** Of a delivery that is approved at this time, when its notice of a number goes out. */
const noticeAt = sql`due_at - (${APPROVAL_DAYS}::int
  - (${sql.lit(`{${APPROVAL_NOTICE_DAYS.join(',')}}`)}::int[])[notices_sent + 1]) * interval '1 day'`

export const remindableStatement = (now: Date) => sql<{ id: string }>`
  select id from projects
  where due_at > ${now} and due_at <= ${daysAfter(now, APPROVAL_DAYS - APPROVAL_NOTICE_DAYS[0])}
    and status = 'delivered' and ${noticeAt} <= ${now}
  order by due_at limit ${sql.lit(MOST)}`

/** Deliveries that wait for their answer so long that the client is told again. */
export async function findRemindable(db: Database, now: Date): Promise<string[]> {
  const { rows } = await remindableStatement(now).execute(db)
  return rows.map(({ id }) => id)
}
