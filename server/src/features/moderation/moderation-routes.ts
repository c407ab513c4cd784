import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  closeReport,
  createReport,
  getReport,
  listReports,
  type ReportKind,
} from '@plinth/contract/moderation/moderation.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { TakeDown } from '../../core/audit/takedowns.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, rateLimited } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerAccountAppeals } from './account-appeal-routes.ts'
import { registerAppeals } from './appeal-routes.ts'
import { findReport, findWholeReport, listOfReports } from './report-list-queries.ts'
import { registerSensitive } from './sensitive-routes.ts'
import { registerStanding } from './standing-routes.ts'
import type { Standings } from './standings.ts'
import { statementOf } from './statement.ts'
import { registerCounterNotices } from './takedown-counter.ts'
import { registerTakedowns } from './takedown-routes.ts'
import {
  closeReports,
  holdReports,
  insertReport,
  type Decision,
  type HeldReport,
} from './report-write-queries.ts'

export function registerModeration(context: Context, standings: Standings): void {
  const { mount, deps } = context
  const { db } = deps
  const doors = { ...deps, standings }
  registerAppeals(context, doors)
  registerAccountAppeals(context)
  registerTakedowns(context, doors)
  registerCounterNotices(context, doors)
  registerStanding(context, doors)
  registerSensitive(context)

  mount(createReport, async ({ body, viewer }) => {
    const { kind, id, reason, text = '' } = body
    const report = await insertReport(db, {
      reporterId: viewer.id,
      kind,
      subjectId: id,
      reason,
      text: text.trim(),
    })
    if (report === 'missing') throw notFound()
    if ('waitSeconds' in report) throw mustWait(report.waitSeconds)
    return report
  })

  mount(listReports, ({ viewer, query: { status = 'open', cursor, limit = PAGE_SIZE } }) =>
    listOfReports(db, status, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, status),
    }),
  )

  mount(getReport, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    // Nobody reads what was reported without it being known.
    const report = await db.transaction().execute(async (trx) => {
      const found = await findWholeReport(trx, params.id)
      if (found !== null) {
        const audited = {
          action: 'report.read',
          subjectKind: 'report',
          subjectId: found.id,
        } as const
        await insertAudit(trx, { act, ...audited })
      }
      return found
    })
    if (report === null) throw notFound()
    return report
  })

  mount(closeReport, async ({ params, body: { outcome, note }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const tell = await close(deps.db, standings, act, {
      id: params.id,
      adminId: viewer.id,
      outcome,
      note: note.trim(),
    })
    tell?.()
    const closed = await findReport(db, params.id)
    if (closed === null) throw notFound()
    return closed
  })
}

/** Decides on a thing that was reported: all of it happens, or nothing. Answers what is to be called then. */
function close(
  db: Context['deps']['db'],
  standings: Standings,
  act: AdminAct,
  decision: Decision,
): Promise<(() => void) | null> {
  const { outcome, note } = decision
  return db.transaction().execute(async (trx) => {
    const held = openOne(await holdReports(trx, decision.id))
    const tell =
      outcome === 'removed' ? await takeDown(trx, standings, act, { ...held, note }) : null
    await insertAudit(trx, {
      act,
      action: 'report.close',
      subjectKind: held.kind,
      subjectId: held.subjectId,
      before: { status: 'open' },
      after: { status: 'closed', outcome, note, reports: await closeReports(trx, decision) },
    })
    return tell
  })
}

async function takeDown(
  trx: Database,
  standings: Standings,
  act: AdminAct,
  { kind, subjectId, reason, note }: HeldReport & { note: string },
): Promise<() => void> {
  const how = takeDownOf(standings, kind)
  if (how === undefined) {
    throw new AppError('input.invalid', `A ${kind} cannot be removed.`, {
      fields: { outcome: `is not possible for a ${kind}` },
    })
  }
  const tell = await how(trx, act, { id: subjectId, reason: statementOf(reason, note) })
  if (tell === null) {
    throw new AppError('conflict', 'It is gone already. Close the report without an action.')
  }
  return tell
}

const takeDownOf = (standings: Standings, kind: ReportKind): TakeDown | undefined =>
  kind === 'message' || kind === 'user' ? undefined : standings[kind].takeDown

function openOne(report: HeldReport | undefined): HeldReport {
  if (report === undefined) throw notFound()
  if (!report.isOpen) throw new AppError('conflict', 'This report is closed already.')
  return report
}

const mustWait = (seconds: number): AppError =>
  rateLimited(seconds, (time) => `You have sent many reports. You can send another in ${time}.`)
