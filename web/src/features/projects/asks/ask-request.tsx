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
import type { AskProps } from './ask-props.ts'
import { DayField, isPromisable, WordsField } from './ask-fields.tsx'
import { AskFrame } from './ask-frame.tsx'
import { askTexts } from './ask-texts.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { useStep } from '../use-step.ts'

/** Accept a paid request, with the day that the work will be there. */
export function AskAccept({ project, onClose }: AskProps) {
  const texts = askTexts.accept
  const name = project.client.firstName
  const [deliverBy, setDeliverBy] = useState(project.deliverBy ?? '')
  const [isWrong, setWrong] = useState(false)
  const step = useStep({
    projectId: project.id,
    send: (body: { deliverBy: string }, idempotencyKey) =>
      call(acceptProject, { params: { id: project.id }, body, idempotencyKey }),
    said: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: onClose,
  })
  const isFit = isPromisable(deliverBy)
  return (
    <AskFrame
      title={texts.title(name)}
      line={texts.line(price(project.money.held))}
      confirm={texts.confirm(isFit ? dayWords(deliverBy) : null)}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
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
        error={isWrong && !isFit ? askTexts.dateWrong : undefined}
      />
    </AskFrame>
  )
}

/** Say no to a request. What was paid goes back whole. */
export function AskDecline({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.decline
  const name = project.client.firstName
  const { held } = project.money
  const note = useTextDraft(`decline.${project.id}`, viewerId)
  const step = useStep({
    projectId: project.id,
    send: (body: { note: string }, idempotencyKey) =>
      call(declineProject, { params: { id: project.id }, body, idempotencyKey }),
    said: () => ({
      title: texts.done,
      ...(held > 0 ? { description: texts.doneLine(price(held), name) } : {}),
    }),
    onDone: () => {
      note.drop()
      onClose()
    },
  })
  return (
    <AskFrame
      title={texts.title(name)}
      line={held > 0 ? texts.line(price(held), name) : texts.lineFree}
      confirm={held > 0 ? texts.confirm(price(held)) : texts.confirmFree}
      isHard
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={() => step.run({ note: note.text.trim() })}
    >
      <WordsField label={askTexts.note} value={note.text} onChange={note.setText} optional />
    </AskFrame>
  )
}

/** Take a request back before it is accepted. */
export function AskWithdraw({ project, onClose }: AskProps) {
  const texts = askTexts.withdraw
  const { held } = project.money
  const step = useStep({
    projectId: project.id,
    send: (body: object, idempotencyKey) =>
      call(withdrawProject, { params: { id: project.id }, body, idempotencyKey }),
    said: () => ({
      title: texts.done,
      ...(held > 0 ? { description: texts.doneLine(price(held)) } : {}),
    }),
    onDone: onClose,
  })
  return (
    <AskFrame
      title={texts.title}
      line={held > 0 ? texts.line(price(held)) : texts.lineFree}
      confirm={held > 0 ? texts.confirm(price(held)) : texts.confirmFree}
      isHard
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={() => step.run({})}
    />
  )
}

/** Nothing came, long after the day agreed on. */
export function AskTakeBack({ project, onClose }: AskProps) {
  const texts = askTexts.takeBack
  const held = price(project.money.held)
  const step = useStep({
    projectId: project.id,
    send: (body: object, idempotencyKey) =>
      call(takeBackDeposit, { params: { id: project.id }, body, idempotencyKey }),
    said: () => ({ title: texts.done, description: texts.doneLine(held) }),
    onDone: onClose,
  })
  return (
    <AskFrame
      title={texts.title}
      line={texts.line(held, project.creator.firstName)}
      confirm={texts.confirm(held)}
      isHard
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={() => step.run({})}
    />
  )
}
