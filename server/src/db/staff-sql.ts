import { rolesWith, type Right } from '@plinth/contract/http/rights.ts'
import { sql, type RawBuilder } from 'kysely'

/** Whether a role has a right, by the contract's table. False for null, which everybody has who is not staff. */
export const hasRight = (role: RawBuilder<unknown>, right: Right): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${role} in (${sql.join(rolesWith(right).map((one) => sql.lit(one)))}), false)`

/** Whether the person with this id has a right. */
export const personHasRight = (userId: RawBuilder<unknown>, right: Right): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select ${hasRight(sql.ref('staff.staff_role'), right)}
    from users staff where staff.id = ${userId}), false)`
