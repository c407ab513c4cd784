import { putBackMany, takeDownMany } from '@plinth/contract/moderation/bulk.ts'
import type { ReportReason } from '@plinth/contract/moderation/moderation.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { fillFor, judgeEach } from '../../core/audit/bulk.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AlreadyDone, AppError, notFound, orNotFound } from '../../http/errors.ts'
import { closeReportsOf, lockReportsOf, lockSubject } from './report-queries.ts'
import { isOfNotice } from './copyright-queries.ts'
import { moderationReasonOf } from '@plinth/contract/moderation/moderation.ts'
import type { ModerationDeps, RestorableSubject } from './takedown-rules.ts'

/** Admins take things down without a report and put them back without an appeal, one or many. */
export function registerTakedowns({ mount }: Context, moderation: ModerationDeps): void {
  mount(takeDown, async ({ params: { kind, id }, body, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    await down(moderation, act, { kind, id: id.toLowerCase() }, body)
    return null
  })

  mount(takeDownMany, async ({ params: { kind }, body, viewer, request }) => {
    const { ids, reason, note } = body
    const act = { adminId: viewer.id, requestId: request.id }
    const noteTo = await fillFor(moderation.db, kind, { ids, text: note })
    return judgeEach(ids, request.log, (id) =>
      down(moderation, act, { kind, id }, { reason, note: noteTo(id) }),
    )
  })

  mount(putBack, async ({ params: { kind, id }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    await back(moderation, act, { kind, id: id.toLowerCase() })
    return null
  })

  mount(putBackMany, ({ params: { kind }, body: { ids }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    return judgeEach(ids, request.log, (id) => back(moderation, act, { kind, id }))
  })
}

async function down(
  { db, takedowns }: ModerationDeps,
  act: AdminAct,
  subject: RestorableSubject,
  { reason, note: said }: { reason: ReportReason; note: string },
): Promise<void> {
  const note = said.trim()
  const notify = await db.transaction().execute(async (trx) => {
    await lockReportsOf(trx, subject)
    await takedowns[subject.kind].lock(trx, subject.id)
    if ((await lockSubject(trx, subject)) === undefined) throw notFound()
    const taken = { id: subject.id, reason: moderationReasonOf(reason, note) }
    const done = await takedowns[subject.kind].takeDown(trx, act, taken)
    if (done === null) throw new AlreadyDone('It’s already down.')
    await closeWith(trx, act, subject, note)
    return done
  })
  notify()
}

async function back(
  { db, takedowns }: ModerationDeps,
  act: AdminAct,
  subject: RestorableSubject,
): Promise<void> {
  const notify = await db.transaction().execute(async (trx) => {
    await takedowns[subject.kind].lock(trx, subject.id)
    await lockUndecided(trx, subject)
    const done = await takedowns[subject.kind].putBack(trx, act, subject.id)
    if (done === null) throw new AlreadyDone('It isn’t down.')
    return done
  })
  notify()
}

/** Closes the open reports of something that was just taken down, and logs each. */
async function closeWith(
  trx: Database,
  act: AdminAct,
  { kind, id }: RestorableSubject,
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
async function lockUndecided(trx: Database, subject: RestorableSubject): Promise<void> {
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
