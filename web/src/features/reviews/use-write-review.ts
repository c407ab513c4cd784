import { useQueryClient } from '@tanstack/react-query'
import { writeReview, type ProjectReviews } from '@plinth/contract/projects/reviews.ts'
import { ApiError, call, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { isText, useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { projectReviewsQuery, storeReviews } from './review-api.ts'
import { texts } from './review-texts.ts'

interface ReviewFields {
  rating: number | null
  text: string
}
const EMPTY: ReviewFields = { rating: null, text: '' }

/** The form of the viewer's review of a project. It is saved as a draft until the server has accepted it. */
export function useWriteReview(projectId: string, viewerId: string) {
  const client = useQueryClient()
  const draft = useDraft<ReviewFields>({
    name: `review.${projectId}`,
    owner: viewerId,
    empty: EMPTY,
    readFields: ({ rating, text }) => ({
      rating: typeof rating === 'number' ? rating : null,
      text: isText(text) ? text : '',
    }),
  })
  const form = useDraftForm<ReviewFields, ProjectReviews>({
    empty: EMPTY,
    draft,
    check: ({ rating, text }) => ({
      ...(rating === null ? { rating: texts.form.noStars } : {}),
      ...(text.trim() === '' ? { text: texts.form.noText } : {}),
    }),
    send: ({ rating, text }, idempotencyKey) =>
      call(writeReview, {
        params: { id: projectId },
        body: { rating: rating ?? 0, text: text.trim() },
        idempotencyKey,
      }),
    onSent: (reviews) => {
      storeReviews(client, projectId, reviews)
      toast({ title: texts.form.sent })
    },
    onFailed: (error) => {
      // Perhaps the review was written in another tab.
      if (error instanceof ApiError && error.code === 'conflict')
        void readAgain(client, [projectReviewsQuery(projectId)])
    },
  })
  return {
    ...form,
    problem: form.error === null ? null : sentenceOf(form.error, texts.form.failed),
  }
}
