import type { RestorableKind } from '@plinth/contract/moderation/appeals.ts'
import { addStrike, findStruck, liftStrike } from '../../core/limits/strike-queries.ts'
import { liftBlocksOf } from '../../core/media/blocks/block-queries.ts'
import { blockAllFiles } from '../../core/media/blocks/look-jobs.ts'
import type { TakeDown, TakedownActions } from '../../core/audit/takedowns.ts'
import type { Deps } from '../../deps.ts'
import type { TakedownsByKind } from './takedown-rules.ts'

/**
 * Each takedown gives its author a strike and keeps its files from coming back. Both end when the thing is put back,
 * however that comes about.
 */
export function withConsequences(
  deps: Pick<Deps, 'jobs' | 'now'>,
  takedowns: TakedownsByKind,
): TakedownsByKind {
  const down =
    (kind: keyof TakedownsByKind, takeDown: TakeDown): TakeDown =>
    async (trx, act, taken) => {
      const struck = { kind, subjectId: taken.id }
      const userId = await findStruck(trx, struck)
      const done = await takeDown(trx, act, taken)
      if (done === null) return null
      const why = { reason: taken.reason, isClaimed: taken.isClaimed ?? false }
      if (userId !== null)
        await addStrike(trx, struck, { userId, reason: why.reason, now: deps.now() })
      if (kind === 'post' || kind === 'portfolio')
        await blockAllFiles(trx, deps.jobs, { kind, id: taken.id }, { ...why, now: deps.now() })
      return done
    }
  const both = (kind: RestorableKind, actions: TakedownActions): TakedownActions => ({
    lock: actions.lock,
    takeDown: down(kind, actions.takeDown),
    putBack: async (trx, act, id) => {
      const done = await actions.putBack(trx, act, id)
      if (done === null) return null
      await liftStrike(trx, { kind, subjectId: id }, deps.now())
      if (kind !== 'board') await liftBlocksOf(trx, { kind, id }, deps.now())
      return done
    },
  })
  return {
    post: both('post', takedowns.post),
    portfolio: both('portfolio', takedowns.portfolio),
    board: both('board', takedowns.board),
    comment: { takeDown: down('comment', takedowns.comment.takeDown) },
  }
}
