import {
  changeUser,
  deleteUser,
  getAdminStats,
  listUsers,
} from '@plinth/contract/moderation/admin.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { AccountDeletion } from '../../core/account/deletion.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { requireRecentSignIn } from '../../http/guards.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { countAll } from './stats-queries.ts'
import { registerUptime } from './uptime.ts'
import { findUptime } from './uptime-queries.ts'
import { findAdminUser, listOfUsers } from './user-list-queries.ts'
import { adminsFor, audit, changeOf, changeRight, changeStanding } from './user-steps.ts'

/** People's rights and standing, and Plinth in figures. */
export function registerAdmin({ app, mount, deps }: Context, deletion: AccountDeletion): void {
  const { db } = deps
  registerUptime({ app, deps })

  mount(getAdminStats, async () => {
    const [counts, uptime] = await Promise.all([countAll(db), findUptime(db, deps.now())])
    return { ...counts, uptime }
  })

  mount(
    listUsers,
    ({ viewer, query: { filter = 'all', search = '', cursor, limit = PAGE_SIZE } }) =>
      listOfUsers(db, {
        adminId: viewer.id,
        filter,
        search: search.trim(),
        limit,
        after: decodeTimeCursor(cursor, filter),
      }),
  )

  mount(changeUser, async ({ params, body, viewer, request }) => {
    const id = params.id.toLowerCase()
    const act = { adminId: viewer.id, requestId: request.id }
    const change = changeOf(body)
    if (!('isCreator' in change)) requireRecentSignIn(viewer, deps.now())
    const tell = await db.transaction().execute(async (trx) => {
      if ('suspended' in change) return changeStanding(deps, trx, act, id, change)
      await changeRight(trx, act, id, change)
      return null
    })
    tell?.()
    const user = await findAdminUser(db, id)
    if (user === null) throw notFound()
    return user
  })

  mount(deleteUser, async ({ params, viewer, request }) => {
    const id = params.id.toLowerCase()
    const act = { adminId: viewer.id, requestId: request.id }
    requireRecentSignIn(viewer, deps.now())
    if (id === viewer.id) {
      throw new AppError('conflict', 'This is your own account. Delete it in your settings.')
    }
    await deletion.remove(id, async (trx) => {
      await adminsFor(trx, act)
      await audit(trx, act, id, 'user.delete')
    })
    return null
  })
}
