import {
  createAppeal,
  decideAppeal,
  listAppeals,
  listOwnAppeals,
  listTakenDown,
  type AppealKind,
  type AppealOutcome,
  type RestorableKind,
} from '@plinth/contract/moderation/appeals.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { liftStrikeById, lockStrike } from '../../core/limits/strike-queries.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import { findVerifiedEmail } from '../../core/users/removal-queries.ts'
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
  lockRemoval,
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
      const act = orNotFound(
        kind === 'creator'
          ? await lockRemoval(trx, { userId: viewer.id, id })
          : kind === 'strike'
            ? await lockStruck(trx, { userId: viewer.id, id })
            : await lockOwn(trx, { userId: viewer.id, id, kind }),
      )
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
        subjectKind: PEOPLE.has(held.kind) ? 'user' : held.kind,
        subjectId: held.kind === 'strike' ? held.userId : held.subjectId,
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
  mine: { userId: string; id: string; kind: RestorableKind },
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

async function lockStruck(
  trx: Database,
  mine: { userId: string; id: string },
): Promise<Act | undefined> {
  const strike = await lockStrike(trx, mine)
  return strike === null
    ? undefined
    : { userId: mine.userId, kind: 'strike', subjectId: mine.id, ...strike }
}

/** Appeals about a person rather than something they made. */
const PEOPLE: ReadonlySet<AppealKind> = new Set(['account', 'creator', 'strike'])

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
  if (kind === 'creator') {
    if (outcome === 'upheld') await deps.removals.keep(trx, { userId, answer: note })
    else await deps.removals.giveBack(trx, { userId, answer: note })
    return () => deps.live.billingMoved(userId)
  }
  if (kind === 'strike') {
    if (outcome === 'restored') await liftStrikeById(trx, subjectId, deps.now())
    await emailAboutStrike(deps, trx, { userId, outcome, answer: note })
    return nothing
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

const STRIKE_DECIDED: Record<AppealOutcome, { subject: string; says: string }> = {
  restored: {
    subject: 'We took your strike back',
    says: 'We read your appeal and took the strike back. It no longer counts.',
  },
  upheld: {
    subject: 'Your strike stays',
    says: 'We read your appeal, and the strike stays as it is.',
  },
}

async function emailAboutStrike(
  deps: ModerationDeps,
  trx: Database,
  { userId, outcome, answer }: { userId: string; outcome: AppealOutcome; answer: string },
): Promise<void> {
  const { subject, says } = STRIKE_DECIDED[outcome]
  await queueEmail(trx, deps, {
    to: await findVerifiedEmail(trx, userId),
    subject,
    paragraphs: [says, `Our answer: ${answer}`],
  })
}
