import { useState } from 'react'
import { openDispute } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { AskProps } from './ask-props.ts'
import { WordsField } from './ask-fields.tsx'
import { AskFrame } from './ask-frame.tsx'
import { askTexts } from './ask-texts.ts'
import { useKeptText } from '../../../lib/forms/kept-text.ts'
import { readSplit, typedSum } from './split-sums.ts'
import { useStep } from '../use-step.ts'

/** Ask an admin to rule, or say one's side of what is already in dispute. */
export function AskDispute({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.dispute
  const { money, role, status, id } = project
  const isOpen = status === 'disputed'
  const [typed, setTyped] = useState(typedSum(money.held))
  const [isTried, setTried] = useState(false)
  const words = useKeptText(`dispute.${id}`, viewerId)
  const { text } = words
  const step = useStep({
    projectId: id,
    send: (body: { text: string; asks: number }, idempotencyKey) =>
      call(openDispute, { params: { id }, body, idempotencyKey }),
    said: () =>
      isOpen
        ? { title: texts.doneAdd, variant: 'success' }
        : { title: texts.done, description: texts.doneLine },
    onDone: () => {
      words.drop()
      onClose()
    },
  })
  // What the viewer asks for is a part of what is held, whichever of the two they are.
  const asks = readSplit(money.held, typed)?.toClient ?? null
  const isSilent = text.trim() === ''
  return (
    <AskFrame
      title={isOpen ? texts.titleAdd : texts.title}
      line={isOpen ? texts.lineAdd : texts.line(price(money.held))}
      confirm={isOpen ? texts.confirmAdd : texts.confirm(price(money.held))}
      isHard={!isOpen}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={() => {
        setTried(true)
        if (asks !== null && !isSilent) step.run({ text: text.trim(), asks })
      }}
    >
      <WordsField
        label={texts.text}
        hint={texts.textHint}
        value={text}
        onChange={words.setText}
        error={isTried && isSilent ? texts.textWrong : undefined}
        rows={7}
      />
      <Field
        label={role === 'client' ? texts.asksBack : texts.asksFor}
        error={asks === null ? askTexts.split.wrong(price(money.held)) : undefined}
        required
        className="tablet:max-w-80"
      >
        {(aria) => (
          <TextInput
            {...aria}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            className="tnum"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </AskFrame>
  )
}
