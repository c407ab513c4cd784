import type { ReactNode } from 'react'
import { completeProject, requestRevision } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { LongTextField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { useCheckout } from '../use-step.ts'
import { NO_NOTE, useNoteDraft, useStepForm } from './use-step-form.ts'

/** Approves the delivery and goes on to the checkout for the rest. `children` say what exactly is approved. */
export function CompleteDialog({
  project,
  onClose,
  children,
}: ProjectDialogProps & { children?: ReactNode }) {
  const texts = actionTexts.complete
  const { money, deliveries, creator, id } = project
  const sum = price(money.remainder ?? 0)
  const checkout = useCheckout(id, (idempotencyKey) =>
    call(completeProject, { params: { id }, idempotencyKey }),
  )
  return (
    <ActionDialog
      title={texts.title(deliveries[0]?.number ?? 1)}
      line={texts.line(sum, price(money.price ?? 0), creator.firstName)}
      confirm={texts.confirm(sum)}
      busy={texts.busy}
      step={checkout}
      isPayment
      onClose={onClose}
      onConfirm={checkout.open}
    >
      {children}
    </ActionDialog>
  )
}

/** Asks for a change of the delivery, with a note. A list of comments in `children` says enough without one. */
export function ChangeDialog({
  project,
  viewerId,
  onClose,
  children,
}: ProjectDialogProps & { children?: ReactNode }) {
  const hasList = children !== undefined
  const texts = actionTexts.change
  const name = project.creator.firstName
  const step = useStepForm({
    projectId: project.id,
    empty: NO_NOTE,
    draft: useNoteDraft(`change.${project.id}`, viewerId),
    check: ({ note }): Problems => (note.trim() === '' && !hasList ? { note: texts.wrong } : {}),
    send: ({ note }, idempotencyKey) =>
      call(requestRevision, {
        params: { id: project.id },
        body: { note: note.trim() },
        idempotencyKey,
      }),
    message: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: onClose,
  })
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(project.revisionsLeft, name)}
      confirm={texts.confirm}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      {children}
      <LongTextField
        label={hasList ? texts.more : texts.text}
        optional={hasList}
        value={step.fields.note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
        rows={hasList ? 3 : 6}
      />
    </ActionDialog>
  )
}
