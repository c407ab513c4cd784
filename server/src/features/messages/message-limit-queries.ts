import {
  CONVERSATIONS_PER_DAY,
  CONVERSATIONS_PER_HOUR,
  MAX_UNANSWERED,
} from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** Seconds until somebody can begin another conversation; null when they can at once. */
export async function findWait(trx: Database, userId: string): Promise<number | null> {
  const freeAt = (count: number, time: string) => sql`(
    select created_at + ${sql.lit(time)}::interval as free_at from conversations
    where started_by = ${userId}::uuid order by created_at desc offset ${sql.lit(count - 1)} limit 1)`
  const { wait } = await onlyRow(
    trx,
    sql<{ wait: number | null }>`
      select ceil(extract(epoch from max(free_at) - now()))::int as wait
      from (${freeAt(CONVERSATIONS_PER_HOUR, '1 hour')} union all
        ${freeAt(CONVERSATIONS_PER_DAY, '1 day')}) w
      where free_at > now()`,
  )
  return wait
}

/**
 * Whether a conversation is full of what nobody answered. As it cannot go on then, an answer of this person stands
 * among its first messages or nowhere.
 */
export async function isUnanswered(
  trx: Database,
  { conversationId, by }: { conversationId: string; by: string },
): Promise<boolean> {
  const { isTooMuch } = await onlyRow(
    trx,
    sql<{ isTooMuch: boolean }>`
      select count(*) >= ${sql.lit(MAX_UNANSWERED)}
        and count(*) filter (where sender_id = ${by}::uuid) = 0 as "isTooMuch"
      from (
        select sender_id from messages where conversation_id = ${conversationId}::uuid
        order by created_at, id limit ${sql.lit(MAX_UNANSWERED + 1)}) m`,
  )
  return isTooMuch
}
