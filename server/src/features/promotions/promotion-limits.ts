import type { Money } from '../../core/money/money.ts'
import type { Deps } from '../../deps.ts'
import { findDue, holdDue } from './promotion-queries.ts'
import { REASONS } from './promotion-rules.ts'
import { end, refuse } from './promotion-steps.ts'

/**
 * Ends what has run its week or has nothing left to show, and gives the money back for what was deleted before it ran:
 * each promotion in a transaction of its own.
 */
export async function runPromotions(
  { db }: Pick<Deps, 'db'>,
  money: Money,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const id of await findDue(db, now)) {
    await db
      .transaction()
      .execute(async (trx) => {
        const promotion = await holdDue(trx, { id, now })
        if (promotion === undefined) return
        const moving = { trx, money, now }
        if (promotion.state === 'running') await end(moving, promotion)
        else await refuse(moving, promotion, { adminId: null, reason: REASONS.deleted })
      })
      .catch(onError)
  }
}
