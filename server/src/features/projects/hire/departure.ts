import type { AffectedProject } from '../../../core/account/deletion.ts'
import type { Database } from '../../../db/pool.ts'
import { lockRequestsTo } from '../project-lock-queries.ts'
import { divide, move, type ProjectContext } from '../project-steps.ts'

const REASON = 'The creator deleted their account, so this request is closed.'

/**
 * Closes what people asked of a creator who deletes their account and have not paid for. (With money held, an account
 * cannot be deleted.) The reason stands in the room, and the client is notified.
 */
export async function closeRequestsTo(
  { deps, money }: ProjectContext,
  trx: Database,
  creatorId: string,
): Promise<AffectedProject[]> {
  const context = { trx, money, now: deps.now() }
  const requests = await lockRequestsTo(trx, creatorId)
  for (const project of requests) {
    await divide(context, project, 'all')
    await move(context, project, 'decline', {
      // Without an id, because nobody hears of what somebody did who is gone.
      actor: { by: 'creator', id: null },
      set: { closing_note: REASON },
      event: { kind: 'declined', note: REASON },
    })
  }
  return requests.map(({ id, clientId }) => ({ id, clientId }))
}
