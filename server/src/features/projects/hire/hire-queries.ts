import { HIRES_PER_DAY, HIRES_PER_HOUR } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { takeLock } from '../../../db/locks.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { daysAfter } from '../project-rules.ts'
import { showsSame, type Shown } from './reference-queries.ts'

/** Makes hires by one person run one after another, so that a double click finds the first. */
export async function lockHires(trx: Database, clientId: string): Promise<void> {
  await takeLock(trx, 'hiresOf', clientId)
}

export interface HireFacts {
  creatorId: string
  title: string
  priceCents: number | null
  /** Whether its creator takes on projects. */
  isCreator: boolean
  isBlocked: boolean
}

/** What a hire has to know about a listed work. The lock keeps its price unchanged until the transaction ends. */
export async function findHireFacts(
  trx: Database,
  { itemId, clientId }: { itemId: string; clientId: string },
): Promise<HireFacts | undefined> {
  const { rows } = await sql<HireFacts>`
    select i.creator_id as "creatorId", i.title, i.starting_price_cents::int as "priceCents",
      u.is_creator as "isCreator",
      ${isBlockBetween(sql`${clientId}::uuid`, sql`i.creator_id`)} as "isBlocked"
    from portfolio_items i join users u on u.id = i.creator_id
    where i.id = ${itemId}::uuid and i.is_listed and not u.is_gone
    for share of i`.execute(trx)
  return rows[0]
}

interface SameHire extends Shown {
  clientId: string
  itemId: string
  description: string
  timeline: string | null
  priceCents: number
  since: Date
}

/** Finds the same request, sent a moment ago and not paid yet. Whitespace is ignored. */
export async function findSameHire(trx: Database, hire: SameHire): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where client_id = ${hire.clientId}::uuid and updated_at >= ${hire.since}
      and item_id = ${hire.itemId}::uuid and status = 'requested' and shared_at is null
      and price_cents = ${hire.priceCents}::bigint
      and timeline is not distinct from ${hire.timeline}::text
      and regexp_replace(description, '\\s+', ' ', 'g')
        = regexp_replace(${hire.description}, '\\s+', ' ', 'g')
      and ${showsSame(hire)}
    order by updated_at desc, id desc limit 1`.execute(trx)
  return rows[0]?.id
}

/** Whether somebody has started so many projects that they have to wait. */
export async function hasHiredTooMuch(
  trx: Database,
  { clientId, now }: { clientId: string; now: Date },
): Promise<boolean> {
  const { isTooMuch } = await onlyRow(
    trx,
    sql<{ isTooMuch: boolean }>`
      select count(*) >= ${HIRES_PER_DAY}::int
        or count(*) filter (where created_at > ${new Date(now.getTime() - 3_600_000)})
          >= ${HIRES_PER_HOUR}::int as "isTooMuch"
      from projects
      where client_id = ${clientId}::uuid and updated_at > ${daysAfter(now, -1)}
        and created_at > ${daysAfter(now, -1)}`,
  )
  return isTooMuch
}
