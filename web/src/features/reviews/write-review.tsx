import { useState } from 'react'
import { MAX_REVIEW_LENGTH } from '@plinth/contract/limits.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { Trouble } from '../../ui/feedback/trouble.tsx'
import { reviewDraft, type ReviewDraft } from './review-draft.ts'
import { texts as all } from './review-texts.ts'
import { StarChoice } from './star-choice.tsx'
import { useWriteReview } from './use-write-review.ts'

const texts = all.form
const NOTHING: ReviewDraft = { rating: null, text: '' }

interface WriteReviewProps {
  projectId: string
  viewerId: string
  role: ProjectRole
}

/** Stars and a text. What was typed is there again after the page was left. */
export function WriteReview({ projectId, viewerId, role }: WriteReviewProps) {
  const [draft] = useState(() => reviewDraft(projectId))
  const [review, setReview] = useState(() => draft.read(localStorage, viewerId) ?? NOTHING)
  const [isTried, setTried] = useState(false)
  const { send, isSending, trouble } = useWriteReview(projectId, () =>
    draft.drop(localStorage, viewerId),
  )
  const change = (part: Partial<ReviewDraft>) => {
    const next = { ...review, ...part }
    setReview(next)
    draft.keep(localStorage, viewerId, next)
  }
  const { rating } = review
  const text = review.text.trim()
  return (
    <form
      noValidate
      className="mt-3 grid justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (rating !== null && text !== '' && !isSending) send({ rating, text })
      }}
    >
      <StarChoice
        value={rating}
        onChange={(stars) => change({ rating: stars })}
        error={isTried && rating === null ? texts.noStars : undefined}
      />
      <Field
        label={texts.text}
        labelHidden
        required
        error={isTried && text === '' ? texts.noText : undefined}
        className="w-full"
      >
        {(aria) => (
          <TextArea
            {...aria}
            value={review.text}
            maxLength={MAX_REVIEW_LENGTH}
            placeholder={texts.placeholder[role]}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      {trouble === null ? null : <Trouble words={trouble} />}
      <Button type="submit" variant="primary" busy={isSending && texts.sending}>
        {texts.send}
      </Button>
    </form>
  )
}
