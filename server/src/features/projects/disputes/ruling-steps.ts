import { insertAudit, type AdminAct } from '../../../core/audit/audit-queries.ts'
import type { ProposedAct } from '../../../core/proposals/proposals.ts'
import { AppError, invalidField, notFound, orNotFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { lockProject, type LockedProject } from '../project-lock-queries.ts'
import { wrongState } from '../project-rules.ts'
import type { ProjectContext, StepContext } from '../project-steps.ts'
import { decide, refuseWhileBankDecides } from './dispute-steps.ts'

export interface Ruling {
  toClientCents: number
  reason: string
  /** Whose ruling it is; of two people, whoever proposed it. */
  decidedBy: string
}

/**
 * Throws if the project does not exist, or if the admin is one of its two people: nobody decides on their own money.
 */
export function impartial(project: LockedProject | undefined, viewer: Viewer): LockedProject {
  if (project === undefined) throw notFound()
  if (project.clientId === viewer.id || project.creatorId === viewer.id) {
    throw new AppError('auth.forbidden', 'This is your own project. Another admin has to rule.')
  }
  return project
}

/** Throws if nobody can rule on this project now, or not with this sum. */
export async function checkRuling(
  step: StepContext,
  project: LockedProject,
  toClientCents: number,
): Promise<void> {
  if (project.status !== 'disputed') throw wrongState(project.status)
  if (toClientCents > (project.depositCents ?? 0))
    throw invalidField('toClient', 'That’s more than Plinth holds.')
  await refuseWhileBankDecides(step, project.id)
}

/** Ends a dispute by a ruling and logs it. */
export async function rule(
  step: StepContext,
  act: AdminAct,
  project: LockedProject,
  { toClientCents, reason, decidedBy }: Ruling,
): Promise<void> {
  const parts = await decide(step, project, {
    actor: { by: 'admin', id: decidedBy },
    toClient: toClientCents,
    reason,
    kind: 'ruled',
  })
  await insertAudit(step.trx, {
    act,
    action: 'dispute.rule',
    subjectKind: 'project',
    subjectId: project.id,
    before: { status: project.status },
    after: { status: 'resolved', ...parts, reason },
  })
}

/** What a confirmed ruling does: the money moves. */
export const rulingAct = ({ deps, money }: ProjectContext): ProposedAct => ({
  subjectKind: 'project',
  lock: async (trx, projectId, by) => {
    impartial(await lockProject(trx, projectId), by)
  },
  carryOut: async (trx, act, { subjectId, reason, toClientCents, proposedBy }) => {
    const project = orNotFound(await lockProject(trx, subjectId))
    const step = { trx, money, now: deps.now() }
    const ruling = {
      toClientCents: toClientCents ?? 0,
      reason,
      decidedBy: proposedBy ?? act.adminId,
    }
    await checkRuling(step, project, ruling.toClientCents)
    await rule(step, act, project, ruling)
    return () => deps.live.projectMoved(subjectId, [project.clientId, project.creatorId])
  },
})
