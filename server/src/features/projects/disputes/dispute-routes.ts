import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  listDisputes,
  openDispute,
  refundProject,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import { insertAudit } from '../../../core/audit/audit-queries.ts'
import { AppError, notFound, invalidField } from '../../../http/errors.ts'
import { requireRecentSignIn } from '../../../http/guards.ts'
import type { Mount } from '../../../http/mount.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { decodeTimeCursor } from '../../../http/paging.ts'
import { listDisputed } from './dispute-queries.ts'
import { decide, dispute, refuseWhileBankDecides } from './dispute-steps.ts'
import { lockProject, type LockedProject } from '../project-lock-queries.ts'
import { centsOf, wrongState } from '../project-rules.ts'
import { readRoom } from '../room/project-read-queries.ts'
import { runStep, type ProjectContext } from '../project-steps.ts'

/** Disputes: the statements of the two sides, and the decisions of admins. */
export function registerDisputes(mount: Mount, context: ProjectContext): void {
  const { deps, money } = context
  const { db, live } = deps

  mount(openDispute, async ({ params: { id }, body, viewer }) => {
    const statement = { text: body.text.trim(), asksCents: centsOf(body.asks, 'asks') }
    await runStep(context, { id, viewer }, (step) => dispute(step, statement))
    return readRoom(deps, id, viewer)
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
    requireRecentSignIn(viewer, now)
    const toClient = centsOf(body.toClient, 'toClient')
    const reason = body.reason.trim()
    const ruled = await db.transaction().execute(async (trx) => {
      const project = impartial(await lockProject(trx, id), viewer)
      const stepContext = { trx, money, now }
      if (project.status !== 'disputed') throw wrongState(project.status)
      if (toClient > (project.depositCents ?? 0))
        throw invalidField('toClient', 'That’s more than Plinth holds.')
      await refuseWhileBankDecides(stepContext, id)
      const actor = { by: 'admin', id: viewer.id } as const
      const { toClientCents, toCreatorCents } = await decide(stepContext, project, {
        actor,
        toClient,
        reason,
        kind: 'ruled',
      })
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'dispute.rule',
        subjectKind: 'project',
        subjectId: id,
        before: { status: project.status },
        after: { status: 'resolved', toClientCents, toCreatorCents, reason },
      })
      return project
    })
    live.projectMoved(id, [ruled.clientId, ruled.creatorId])
    return readRoom(deps, id, viewer)
  })

  mount(refundProject, async ({ params: { id }, viewer, request }) => {
    const now = deps.now()
    const project = await db.transaction().execute(async (trx) => {
      const held = impartial(await lockProject(trx, id), viewer)
      // For everybody else, projects of other people do not exist.
      if (!viewer.isAdmin) throw notFound()
      requireRecentSignIn(viewer, now)
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
    return readRoom(deps, id, viewer)
  })
}

/**
 * Throws if the project does not exist, or if the admin is one of its two people: nobody decides on their own money.
 */
function impartial(project: LockedProject | undefined, viewer: Viewer): LockedProject {
  if (project === undefined) throw notFound()
  if (project.clientId === viewer.id || project.creatorId === viewer.id) {
    throw new AppError('auth.forbidden', 'This is your own project. Another admin has to rule.')
  }
  return project
}
