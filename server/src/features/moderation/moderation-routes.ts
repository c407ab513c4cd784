import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  closeReport,
  createReport,
  getReport,
  listReports,
  moderationReasonOf,
  reasonsFor,
  type ReportKind,
} from '@plinth/contract/moderation/moderation.ts'
import { closeManyReports } from '@plinth/contract/moderation/bulk.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { fillFor, judgeEach } from '../../core/audit/bulk.ts'
import type { TakeDown } from '../../core/audit/takedowns.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import {
  AlreadyDone,
  AppError,
  notFound,
  rateLimited,
  orNotFound,
  invalidField,
} from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerAccountAppeals } from './account-appeal-routes.ts'
import { registerAppeals } from './appeal-routes.ts'
import { registerContentCases } from './case-routes.ts'
import {
  findReport,
  findWholeReport,
  listOfReports,
  closeReports,
  lockReports,
  insertReport,
  type Decision,
  type HeldReport,
} from './report-queries.ts'
import { registerBlocks } from './block-routes.ts'
import { registerHeld, type Delivery } from './held-routes.ts'
import { registerSensitive } from './sensitive-routes.ts'
import { withConsequences } from './takedown-steps.ts'
import { registerTakedowns } from './takedown-routes.ts'
import type { TakedownsByKind } from './takedown-rules.ts'
import { registerCounterNotices } from './counter-notice-steps.ts'
import { registerCopyright } from './copyright-routes.ts'

export function registerModeration(
  context: Context,
  given: TakedownsByKind,
  removals: CreatorRemovals,
  delivery: Delivery,
): void {
  const { mount, deps } = context
  const takedowns = withConsequences(deps, given)
  const { db } = deps
  const moderationDeps = { ...deps, takedowns, removals }
  registerAppeals(context, moderationDeps)
  registerAccountAppeals(context)
  registerCopyright(context, moderationDeps)
  registerCounterNotices(context, moderationDeps)
  registerTakedowns(context, moderationDeps)
  registerSensitive(context)
  registerContentCases(context)
  registerHeld(context, delivery)
  registerBlocks(context)

  mount(createReport, async ({ body, viewer }) => {
    const { kind, id, reason, text = '' } = body
    if (reasonsFor(kind).every(({ value }) => value !== reason)) {
      throw invalidField('reason', 'You can report a wrong origin only for a work.')
    }
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
    // Reading a report is logged, because it shows what somebody wrote.
    return orNotFound(
      await db.transaction().execute(async (trx) => {
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
      }),
    )
  })

  mount(closeReport, async ({ params, body: { outcome, note }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const notify = await close(deps.db, takedowns, act, {
      id: params.id,
      adminId: viewer.id,
      outcome,
      note: note.trim(),
    })
    notify?.()
    return orNotFound(await findReport(db, params.id))
  })

  mount(closeManyReports, async ({ body: { ids, outcome, note }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const noteTo = await fillFor(db, 'report', { ids, text: note.trim() })
    return judgeEach(ids, request.log, async (id) => {
      const decision = { id, adminId: viewer.id, outcome, note: noteTo(id) }
      const notify = await close(db, takedowns, act, decision)
      notify?.()
    })
  })
}

/** Closes a report in one transaction, with the takedown if there is one. Returns what to call after the commit. */
function close(
  db: Context['deps']['db'],
  takedowns: TakedownsByKind,
  act: AdminAct,
  decision: Decision,
): Promise<(() => void) | null> {
  const { outcome, note } = decision
  return db.transaction().execute(async (trx) => {
    const held = openOne(await lockReports(trx, decision.id))
    const notify =
      outcome === 'removed' ? await takeDown(trx, takedowns, act, { ...held, note }) : null
    await insertAudit(trx, {
      act,
      action: 'report.close',
      subjectKind: held.kind,
      subjectId: held.subjectId,
      before: { status: 'open' },
      after: { status: 'closed', outcome, note, reports: await closeReports(trx, decision) },
    })
    return notify
  })
}

async function takeDown(
  trx: Database,
  takedowns: TakedownsByKind,
  act: AdminAct,
  { kind, subjectId, reason, note }: HeldReport & { note: string },
): Promise<() => void> {
  const how = takeDownOf(takedowns, kind)
  if (how === undefined) {
    throw invalidField('outcome', `You can’t remove a ${kind}.`)
  }
  const notify = await how(trx, act, { id: subjectId, reason: moderationReasonOf(reason, note) })
  if (notify === null) {
    throw new AppError('conflict', 'It’s already gone. Close the report without an action.')
  }
  return notify
}

const takeDownOf = (takedowns: TakedownsByKind, kind: ReportKind): TakeDown | undefined =>
  kind === 'message' || kind === 'user' ? undefined : takedowns[kind].takeDown

function openOne(report: HeldReport | undefined): HeldReport {
  if (report === undefined) throw notFound()
  if (!report.isOpen) throw new AlreadyDone('This report is already closed.')
  return report
}

const mustWait = (seconds: number): AppError =>
  rateLimited(seconds, (time) => `You’ve sent many reports. You can send another in ${time}.`)
