import {
  MAX_LIMIT_DAYS,
  dropPersonLimit,
  getPersonLimits,
  setPersonLimit,
} from '@plinth/contract/moderation/limits.ts'
import {
  dropLimit,
  findLimits,
  setLimit,
  type PersonLimit,
} from '../../core/limits/person-queries.ts'
import type { AdminAct } from '../../core/audit/audit-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { invalidField, notFound } from '../../http/errors.ts'
import { audit, refuseOnStaff, staffFor } from './user-steps.ts'

const DAY_MS = 86_400_000

/** Staff see somebody's daily limits and strikes, and set limits for them alone. */
export function registerPersonLimits({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, now } = deps

  mount(getPersonLimits, ({ params }) => findLimits(db, params.id))

  mount(setPersonLimit, async ({ params, body, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const limit = { userId: params.id.toLowerCase(), kind: params.kind }
    const given = { ...body, reason: body.reason.trim(), until: new Date(body.until) }
    const ahead = given.until.getTime() - now().getTime()
    if (ahead <= 0) throw invalidField('until', 'Choose a day that is still to come.')
    if (ahead > MAX_LIMIT_DAYS * DAY_MS)
      throw invalidField('until', `Choose a day within ${MAX_LIMIT_DAYS} days.`)
    await db.transaction().execute(async (trx) => {
      await refuse(trx, act, limit)
      const before = await setLimit(trx, limit, { ...given, setBy: viewer.id, now: now() })
      await audit(trx, act, limit.userId, 'user.limit', {
        before: { limit: limit.kind, allowed: before?.allowed ?? null },
        after: {
          limit: limit.kind,
          allowed: given.allowed,
          reason: given.reason,
          until: given.until.toISOString(),
        },
      })
    })
    return findLimits(db, params.id)
  })

  mount(dropPersonLimit, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const limit = { userId: params.id.toLowerCase(), kind: params.kind }
    await db.transaction().execute(async (trx) => {
      await refuse(trx, act, limit)
      const before = await dropLimit(trx, limit)
      if (before === null) throw notFound()
      await audit(trx, act, limit.userId, 'user.limit', {
        before: { limit: limit.kind, ...before },
        after: { limit: limit.kind, allowed: null },
      })
    })
    return findLimits(db, params.id)
  })
}

const refuse = async (trx: Database, act: AdminAct, { userId }: PersonLimit): Promise<void> =>
  refuseOnStaff(await staffFor(trx, act, 'limits.set'), act, userId)
