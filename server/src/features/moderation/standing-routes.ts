import { putBack, takeDown } from '@plinth/contract/moderation/standing.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { closeReportsOf, holdReportsOf } from './report-write-queries.ts'
import { holdSubject } from './standing-queries.ts'
import type { Doors } from './standings.ts'
import { statementOf } from './statement.ts'
import { isOfNotice, type Named } from './takedown-queries.ts'

/** Admins take down what nobody reported, and put back what nobody appealed for. */
export function registerStanding({ mount, deps }: Context, { standings }: Doors): void {
  const { db } = deps

  mount(takeDown, async ({ params, body: { reason, note: said }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const subject = { ...params, id: params.id.toLowerCase() }
    const note = said.trim()
    const tell = await db.transaction().execute(async (trx) => {
      await holdReportsOf(trx, subject)
      if ((await holdSubject(trx, subject)) === undefined) throw notFound()
      const taken = { id: subject.id, reason: statementOf(reason, note) }
      const done = await standings[subject.kind].takeDown(trx, act, taken)
      if (done === null) throw new AppError('conflict', 'It is taken down already.')
      await closeWith(trx, act, subject, note)
      return done
    })
    tell()
    return null
  })

  mount(putBack, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const tell = await db.transaction().execute(async (trx) => {
      await holdUndecided(trx, params)
      const done = await standings[params.kind].putBack(trx, act, params.id)
      if (done === null) throw new AppError('conflict', 'It is not taken down.')
      return done
    })
    tell()
    return null
  })
}

/** Reports of what is down have their answer. */
async function closeWith(
  trx: Database,
  act: AdminAct,
  { kind, id }: Named,
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

/** Holds what an admin can put back on their own: nobody awaits another answer. */
async function holdUndecided(trx: Database, subject: Named): Promise<void> {
  const held = await holdSubject(trx, subject)
  if (held === undefined) throw notFound()
  if (held.isAppealed) {
    throw new AppError('conflict', 'There is an appeal against this. Decide it under Appeals.')
  }
  if (await isOfNotice(trx, subject)) {
    throw new AppError(
      'conflict',
      'It is down for a copyright notice. Decide that under Copyright.',
    )
  }
}
