import { sql, type RawBuilder } from 'kysely'

/** Whether one person blocks the other. */
export const isBlocking = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked})`

/**
 * Whether this person has shut the viewer in `me` out: then nothing of theirs is there for the viewer, who is not told
 * why. Admins are not shut out. No `exists`: the planner may turn that into a table of all blocks.
 */
export const shutsOut = (personId: RawBuilder<unknown>) => sql<boolean>`((
  select true from blocks b join users v on v.id = b.blocked_id
  where b.blocker_id = ${personId} and b.blocked_id = (select user_id from me) and not v.is_admin) is not null)`

/** Whether the viewer in `me` blocks this person: one row of the key. No `exists`, for the reason above. */
export const isBlockedByMe = (personId: RawBuilder<unknown>) => sql<boolean>`((
  select true from blocks b where b.blocker_id = (select user_id from me)
    and b.blocked_id = ${personId}) is not null)`

/** Whether nobody of the two, this person and the viewer in `me`, blocks the other. For lists: the few are read once. */
export const isNoStranger = (
  personId: RawBuilder<unknown>,
) => sql<boolean>`(${personId} <> all (array(
  select blocked_id from blocks where blocker_id = (select user_id from me)
  union all select blocker_id from blocks where blocked_id = (select user_id from me))))`

/** Whether either of two people blocks the other. */
export const isBlockBetween = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`(${isBlocking(one, other)} or ${isBlocking(other, one)})`
