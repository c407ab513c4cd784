import { openDispute } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { AskProps } from './ask-props.ts'
import { WordsField } from './ask-fields.tsx'
import { AskFrame } from './ask-frame.tsx'
import { askTexts } from './ask-texts.ts'
import { readSplit, typedSum } from './split-sums.ts'
import { useStepForm } from '../use-step.ts'

/** Ask an admin to rule, or say one's side of what is already in dispute. */
export function AskDispute({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.dispute
  const { money, role, status, id } = project
  const isOpen = status === 'disputed'
  // What the viewer asks for is a part of what is held, whichever of the two they are.
  const asksOf = (typed: string) => readSplit(money.held, typed)?.toClient ?? null
  const step = useStepForm({
    projectId: id,
    viewerId,
    empty: { typed: typedSum(money.held), text: '' },
    draft: { name: `dispute.${id}`, empty: { text: '' } },
    check: ({ typed, text }): Problems => ({
      ...(asksOf(typed) === null ? { typed: askTexts.split.wrong(price(money.held)) } : {}),
      ...(text.trim() === '' ? { text: texts.textWrong } : {}),
    }),
    send: ({ typed, text }, idempotencyKey) =>
      call(openDispute, {
        params: { id },
        body: { text: text.trim(), asks: asksOf(typed) ?? 0 },
        idempotencyKey,
      }),
    said: () =>
      isOpen
        ? { title: texts.doneAdd, variant: 'success' }
        : { title: texts.done, description: texts.doneLine },
    onDone: onClose,
  })
  const { typed, text } = step.fields
  return (
    <AskFrame
      title={isOpen ? texts.titleAdd : texts.title}
      line={isOpen ? texts.lineAdd : texts.line(price(money.held))}
      confirm={isOpen ? texts.confirmAdd : texts.confirm(price(money.held))}
      isHard={!isOpen}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <WordsField
        label={texts.text}
        hint={texts.textHint}
        value={text}
        onChange={(words) => step.set('text', words)}
        error={step.problems.text?.message}
        rows={7}
      />
      <Field
        label={role === 'client' ? texts.asksBack : texts.asksFor}
        error={asksOf(typed) === null ? askTexts.split.wrong(price(money.held)) : undefined}
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
            onChange={({ target }) => step.set('typed', target.value)}
          />
        )}
      </Field>
    </AskFrame>
  )
}
