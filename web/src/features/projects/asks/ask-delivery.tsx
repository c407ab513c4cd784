import { useState } from 'react'
import { completeProject, requestRevision } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import type { AskProps } from './ask-props.ts'
import { WordsField } from './ask-fields.tsx'
import { AskFrame } from './ask-frame.tsx'
import { askTexts } from './ask-texts.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { useCheckout, useStep } from '../use-step.ts'

/** Approve the delivery and go on to the checkout of the rest. */
export function AskComplete({ project, onClose }: AskProps) {
  const texts = askTexts.complete
  const { money, deliveries, creator, id } = project
  const sum = price(money.remainder ?? 0)
  const checkout = useCheckout(id, (idempotencyKey) =>
    call(completeProject, { params: { id }, idempotencyKey }),
  )
  return (
    <AskFrame
      title={texts.title(deliveries[0]?.number ?? 1)}
      line={texts.line(sum, price(money.price ?? 0), creator.firstName)}
      confirm={texts.confirm(sum)}
      busy={checkout.isBusy && texts.busy}
      trouble={checkout.trouble}
      onClose={onClose}
      onConfirm={checkout.open}
    />
  )
}

/** Send a delivery back with a note. */
export function AskChange({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.change
  const name = project.creator.firstName
  const note = useTextDraft(`change.${project.id}`, viewerId)
  const [isWrong, setWrong] = useState(false)
  const step = useStep({
    projectId: project.id,
    send: (body: { note: string }, idempotencyKey) =>
      call(requestRevision, { params: { id: project.id }, body, idempotencyKey }),
    said: () => ({ title: texts.done, description: texts.doneLine(name), variant: 'success' }),
    onDone: () => {
      note.drop()
      onClose()
    },
  })
  const isEmpty = note.text.trim() === ''
  return (
    <AskFrame
      title={texts.title}
      line={texts.line(project.revisionsLeft, name)}
      confirm={texts.confirm}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={() => {
        setWrong(isEmpty)
        if (!isEmpty) step.run({ note: note.text.trim() })
      }}
    >
      <WordsField
        label={texts.text}
        value={note.text}
        onChange={note.setText}
        error={isWrong && isEmpty ? texts.wrong : undefined}
        rows={6}
      />
    </AskFrame>
  )
}
