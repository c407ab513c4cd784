import { useState } from 'react'
import { Controller, type Control, type FieldErrors } from 'react-hook-form'
import { MAX_DELIVERY_DAYS } from '@plinth/contract/limits.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { isDay, dayAhead } from '../../../lib/format/days.ts'
import { picksTexts } from '../../../lib/format/picks.ts'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
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
        <FormField
          control={control}
          name="price"
          label={texts.price}
          hint={budget === null ? undefined : texts.budgetOf(sender.firstName, budget)}
          required
        >
          {(aria, field) => (
            <TextInput
              {...aria}
              {...field}
              prefix="$"
              inputMode="decimal"
              autoComplete="off"
              className="tnum"
            />
          )}
        </FormField>
        <FormField
          control={control}
          name="deliverBy"
          label={texts.deliverBy}
          hint={timeline === null ? undefined : texts.timelineOf(sender.firstName, timeline)}
          required
        >
          {(aria, field) => <DateInput {...aria} {...field} min={days.first} max={days.last} />}
        </FormField>
      </div>
      <div className="deal-pair">
        <FormField
          control={control}
          name="picks"
          label={picksTexts.label}
          hint={picksTexts.hint}
          optional
        >
          {(aria, field) => (
            <TextInput
              {...aria}
              {...field}
              inputMode="numeric"
              autoComplete="off"
              className="tnum"
            />
          )}
        </FormField>
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
      <FormField control={control} name="content" label={texts.note} optional className="deal-note">
        {(aria, field) => <TextArea {...aria} {...field} className="flex-1" />}
      </FormField>
    </>
  )
}

/** The problems of each milestone, by position. */
const problemsOf = (errors: FieldErrors<QuoteFields>['milestones']): StepProblems[] =>
  Array.from({ length: errors?.length ?? 0 }, (_, at) => ({
    title: errors?.[at]?.title?.message,
    due: errors?.[at]?.due?.message,
  }))
