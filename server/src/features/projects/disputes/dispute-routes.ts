import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { needsSecondPerson } from '@plinth/contract/moderation/proposals.ts'
import {
  listDisputes,
  openDispute,
  refundProject,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import { insertAudit } from '../../../core/audit/audit-queries.ts'
import { hasOtherWith } from '../../../core/proposals/proposal-queries.ts'
import { propose } from '../../../core/proposals/proposals.ts'
import { AppError, notFound } from '../../../http/errors.ts'
import type { Mount } from '../../../http/mount.ts'
import { decodeTimeCursor } from '../../../http/paging.ts'
import { listDisputed } from './dispute-queries.ts'
import { dispute } from './dispute-steps.ts'
import { checkRuling, impartial, rule } from './ruling-steps.ts'
import { lockProject } from '../project-lock-queries.ts'
import { centsOf } from '../project-rules.ts'
import { readRoom } from '../room/project-read-queries.ts'
import { runStep, type ProjectContext } from '../project-steps.ts'

/** Disputes: the statements of the two sides, and the decisions of admins. */
export function registerDisputes(mount: Mount, context: ProjectContext): void {
  const { deps, money } = context
  const { db, live } = deps

  mount(openDispute, async ({ params: { id }, body, viewer }) => {
    const statement = { text: body.text.trim(), asksCents: centsOf(body.asks, 'asks') }
    await runStep(context, { id, viewer }, (step) => dispute(step, statement))
    return readRoom(context, id, viewer)
  })

  mount(listDisputes, ({ query: { box = 'open', cursor, limit = PAGE_SIZE }, viewer }) =>
    listDisputed(deps, {
      adminId: viewer.id,
      box,
      limit,
      after: decodeTimeCursor(cursor, `disputes-${box}`),
    }),
  )

  mount(ruleDispute, async ({ params: { id }, body, viewer, request }) => {
    const now = deps.now()
    const toClientCents = centsOf(body.toClient, 'toClient')
    const ruling = { toClientCents, reason: body.reason.trim(), decidedBy: viewer.id }
    const act = { adminId: viewer.id, requestId: request.id }
    const ruled = await db.transaction().execute(async (trx) => {
      const project = impartial(await lockProject(trx, id), viewer)
      const step = { trx, money, now }
      await checkRuling(step, project, toClientCents)
      const { clientId, creatorId, depositCents } = project
      const isForTwo =
        needsSecondPerson(depositCents ?? 0) &&
        (await hasOtherWith(trx, 'disputes.decide', [viewer.id, clientId, creatorId]))
      if (!isForTwo) {
        await rule(step, act, project, ruling)
        return project
      }
      const made = { ...ruling, kind: 'ruling', subjectKind: 'project', subjectId: id } as const
      const notFor = [clientId, creatorId]
      await propose(deps, trx, act, { ...made, proposedBy: viewer.id, now, notFor })
      return null
    })
    if (ruled !== null) live.projectMoved(id, [ruled.clientId, ruled.creatorId])
    return readRoom(context, id, viewer)
  })

  mount(refundProject, async ({ params: { id }, viewer, request }) => {
    const now = deps.now()
    const project = await db.transaction().execute(async (trx) => {
      const held = impartial(await lockProject(trx, id), viewer)
      // For everybody else, projects of other people do not exist.
      if (!viewer.isAdmin) throw notFound()
      const count = await money.retryRefunds(trx, { projectId: id, promotionId: null }, now)
      if (count === 0)
        throw new AppError('conflict', 'The bank hasn’t returned a refund of this project.')
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'project.refund',
        subjectKind: 'project',
        subjectId: id,
        after: { refunds: count },
      })
      return held
    })
    live.projectMoved(id, [project.clientId, project.creatorId])
    return readRoom(context, id, viewer)
  })
}
