import { sql, type RawBuilder } from 'kysely'

/** Whether one person blocks the other. */
export const isBlocking = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked})`

/** Whether either of two people blocks the other. */
export const isBlockBetween = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`(${isBlocking(one, other)} or ${isBlocking(other, one)})`
