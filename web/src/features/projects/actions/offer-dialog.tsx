import { proposeCancel, proposeDate } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { feeText } from './accept-dialog.tsx'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { DayField, isPromisable, LongTextField, offerSent } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { halfOf, readSplit, typedSum } from './split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { SplitField } from './split-field.tsx'
import { useNoteDraft, useStepForm } from './use-step-form.ts'

export function DateDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.newDate
  const name = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    empty: { deliverBy: project.deliverBy ?? '', note: '' },
    draft: useNoteDraft(`date.${project.id}`, viewerId),
    check: ({ deliverBy }): Problems =>
      isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong },
    send: ({ deliverBy, note }, idempotencyKey) =>
      call(proposeDate, {
        params: { id: project.id },
        body: { deliverBy, note: note.trim() },
        idempotencyKey,
      }),
    message: () => offerSent(name),
    onDone: onClose,
  })
  const { deliverBy, note } = step.fields
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(name)}
      confirm={texts.confirm(isPromisable(deliverBy) ? dayWords(deliverBy) : null)}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <DayField
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
      <LongTextField
        label={actionTexts.note}
        value={note}
        onChange={(words) => step.set('note', words)}
        optional
      />
    </ActionDialog>
  )
}

/** Proposes to cancel the project, with a split of what is held. */
export function CancelDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.cancel
  const { held } = project.money
  const other = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    empty: { typed: typedSum(halfOf(held)), note: '' },
    draft: useNoteDraft(`cancel.${project.id}`, viewerId),
    check: ({ typed, note }): Problems => ({
      ...(readSplit(held, typed) === null ? { typed: actionTexts.split.wrong(price(held)) } : {}),
      ...(note.trim() === '' ? { note: texts.whyWrong } : {}),
    }),
    send: ({ typed, note }, idempotencyKey) =>
      call(proposeCancel, {
        params: { id: project.id },
        body: { toClient: readSplit(held, typed)?.toClient ?? 0, note: note.trim() },
        idempotencyKey,
      }),
    message: () => offerSent(other),
    onDone: onClose,
  })
  const { typed, note } = step.fields
  const split = readSplit(held, typed)
  return (
    <ActionDialog
      title={texts.title}
      line={`${texts.line(price(held), other)}${feeText(project, split?.toCreator ?? held)}`}
      confirm={split === null ? texts.title : texts.confirm(price(split.toClient))}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <SplitField
        held={held}
        typed={typed}
        client={project.client.firstName}
        creator={project.creator.firstName}
        onChange={(sum) => step.set('typed', sum)}
      />
      <LongTextField
        label={texts.why}
        value={note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
      />
    </ActionDialog>
  )
}
