import type { AdPlace, AdState, AdType } from '@plinth/contract/money/advertising.ts'
import { sql } from 'kysely'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/pool.ts'
import type { Booking } from './advertising-rules.ts'

/** Returns what is sold in these weeks. */
export async function findSold(
  db: Database,
  weeks: readonly string[],
): Promise<{ weekStart: string; place: AdPlace }[]> {
  const { rows } = await sql<{ weekStart: string; place: AdPlace }>`
    select week_start::text as "weekStart", place from advertisement_weeks
    where week_start = any(${weeks}::date[]) order by week_start, place`.execute(db)
  return rows
}

export interface LockedInquiry {
  id: string
  state: AdState
  adType: AdType
  note: string | null
  contactName: string
  email: string
  /** The booked Mondays; the place is null if there are none. */
  weeks: string[]
  place: AdPlace | null
}

/** Locks an inquiry. Decisions run one after another, because two that swap weeks would deadlock. */
export async function lockInquiry(trx: Database, id: string): Promise<LockedInquiry | undefined> {
  await takeLock(trx, 'advertisementWeeks')
  const { rows } = await sql<LockedInquiry>`
    select id, state, ad_type as "adType", note, contact_name as "contactName", email,
      (select min(place) from advertisement_weeks w where w.inquiry_id = i.id) as place, array(
      select week_start::text from advertisement_weeks w where w.inquiry_id = i.id
      order by week_start) as weeks
    from advertisement_inquiries i where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}

export interface Decision {
  id: string
  state: AdState
  note: string | null
  adminId: string
  now: Date
  booking: Booking | null
}

/** Records the decision on an inquiry and releases the weeks it had. Returns false if one of the new weeks is sold. */
export async function recordDecision(trx: Database, decision: Decision): Promise<boolean> {
  const { id, state, note, adminId, now, booking } = decision
  await trx.deleteFrom('advertisement_weeks').where('inquiry_id', '=', id).execute()
  if (booking !== null && !(await bookWeeks(trx, id, booking))) return false
  await trx
    .updateTable('advertisement_inquiries')
    .set({ state, note, decided_by: adminId, decided_at: now })
    .where('id', '=', id)
    .execute()
  return true
}

async function bookWeeks(trx: Database, id: string, { place, weeks }: Booking): Promise<boolean> {
  const { rows } = await sql`
    insert into advertisement_weeks (place, week_start, inquiry_id)
    select ${place}, w, ${id}::uuid from unnest(${weeks}::date[]) w
    on conflict (place, week_start) do nothing returning week_start`.execute(trx)
  return rows.length === weeks.length
}
