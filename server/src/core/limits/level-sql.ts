import {
  DAILY_LIMITS,
  ESTABLISHED_DAYS,
  LOWEST_LEVEL,
  NEW_DAYS,
  STRIKES_FOR_LOWEST,
  type Level,
} from '@plinth/contract/people/levels.ts'
import { sql, type RawBuilder } from 'kysely'

/** How many strikes of this person still count. */
export const liveStrikes = (
  userId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`coalesce(
  (select count(*)::int from strikes s
    where s.user_id = ${userId} and s.lifted_at is null and s.until > now()), 0)`

const olderThan = (days: number) => sql`u.created_at <= now() - ${sql.lit(days)} * interval '1 day'`

/** The level of the person in `users u`, of whom `strikes` still count. Reads a few rows by their keys. */
export const levelOf = (strikes: RawBuilder<number>): RawBuilder<Level> => sql<Level>`
  case
    when u.staff_role is not null then 'creator'
    when ${strikes} >= ${sql.lit(STRIKES_FOR_LOWEST)} then ${sql.lit(LOWEST_LEVEL)}
    when u.creator_subscribed then 'creator'
    when not ${olderThan(1)} then 'first_day'
    when not ${olderThan(NEW_DAYS)} then 'new'
    when ${olderThan(ESTABLISHED_DAYS)} and ${strikes} = 0 and (u.work_count > 0 or u.post_count > 0)
      then 'established'
    else 'member' end`

/** The contract's table as JSON, by kind and level. */
const LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(DAILY_LIMITS).map(([kind, { limits }]) => [kind, limits])),
)

export const limitOf = (
  kind: RawBuilder<unknown>,
  level: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(${sql.lit(LIMITS)}::jsonb -> ${kind} ->> ${level})::int`

/** Today in UTC, by which everything daily is counted, and when it ends. */
export const today = sql<Date>`(now() at time zone 'utc')::date`
export const tomorrow = sql<Date>`((${today} + 1)::timestamp at time zone 'utc')`
