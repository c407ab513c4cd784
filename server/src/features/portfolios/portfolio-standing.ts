import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { hideWork, showWork, type Stood } from './portfolio-standing-queries.ts'
import { holdAnyWork } from './portfolio-write-queries.ts'

/** How works are taken down and put back: off every wall, so that their creator and admins still have them. */
export const workStanding = (
  { now }: Pick<Deps, 'now'>,
  onChange: () => void,
): TakedownActions => ({
  takeDown: async (trx, act, { id, reason }) => {
    await holdAnyWork(trx, id)
    const before = await hideWork(trx, { id, reason, at: now() })
    if (before === undefined) return null
    await audit(trx, act, 'portfolio.take_down', { id, before, after: { reason } })
    return onChange
  },
  putBack: async (trx, act, id) => {
    await holdAnyWork(trx, id)
    const before = await showWork(trx, id)
    if (before === undefined) return null
    await audit(trx, act, 'portfolio.put_back', { id, before, after: null })
    return onChange
  },
})

const audit = (
  trx: Database,
  act: AdminAct | null,
  action: 'portfolio.take_down' | 'portfolio.put_back',
  { id, before, after }: { id: string; before: Stood; after: { reason: string } | null },
): Promise<void> =>
  insertAudit(trx, {
    act,
    action,
    subjectKind: 'portfolio',
    subjectId: id,
    before: { ...before },
    after,
  })
