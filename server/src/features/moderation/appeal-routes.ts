import {
  createAppeal,
  decideAppeal,
  listAppeals,
  listOwnAppeals,
  listTakenDown,
  type AppealOutcome,
  type TakenDownKind,
} from '@plinth/contract/moderation/appeals.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { restore, emailUpheld } from '../../core/users/suspension-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import {
  OWN_APPEALS,
  findAdminAppeal,
  findOwnAppeal,
  listForAdmin,
  listOwn,
  closeAppeal,
  findTakenDown,
  lockAppeal,
  lockTakedown,
  insertAppeal,
  notifyUpheld,
  type Act,
  type HeldAppeal,
} from './appeal-queries.ts'
import type { ModerationDeps } from './takedown-rules.ts'
import { isOfNotice } from './copyright-queries.ts'

/** People appeal against takedowns and suspensions; admins decide. */
export function registerAppeals({ mount }: Context, deps: ModerationDeps): void {
  const { db } = deps

  mount(createAppeal, async ({ body: { kind, id, text }, viewer }) => {
    const appealId = await db.transaction().execute(async (trx) => {
      const act = orNotFound(await lockOwn(trx, { userId: viewer.id, id, kind }))
      const written = await insertAppeal(trx, act, text.trim())
      if (written === null) throw appealedAlready()
      return written
    })
    return findOwnAppeal(db, appealId)
  })

  mount(listOwnAppeals, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listOwn(db, { viewerId: viewer.id, limit, after: decodeTimeCursor(cursor, OWN_APPEALS) }),
  )
  mount(listTakenDown, ({ viewer }) => findTakenDown(db, viewer.id))

  mount(listAppeals, ({ viewer, query: { status = 'open', cursor, limit = PAGE_SIZE } }) =>
    listForAdmin(db, status, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, status),
    }),
  )

  mount(decideAppeal, async ({ params: { id }, body, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const { outcome, note } = { ...body, note: body.note.trim() }
    const notify = await db.transaction().execute(async (trx) => {
      const held = orNotFound(await lockAppeal(trx, id))
      if (!held.isOpen) throw new AppError('conflict', 'This appeal has already been decided.')
      const done = await decide(deps, trx, act, { held, outcome, note })
      await closeAppeal(trx, id, { outcome, note, adminId: viewer.id, at: deps.now() })
      await insertAudit(trx, {
        act,
        action: 'appeal.decide',
        subjectKind: held.kind === 'account' ? 'user' : held.kind,
        subjectId: held.subjectId,
        before: { state: 'open' },
        after: { state: outcome, note },
      })
      return done
    })
    notify()
    return findAdminAppeal(db, id)
  })
}

const appealedAlready = () =>
  new AppError('conflict', 'You’ve already appealed against this. You can appeal once.')

/** Locks what the person appeals for. Something taken down for a copyright notice needs a counter-notice instead. */
async function lockOwn(
  trx: Database,
  mine: { userId: string; id: string; kind: TakenDownKind },
): Promise<Act | undefined> {
  const act = await lockTakedown(trx, mine)
  if (act !== undefined && (await isOfNotice(trx, mine))) {
    throw new AppError(
      'conflict',
      'We took it down because of a copyright notice. Send a counter-notice instead.',
    )
  }
  return act
}

const nothing = () => undefined

/** Carries out a decision. Returns what to call after the commit. */
async function decide(
  deps: ModerationDeps,
  trx: Database,
  act: AdminAct,
  { held, outcome, note }: { held: HeldAppeal; outcome: AppealOutcome; note: string },
): Promise<() => void> {
  const { kind, subjectId, userId } = held
  if (kind === 'copyright') {
    throw new AppError('conflict', 'Decide a counter-notice with its notice, under Copyright.')
  }
  if (outcome === 'upheld') {
    if (kind === 'account') await emailUpheld(deps, trx, { userId, answer: note })
    else await notifyUpheld(trx, { kind, subjectId })
    return nothing
  }
  const notify =
    kind === 'account'
      ? await restore(deps, trx, { userId, answer: note })
      : await deps.takedowns[kind].putBack(trx, act, subjectId)
  if (notify === null) {
    throw new AppError(
      'conflict',
      'It no longer exists, so you can’t put it back. Keep it down instead.',
    )
  }
  return notify
}
