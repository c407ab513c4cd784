import { useState } from 'react'
import { Controller, type Control, type FieldErrors } from 'react-hook-form'
import { MAX_DELIVERY_DAYS } from '@plinth/contract/limits.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { isDay, dayAhead } from '../../../lib/format/days.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import type { QuoteFields } from './answer-fields.ts'
import { QuoteSteps, type StepProblems } from './answer-steps.tsx'
import { answerTexts } from './answer-texts.ts'

const texts = answerTexts.quote

interface QuoteFieldsOfProps {
  control: Control<QuoteFields>
  deliverBy: string
  inquiry: Message
}

/** The fields of a quote, with the client's budget and timeline as hints. */
export function QuoteFieldsOf({
  control,
  deliverBy,
  inquiry: { sender, budget, timeline },
}: QuoteFieldsOfProps) {
  const [days] = useState(() => ({ first: dayAhead(0), last: dayAhead(MAX_DELIVERY_DAYS) }))
  return (
    <>
      <div className="deal-pair">
        <Controller
          control={control}
          name="price"
          render={({ field, fieldState }) => (
            <Field
              label={texts.price}
              hint={budget === null ? undefined : texts.budgetOf(sender.firstName, budget)}
              error={fieldState.error?.message}
              required
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  {...field}
                  prefix="$"
                  inputMode="decimal"
                  autoComplete="off"
                  className="tnum"
                />
              )}
            </Field>
          )}
        />
        <Controller
          control={control}
          name="deliverBy"
          render={({ field, fieldState }) => (
            <Field
              label={texts.deliverBy}
              hint={timeline === null ? undefined : texts.timelineOf(sender.firstName, timeline)}
              error={fieldState.error?.message}
              required
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  {...field}
                  type="date"
                  min={days.first}
                  max={days.last}
                  className="tnum"
                />
              )}
            </Field>
          )}
        />
      </div>
      <Controller
        control={control}
        name="milestones"
        render={({ field: { value, onChange }, formState: { errors } }) => (
          <QuoteSteps
            steps={value}
            onSteps={onChange}
            problems={problemsOf(errors.milestones)}
            min={days.first}
            max={isDay(deliverBy) ? deliverBy : days.last}
          />
        )}
      />
      <Controller
        control={control}
        name="content"
        render={({ field, fieldState }) => (
          <Field
            label={texts.note}
            error={fieldState.error?.message}
            optional
            className="deal-note"
          >
            {(aria) => <TextArea {...aria} {...field} className="flex-1" />}
          </Field>
        )}
      />
    </>
  )
}

/** The problems of each milestone, by position. */
const problemsOf = (errors: FieldErrors<QuoteFields>['milestones']): StepProblems[] =>
  Array.from({ length: errors?.length ?? 0 }, (_, at) => ({
    title: errors?.[at]?.title?.message,
    due: errors?.[at]?.due?.message,
  }))
