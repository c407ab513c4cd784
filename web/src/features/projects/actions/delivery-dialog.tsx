import { useState } from 'react'
import { completeProject, requestRevision } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { LongTextField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { useCheckout, useStep } from '../use-step.ts'

/** Approves the delivery and goes on to the checkout for the rest. */
export function CompleteDialog({ project, onClose }: ProjectDialogProps) {
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
      onClose={onClose}
      onConfirm={checkout.open}
    />
  )
}

/** Asks for a change of the delivery, with a note. */
export function ChangeDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.change
  const name = project.creator.firstName
  const note = useTextDraft(`change.${project.id}`, viewerId)
  const [isWrong, setWrong] = useState(false)
  const step = useStep({
    projectId: project.id,
    send: (body: { note: string }, idempotencyKey) =>
      call(requestRevision, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: () => {
      note.drop()
      onClose()
    },
  })
  const isEmpty = note.text.trim() === ''
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(project.revisionsLeft, name)}
      confirm={texts.confirm}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={() => {
        setWrong(isEmpty)
        if (!isEmpty) step.run({ note: note.text.trim() })
      }}
    >
      <LongTextField
        label={texts.text}
        value={note.text}
        onChange={note.setText}
        error={isWrong && isEmpty ? texts.wrong : undefined}
        rows={6}
      />
    </ActionDialog>
  )
}
