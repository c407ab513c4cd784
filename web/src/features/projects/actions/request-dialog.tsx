import { useState } from 'react'
import {
  acceptProject,
  declineProject,
  takeBackDeposit,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { DayField, isPromisable, LongTextField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { useStep } from '../use-step.ts'

/** Accepts a paid request with a delivery date. */
export function AcceptDialog({ project, onClose }: ProjectDialogProps) {
  const texts = actionTexts.accept
  const name = project.client.firstName
  const [deliverBy, setDeliverBy] = useState(project.deliverBy ?? '')
  const [isWrong, setWrong] = useState(false)
  const step = useStep({
    projectId: project.id,
    send: (body: { deliverBy: string }, idempotencyKey) =>
      call(acceptProject, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: onClose,
  })
  const isFit = isPromisable(deliverBy)
  return (
    <ActionDialog
      title={texts.title(name)}
      line={texts.line(price(project.money.held))}
      confirm={texts.confirm(isFit ? dayWords(deliverBy) : null)}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={() => {
        setWrong(!isFit)
        if (isFit) step.run({ deliverBy })
      }}
    >
      <DayField
        value={deliverBy}
        onChange={setDeliverBy}
        hint={texts.hint(name)}
        error={isWrong && !isFit ? actionTexts.dateWrong : undefined}
      />
    </ActionDialog>
  )
}

/** Declines a request. What was paid is refunded in full. */
export function DeclineDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.decline
  const name = project.client.firstName
  const { held } = project.money
  const note = useTextDraft(`decline.${project.id}`, viewerId)
  const step = useStep({
    projectId: project.id,
    send: (body: { note: string }, idempotencyKey) =>
      call(declineProject, { params: { id: project.id }, body, idempotencyKey }),
    message: () => ({
      title: texts.done,
      ...(held > 0 ? { description: texts.doneLine(price(held), name) } : {}),
    }),
    onDone: () => {
      note.drop()
      onClose()
    },
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
      onConfirm={() => step.run({ note: note.text.trim() })}
    >
      <LongTextField label={actionTexts.note} value={note.text} onChange={note.setText} optional />
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
