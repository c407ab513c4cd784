import { proposeChange } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import {
  DayField,
  hirePriceOf,
  isPromisable,
  LongTextField,
  offerSent,
  SumField,
} from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { otherOf } from '../project-texts.ts'
import { useNoteDraft, useStepForm } from './use-step-form.ts'

/** Proposes a further change at a price, which is added to the balance. */
export function PricedChangeDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.priced
  const { id, money, status } = project
  const name = otherOf(project).firstName
  const step = useStepForm({
    projectId: id,
    empty: { price: '', deliverBy: '', note: '' },
    draft: useNoteDraft(`priced.${id}`, viewerId),
    check: ({ price: typed, deliverBy, note }): Problems => ({
      ...(hirePriceOf(typed) === null ? { price: actionTexts.sumWrong } : {}),
      ...(deliverBy === '' || isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong }),
      ...(note.trim() === '' ? { note: texts.textWrong } : {}),
    }),
    send: ({ price: typed, deliverBy, note }, idempotencyKey) =>
      call(proposeChange, {
        params: { id },
        body: {
          price: hirePriceOf(typed) ?? 0,
          deliverBy: deliverBy === '' ? null : deliverBy,
          note: note.trim(),
        },
        idempotencyKey,
      }),
    message: () => offerSent(name),
    onDone: onClose,
  })
  const { price: typed, deliverBy, note } = step.fields
  const sum = hirePriceOf(typed)
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(name, status === 'delivered')}
      confirm={texts.confirm(sum === null ? null : price(sum))}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <SumField
        label={texts.price}
        hint={
          sum === null
            ? undefined
            : texts.priceHint(price((money.remainder ?? 0) + sum), price((money.price ?? 0) + sum))
        }
        error={step.problems.price?.message}
        required
        className="tablet:max-w-80"
        typed={typed}
        onChange={(words) => step.set('price', words)}
      />
      <LongTextField
        label={texts.text}
        value={note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
      />
      <DayField
        label={texts.day}
        optional
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
    </ActionDialog>
  )
}
