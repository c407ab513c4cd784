import {
  changeUser,
  deleteUser,
  getAdminStats,
  listUsers,
} from '@plinth/contract/moderation/admin.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { AccountDeletion } from '../../core/account/deletion.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { requireRecentSignIn } from '../../http/guards.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { countQueues, countAll, findUptime, recordMinute } from './stats-queries.ts'
import { findAdminUser, listOfUsers } from './user-queries.ts'
import { adminsFor, audit, changeOf, changeRight, changeSuspension } from './user-steps.ts'

/** Users, their rights and suspensions, and the figures at the top of the admin page. */
export function registerAdmin({ app, mount, deps }: Context, deletion: AccountDeletion): void {
  const { db } = deps
  registerUptime({ app, deps })

  mount(getAdminStats, async () => {
    const [counts, uptime] = await Promise.all([countAll(db), findUptime(db, deps.now())])
    return { ...counts, uptime }
  })

  mount(getQueues, () => countQueues(db))

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
    const notify = await db.transaction().execute(async (trx) => {
      if ('suspended' in change) return changeSuspension(deps, trx, act, id, change)
      await changeRight(trx, act, id, change)
      return null
    })
    notify?.()
    return orNotFound(await findAdminUser(db, id))
  })

  mount(deleteUser, async ({ params, viewer, request }) => {
    const id = params.id.toLowerCase()
    const act = { adminId: viewer.id, requestId: request.id }
    requireRecentSignIn(viewer, deps.now())
    if (id === viewer.id) {
      throw new AppError(
        'conflict',
        'This is your own account. You can delete it in your settings.',
      )
    }
    await deletion.remove(id, async (trx) => {
      await adminsFor(trx, act)
      await audit(trx, act, id, 'user.delete')
    })
    return null
  })
}

/** Three beats a minute, so that one late beat doesn't make a minute count as down. */
const BEAT_MS = 20_000

/**
 * Records each minute in which at least one server process ran and could write to the database. Plinth can't see
 * outages of the network or a proxy in front of it, so they are not in the figure.
 */
function registerUptime({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  let beating: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const beat = () => {
    beating = recordMinute(deps.db, deps.now()).catch((error: unknown) => {
      app.log.error({ err: error }, 'uptime of this minute could not be recorded')
    })
  }
  app.addHook('onReady', () => {
    beat()
    timer = setInterval(beat, BEAT_MS)
    timer.unref()
    return beating
  })
  app.addHook('onClose', () => {
    clearInterval(timer)
    return beating
  })
}
