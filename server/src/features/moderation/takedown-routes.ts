import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { closeReportsOf, lockReportsOf, lockSubject } from './report-queries.ts'
import { isOfNotice, type Subject } from './copyright-queries.ts'
import { type ModerationDeps, moderationReasonOf } from './takedown-rules.ts'

/** Admins take things down without a report and put them back without an appeal. */
export function registerTakedowns({ mount }: Context, { db, takedowns }: ModerationDeps): void {
  mount(takeDown, async ({ params, body: { reason, note: said }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const subject = { ...params, id: params.id.toLowerCase() }
    const note = said.trim()
    const notify = await db.transaction().execute(async (trx) => {
      await lockReportsOf(trx, subject)
      await takedowns[subject.kind].lock(trx, subject.id)
      if ((await lockSubject(trx, subject)) === undefined) throw notFound()
      const taken = { id: subject.id, reason: moderationReasonOf(reason, note) }
      const done = await takedowns[subject.kind].takeDown(trx, act, taken)
      if (done === null) throw new AppError('conflict', 'It’s already down.')
      await closeWith(trx, act, subject, note)
      return done
    })
    notify()
    return null
  })

  mount(putBack, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const notify = await db.transaction().execute(async (trx) => {
      await takedowns[params.kind].lock(trx, params.id)
      await lockUndecided(trx, params)
      const done = await takedowns[params.kind].putBack(trx, act, params.id)
      if (done === null) throw new AppError('conflict', 'It isn’t down.')
      return done
    })
    notify()
    return null
  })
}

/** Closes the open reports of a post or work that was just taken down, and logs each. */
async function closeWith(
  trx: Database,
  act: AdminAct,
  { kind, id }: Subject,
  note: string,
): Promise<void> {
  const reports = await closeReportsOf(trx, { kind, id }, { adminId: act.adminId, note })
  if (reports.length === 0) return
  await insertAudit(trx, {
    act,
    action: 'report.close',
    subjectKind: kind,
    subjectId: id,
    before: { status: 'open' },
    after: { status: 'closed', outcome: 'removed', note, reports },
  })
}

/** Locks what an admin wants to put back. Refuses when an appeal or a copyright notice has to be decided first. */
async function lockUndecided(trx: Database, subject: Subject): Promise<void> {
  const held = orNotFound(await lockSubject(trx, subject))
  if (held.isAppealed) {
    throw new AppError('conflict', 'There’s an appeal against this. Decide it under Appeals.')
  }
  if (await isOfNotice(trx, subject)) {
    throw new AppError(
      'conflict',
      'It’s down because of a copyright notice. Decide that under Copyright.',
    )
  }
}
