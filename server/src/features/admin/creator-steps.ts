import type { AdminAct } from '../../core/audit/audit-queries.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import type { Database } from '../../db/pool.ts'
import { invalidField, orNotFound } from '../../http/errors.ts'
import { grantCreator, lockUser } from './user-queries.ts'
import { audit, staffFor, type CreatorChange } from './user-steps.ts'

/**
 * Grants creator rights or takes them, and logs it. From a subscriber they are taken with a reason, and the
 * subscription ends. Returns what to call after the commit; null for nothing.
 */
export async function changeCreator(
  trx: Database,
  act: AdminAct,
  id: string,
  { isCreator, reason }: CreatorChange,
  removals: CreatorRemovals,
): Promise<(() => void) | null> {
  await removals.hold(trx, id)
  await staffFor(trx, act, 'creators.grant')
  const { isCreatorGranted, isSubscriber } = orNotFound(await lockUser(trx, id))
  const facts = {
    before: { isCreator: !isCreator },
    after: { isCreator, ...(reason === null ? {} : { reason }) },
  }
  if (isCreator || !isSubscriber) {
    if (isCreatorGranted === isCreator) return null
    await grantCreator(trx, id, isCreator)
    if (isCreator) await removals.giveBack(trx, { userId: id, answer: null })
    await audit(trx, act, id, 'user.creator', facts)
    return null
  }
  if (reason === null) throw invalidField('reason', 'Give a reason. They will read it.')
  await audit(trx, act, id, 'user.creator', facts)
  return removals.remove(trx, { userId: id, reason })
}
