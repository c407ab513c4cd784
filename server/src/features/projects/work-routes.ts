import {
  acceptProject,
  checkMilestone,
  declineProject,
  deliverProject,
  requestRevision,
  takeBackDeposit,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { move, runStep, type ProjectContext } from './project-steps.ts'
import { dayOf, UNDER_WAY, wrongState } from './project-rules.ts'
import { readRoom } from './room/project-read-queries.ts'
import { markMilestone } from './project-write-queries.ts'
import { askForChange, deliver, leave, takeBack } from './work-steps.ts'

/** The steps between the deposit and the end, and the ways to end a request. */
export function registerWork(mount: Mount, context: ProjectContext): void {
  const { deps } = context

  mount(acceptProject, async ({ params: { id }, body, viewer }) => {
    const deliverBy = dayOf(body.deliverBy, deps.now())
    await runStep(context, { id, viewer, by: 'creator' }, async (step) => {
      step.project = await move(step, step.project, 'accept', {
        actor: step.actor,
        set: { deliver_by: deliverBy, creator_agreed: true },
        event: { kind: 'accepted', note: deliverBy },
      })
    })
    return readRoom(context, id, viewer)
  })

  mount(declineProject, async ({ params: { id }, body, viewer }) => {
    await runStep(context, { id, viewer, by: 'creator' }, (step) =>
      leave(step, 'decline', body.note?.trim() ?? ''),
    )
    return readRoom(context, id, viewer)
  })

  mount(withdrawProject, async ({ params: { id }, body, viewer }) => {
    await runStep(context, { id, viewer, by: 'client' }, (step) =>
      leave(step, 'withdraw', body.note?.trim() ?? ''),
    )
    return readRoom(context, id, viewer)
  })

  mount(deliverProject, async ({ params: { id }, body, viewer }) => {
    const note = body.note.trim()
    const fileIds = body.fileIds.map((fileId) => fileId.toLowerCase())
    await runStep(context, { id, viewer, by: 'creator' }, (step) =>
      deliver(step, { note, fileIds: [...new Set(fileIds)] }),
    )
    return readRoom(context, id, viewer)
  })

  mount(requestRevision, async ({ params: { id }, body, viewer }) => {
    const note = body.note.trim()
    await runStep(context, { id, viewer, by: 'client' }, (step) => askForChange(step, note))
    return readRoom(context, id, viewer)
  })

  mount(takeBackDeposit, async ({ params: { id }, viewer }) => {
    await runStep(context, { id, viewer, by: 'client' }, takeBack)
    return readRoom(context, id, viewer)
  })

  mount(checkMilestone, async ({ params: { id, position }, body: { isDone }, viewer }) => {
    await runStep(context, { id, viewer, by: 'creator' }, async ({ trx, project, now }) => {
      if (!UNDER_WAY.has(project.status)) throw wrongState(project.status)
      if (!(await markMilestone(trx, { projectId: id, position, isDone, now }))) throw notFound()
    })
    return readRoom(context, id, viewer)
  })
}
