import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Deps } from '../../deps.ts'
import {
  lockAnyBoard,
  putBackBoard,
  takeDownBoard,
  tellMakers,
  untellMakers,
} from './board-public-queries.ts'

const nothing = () => undefined

/** Takes boards down and puts them back. A board that is down is private: its people still see it. */
export const boardTakedown = ({ now }: Pick<Deps, 'now'>): TakedownActions => ({
  lock: lockAnyBoard,
  takeDown: async (trx, act, { id, reason }) => {
    await lockAnyBoard(trx, id)
    const taken = await takeDownBoard(trx, { id, reason, at: now() })
    if (taken === undefined) return null
    if (taken.isPublic) await untellMakers(trx, { boardId: id })
    const { ownerId, title } = taken
    const audited = { action: 'board.take_down', subjectKind: 'board', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before: { ownerId, title }, after: { reason } })
    return nothing
  },
  putBack: async (trx, act, id) => {
    await lockAnyBoard(trx, id)
    const before = await putBackBoard(trx, id)
    if (before === undefined) return null
    await tellMakers(trx, { boardId: id })
    const audited = { action: 'board.put_back', subjectKind: 'board', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before: { ...before } })
    return nothing
  },
})
