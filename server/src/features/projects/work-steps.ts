import { INCLUDED_REVISIONS } from '@plinth/contract/limits.ts'
import { AppError, invalidField } from '../../http/errors.ts'
import { attachFiles, answerDelivery, insertDelivery } from './delivery/delivery-queries.ts'
import { freezeMarks } from './proofing/approval-queries.ts'
import { withList } from './proofing/proofing-rules.ts'
import { checkMove, divide, move, type Step } from './project-steps.ts'
import { takeBackAt } from './project-rules.ts'

/** Ends a request before it was accepted and refunds the deposit in full. */
export async function leave(
  step: Step,
  transition: 'decline' | 'withdraw',
  note: string,
): Promise<void> {
  checkMove(step.project, transition, step.role)
  const { toClientCents } = await divide(step, step.project, 'all')
  step.project = await move(step, step.project, transition, {
    actor: step.actor,
    set: { closing_note: note === '' ? null : note },
    event: {
      kind: transition === 'decline' ? 'declined' : 'withdrawn',
      note,
      cents: toClientCents === 0 ? null : toClientCents,
    },
  })
}

/** Delivers uploaded files with a note. */
export async function deliver(
  step: Step,
  { note, fileIds }: { note: string; fileIds: readonly string[] },
): Promise<void> {
  const { trx, project, actor, now } = step
  checkMove(project, 'deliver', actor.by)
  const deliveryId = await insertDelivery(trx, { projectId: project.id, note, now })
  await attachFiles(trx, { projectId: project.id, ownerId: actor.id, fileIds, deliveryId })
  step.project = await move(step, project, 'deliver', {
    actor,
    set: { notices_sent: 0 },
    event: { kind: 'delivered', note },
  })
}

/** Asks for one of the changes that the price includes. The open comments of the proof room are its list. */
export async function askForChange(step: Step, note: string): Promise<void> {
  const { trx, project, actor, now } = step
  checkMove(project, 'requestRevision', actor.by)
  if (project.revisionsUsed >= INCLUDED_REVISIONS + project.revisionsAdded) {
    throw new AppError(
      'conflict',
      'You’ve used all agreed changes. Suggest another one at a price, approve the delivery, cancel the project together, or ask Plinth to decide.',
    )
  }
  const round = project.revisionsUsed + 1
  const marks = await freezeMarks(trx, { projectId: project.id, round })
  if (note === '' && marks === 0) throw invalidField('note', 'Describe the change.')
  const asked = withList(note, marks)
  await answerDelivery(trx, { projectId: project.id, answer: 'revision', note: asked, now })
  step.project = await move(step, project, 'requestRevision', {
    actor,
    set: { revisions_used: round },
    event: { kind: 'revision_requested', note: asked },
  })
}

/** Takes the deposit back when nothing was delivered two weeks after the agreed date. */
export async function takeBack(step: Step): Promise<void> {
  const { project, actor, now } = step
  checkMove(project, 'takeBack', actor.by)
  const from = takeBackAt(project.deliverBy ?? '')
  if (!(now >= from)) {
    throw new AppError(
      'conflict',
      'You can take the deposit back if nothing is delivered two weeks after the agreed date.',
    )
  }
  const { toClientCents } = await divide(step, project, 'all')
  step.project = await move(step, project, 'takeBack', {
    actor,
    event: { kind: 'taken_back', cents: toClientCents },
  })
}
