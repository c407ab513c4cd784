import { Controller } from 'react-hook-form'
import { MAX_REVIEW_LENGTH } from '@plinth/contract/limits.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { texts as all } from './review-texts.ts'
import { StarChoice } from './star-choice.tsx'
import { useWriteReview } from './use-write-review.ts'

const texts = all.form

interface WriteReviewProps {
  projectId: string
  viewerId: string
  role: ProjectRole
}

/** Stars and a text. What was typed is there again after the page was left. */
export function WriteReview({ projectId, viewerId, role }: WriteReviewProps) {
  const { control, isSending, trouble, submit } = useWriteReview(projectId, viewerId)
  return (
    <form noValidate className="mt-3 grid justify-items-start gap-4" onSubmit={submit}>
      <Controller
        control={control}
        name="rating"
        render={({ field: { value, onChange }, fieldState }) => (
          <StarChoice value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="text"
        render={({ field, fieldState }) => (
          <Field
            label={texts.text}
            labelHidden
            required
            error={fieldState.error?.message}
            className="w-full"
          >
            {(aria) => (
              <TextArea
                {...aria}
                {...field}
                maxLength={MAX_REVIEW_LENGTH}
                placeholder={texts.placeholder[role]}
              />
            )}
          </Field>
        )}
      />
      {trouble === null ? null : <ErrorText text={trouble} />}
      <Button type="submit" variant="primary" busy={isSending && texts.sending}>
        {texts.send}
      </Button>
    </form>
  )
}
