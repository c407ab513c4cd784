import {
  changeUser,
  deleteUser,
  getAdminStats,
  listUsers,
} from '@plinth/contract/moderation/admin.ts'
import { suspendMany } from '@plinth/contract/moderation/bulk.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { AccountDeletion } from '../../core/account/deletion.ts'
import { fillFor, judgeEach } from '../../core/audit/bulk.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import type { OperatingView } from '../../core/operating/operating-view.ts'
import { kindsOf, type ProposedAct } from '../../core/proposals/proposals.ts'
import type { Context } from '../../deps.ts'
import { AlreadyDone, AppError, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { countQueues, countAll, findUptime, recordMinute } from './stats-queries.ts'
import { findAdminUser, listOfUsers } from './user-queries.ts'
import { changeCreator } from './creator-steps.ts'
import { registerAnswers } from './answer-routes.ts'
import { registerExports } from './export-routes.ts'
import { registerGrowth } from './growth/growth-routes.ts'
import { registerHealthPage } from './health-routes.ts'
import { registerNotes } from './note-routes.ts'
import { registerPersonLimits } from './limit-routes.ts'
import { registerProposals } from './proposal-routes.ts'
import {
  audit,
  changeOf,
  changeRole,
  changeSuspension,
  ownerAct,
  refuseOnStaff,
  staffFor,
  type SuspensionChange,
} from './user-steps.ts'

/** What other features do for the admin page. */
interface AdminActs {
  deletion: AccountDeletion
  removals: CreatorRemovals
  ruling: ProposedAct
  operating: OperatingView
}

/** Users, their rights and suspensions, and the figures at the top of the admin page. */
export function registerAdmin(
  context: Context,
  { deletion, removals, ruling, operating }: AdminActs,
): void {
  const { app, mount, deps } = context
  const { db } = deps
  registerUptime({ app, deps })
  registerExports(context)
  registerPersonLimits({ mount, deps })
  registerProposals({ mount, deps }, { ruling, owner: ownerAct })
  registerAnswers({ mount, deps })
  registerNotes({ mount, deps })
  registerHealthPage({ mount, deps }, operating)
  registerGrowth({ mount, deps })

  mount(getAdminStats, async () => {
    const [counts, uptime] = await Promise.all([countAll(db), findUptime(db, deps.now())])
    return { ...counts, uptime }
  })

  mount(getQueues, ({ viewer }) => countQueues(db, { kinds: kindsOf(viewer), now: deps.now() }))

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
    if ('isCreator' in change && !change.isCreator) await removals.prepare(id)
    const notify = await db.transaction().execute(async (trx) => {
      if ('suspended' in change) return changeSuspension(deps, trx, act, id, change)
      if ('isCreator' in change) return changeCreator(trx, act, id, change, removals)
      return changeRole(deps, trx, act, id, { ...change, now: deps.now() })
    })
    notify?.()
    return orNotFound(await findAdminUser(db, id, viewer.id))
  })

  mount(suspendMany, async ({ body: { ids, suspended, reason: said }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const reasonTo = await fillFor(db, 'user', { ids, text: said.trim() })
    return judgeEach(ids, request.log, async (id) => {
      const change: SuspensionChange = suspended
        ? { suspended, reason: reasonTo(id) }
        : { suspended, note: reasonTo(id) }
      const notify = await db
        .transaction()
        .execute((trx) => changeSuspension(deps, trx, act, id, change))
      if (notify === null) {
        throw new AlreadyDone(suspended ? 'Already suspended.' : 'Not suspended.')
      }
      notify()
    })
  })

  mount(deleteUser, async ({ params, viewer, request }) => {
    const id = params.id.toLowerCase()
    const act = { adminId: viewer.id, requestId: request.id }
    if (id === viewer.id) {
      throw new AppError(
        'conflict',
        'This is your own account. You can delete it in your settings.',
      )
    }
    await deletion.remove(id, async (trx) => {
      refuseOnStaff(await staffFor(trx, act, 'users.delete'), act, id)
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
