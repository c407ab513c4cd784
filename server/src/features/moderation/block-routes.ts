import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  decideLookAlike,
  liftBlock,
  listBlocks,
  listLookAlikes,
} from '@plinth/contract/moderation/blocks.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import { RENDER } from '../../core/media/media-rules.ts'
import type { Context } from '../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import * as queries from './block-queries.ts'

/** Files that were taken down and can’t be uploaded again, and uploads that look like them. */
export function registerBlocks({ mount, deps }: Context): void {
  const { db, jobs, live, now } = deps

  mount(listBlocks, ({ viewer, query: { status = 'active', cursor, limit = PAGE_SIZE } }) =>
    queries.listOfBlocks(db, status, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, status),
    }),
  )

  mount(liftBlock, async ({ params: { id }, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const at = { adminId: viewer.id, now: now() }
      const { kind, subjectId } = orNotFound(await queries.liftBlock(trx, id, at))
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'block.lift',
        subjectKind: kind,
        subjectId,
        before: { isBlocked: true },
        after: { isBlocked: false },
      })
    })
    return null
  })

  mount(listLookAlikes, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    queries.listOfLookAlikes(db, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, queries.LOOK_ALIKES),
    }),
  )

  mount(decideLookAlike, async ({ params: { id }, body: { outcome, note }, viewer, request }) => {
    const reason = note?.trim() ?? null
    if (outcome === 'refused' && reason === null)
      throw invalidField('note', 'Give a reason. They will read it.')
    const ownerId = await db.transaction().execute(async (trx) => {
      const held = orNotFound(await queries.lockReview(trx, id))
      if (!held.isWaiting) throw new AppError('conflict', 'This has already been decided.')
      const verdict = { state: outcome, note: reason, adminId: viewer.id, at: now() }
      await queries.closeReview(trx, id, verdict)
      if (outcome === 'passed') await jobs.send(trx, RENDER, { mediaId: id })
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: outcome === 'passed' ? 'upload.pass' : 'upload.refuse',
        subjectKind: 'user',
        subjectId: held.ownerId,
        before: { state: 'waiting' },
        after: { state: outcome, ...(reason === null ? {} : { note: reason }) },
      })
      return held.ownerId
    })
    if (outcome === 'refused') live.mediaMoved(id, ownerId, 'failed')
    return null
  })
}
