import { sql, type RawBuilder } from 'kysely'
import { hasRight } from '../../db/staff-sql.ts'

/** Whether one person blocks the other. */
const isBlocking = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked})`

/**
 * Whether this person blocks the viewer in `me`: the viewer then finds nothing of theirs and is not told why. Blocks do
 * not apply to staff who see what is hidden. No `exists`, because the planner may turn that into a hash of all blocks.
 */
export const hasBlockedViewer = (personId: RawBuilder<unknown>) => sql<boolean>`((
  select true from blocks b join users v on v.id = b.blocked_id
  where b.blocker_id = ${personId} and b.blocked_id = (select user_id from me) and not ${hasRight(sql`v.staff_role`, 'content.read')}) is not null)`

/** Whether the viewer in `me` blocks this person: one index lookup. No `exists`, for the reason above. */
export const isBlockedByMe = (personId: RawBuilder<unknown>) => sql<boolean>`((
  select true from blocks b where b.blocker_id = (select user_id from me)
    and b.blocked_id = ${personId}) is not null)`

/**
 * Whether neither this person nor the viewer in `me` blocks the other. For lists: the viewer's few blocks are read
 * once.
 */
export const isNotBlocked = (
  personId: RawBuilder<unknown>,
) => sql<boolean>`(${personId} <> all (array(
  select blocked_id from blocks where blocker_id = (select user_id from me)
  union all select blocker_id from blocks where blocked_id = (select user_id from me))))`

/** A statement that gives those of these people (an array of ids) with whom the viewer has a block. */
export const blockedOf = (viewerId: RawBuilder<unknown>, people: RawBuilder<unknown>) => sql`
  select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any (${people})
  union all
  select blocker_id from blocks where blocked_id = ${viewerId} and blocker_id = any (${people})`

/** Whether either of two people blocks the other. */
export const isBlockBetween = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`(${isBlocking(one, other)} or ${isBlocking(other, one)})`
