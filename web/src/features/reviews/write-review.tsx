import { Star } from 'lucide-react'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { MAX_REVIEW_LENGTH } from '@plinth/contract/limits.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { FIVE } from './review-quote.tsx'
import { texts as all } from './review-texts.ts'
import { useWriteReview } from './use-write-review.ts'

const texts = all.form

interface WriteReviewProps {
  projectId: string
  viewerId: string
  role: ProjectRole
}

/** Stars and a text. What was typed is still there when the page is opened again. */
export function WriteReview({ projectId, viewerId, role }: WriteReviewProps) {
  const { control, isSending, problem, submit } = useWriteReview(projectId, viewerId)
  return (
    <form noValidate className="mt-3 grid justify-items-start gap-4" onSubmit={submit}>
      <Controller
        control={control}
        name="rating"
        render={({ field: { value, onChange }, fieldState }) => (
          <StarChoice value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
      <FormField
        control={control}
        name="text"
        label={texts.text}
        labelHidden
        required
        className="w-full"
      >
        {(aria, field) => (
          <TextArea
            {...aria}
            {...field}
            maxLength={MAX_REVIEW_LENGTH}
            placeholder={texts.placeholder[role]}
          />
        )}
      </FormField>
      {problem === null ? null : <ErrorText text={problem} />}
      <Button type="submit" variant="primary" busy={isSending && texts.sending}>
        {texts.send}
      </Button>
    </form>
  )
}

interface StarChoiceProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** One to five stars as radio buttons, so that arrow keys move between them. */
function StarChoice({ value, onChange, error }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="sr-only">{texts.stars}</legend>
      <div className="flex items-center">
        {FIVE.map((star) => (
          <label key={star} className="star" data-on={star <= (value ?? 0) ? '' : undefined}>
            <input
              type="radio"
              name={id}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              className="sr-only"
              aria-label={texts.star(star)}
            />
            <Star size={20} aria-hidden />
          </label>
        ))}
        {value === null ? null : (
          <span className="tnum ml-3 text-14 text-ink-3">{texts.ofFive(value)}</span>
        )}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 text-13 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
