import { blockUser, listBlocked, unblockUser } from '@plinth/contract/people/blocks.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { block, BLOCKED_LIST, listBlockedPeople, unblock } from './block-queries.ts'

export function registerBlocks({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, live } = deps

  mount(blockUser, async ({ params, viewer }) => {
    const blockedId = params.id.toLowerCase()
    if (blockedId === viewer.id) {
      throw new AppError('input.invalid', 'You can’t block yourself.')
    }
    const blocked = orNotFound(await block(db, { blockerId: viewer.id, blockedId }))
    live.accessMoved(blockedId)
    if (blocked.unfollowed.length > 0) live.followersMoved(blocked.unfollowed)
    if (blocked.affected.length > 0) live.notificationsMoved(blocked.affected)
    return null
  })

  mount(unblockUser, async ({ params, viewer }) => {
    await unblock(db, { blockerId: viewer.id, blockedId: params.id })
    return null
  })

  mount(listBlocked, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listBlockedPeople(db, {
      blockerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, BLOCKED_LIST),
    }),
  )
}
