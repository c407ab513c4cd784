import {
  acceptProject,
  declineProject,
  takeBackDeposit,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { DayField, isPromisable, LongTextField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { useStep } from '../use-step.ts'
import { NO_NOTE, useNoteDraft, useStepForm } from './use-step-form.ts'

/** Accepts a paid request with a delivery date. */
export function AcceptDialog({ project, onClose }: ProjectDialogProps) {
  const texts = actionTexts.accept
  const name = project.client.firstName
  const step = useStepForm({
    projectId: project.id,
    empty: { deliverBy: project.deliverBy ?? '' },
    draft: null,
    check: ({ deliverBy }): Problems =>
      isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong },
    send: (body, idempotencyKey) =>
      call(acceptProject, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: onClose,
  })
  const { deliverBy } = step.fields
  return (
    <ActionDialog
      title={texts.title(name)}
      line={texts.line(price(project.money.held))}
      confirm={texts.confirm(isPromisable(deliverBy) ? dayWords(deliverBy) : null)}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <DayField
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        hint={texts.hint(name)}
        error={step.problems.deliverBy?.message}
      />
    </ActionDialog>
  )
}

/** Declines a request. What was paid is refunded in full. */
export function DeclineDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.decline
  const name = project.client.firstName
  const { held } = project.money
  const step = useStepForm({
    projectId: project.id,
    empty: NO_NOTE,
    draft: useNoteDraft(`decline.${project.id}`, viewerId),
    check: () => ({}),
    send: ({ note }, idempotencyKey) =>
      call(declineProject, {
        params: { id: project.id },
        body: { note: note.trim() },
        idempotencyKey,
      }),
    message: () => ({
      title: texts.done,
      ...(held > 0 ? { description: texts.doneLine(price(held), name) } : {}),
    }),
    onDone: onClose,
  })
  return (
    <ActionDialog
      title={texts.title(name)}
      line={held > 0 ? texts.line(price(held), name) : texts.lineFree}
      confirm={held > 0 ? texts.confirm(price(held)) : texts.confirmFree}
      isHard
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <LongTextField
        label={actionTexts.note}
        value={step.fields.note}
        onChange={(words) => step.set('note', words)}
        optional
      />
    </ActionDialog>
  )
}

/** Withdraws a request before it is accepted. */
export function WithdrawDialog({ project, onClose }: ProjectDialogProps) {
  const texts = actionTexts.withdraw
  const { held } = project.money
  const step = useStep({
    projectId: project.id,
    send: (body: object, idempotencyKey) =>
      call(withdrawProject, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({
      title: texts.done,
      ...(held > 0 ? { description: texts.doneLine(price(held)) } : {}),
    }),
    onDone: onClose,
  })
  return (
    <ActionDialog
      title={texts.title}
      line={held > 0 ? texts.line(price(held)) : texts.lineFree}
      confirm={held > 0 ? texts.confirm(price(held)) : texts.confirmFree}
      isHard
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={() => step.run({})}
    />
  )
}

/** Takes the deposit back when nothing was delivered two weeks after the agreed date. */
export function TakeBackDialog({ project, onClose }: ProjectDialogProps) {
  const texts = actionTexts.takeBack
  const held = price(project.money.held)
  const step = useStep({
    projectId: project.id,
    send: (body: object, idempotencyKey) =>
      call(takeBackDeposit, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({ title: texts.done, description: texts.doneLine(held) }),
    onDone: onClose,
  })
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(held, project.creator.firstName)}
      confirm={texts.confirm(held)}
      isHard
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={() => step.run({})}
    />
  )
}
