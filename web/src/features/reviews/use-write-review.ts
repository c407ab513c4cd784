import { useMutation, useQueryClient } from '@tanstack/react-query'
import { writeReview } from '@plinth/contract/projects/reviews.ts'
import { ApiError, call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/cache-writes.ts'
import { useIntention } from '../../lib/intention.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { projectReviewsQuery, takeInReviews } from './review-api.ts'
import { texts } from './review-texts.ts'

/** Sends the viewer's review of a project. Said to be in only when the server has said so. */
export function useWriteReview(projectId: string, onSent: () => void) {
  const client = useQueryClient()
  const intention = useIntention()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { rating: number; text: string }) =>
      call(writeReview, {
        params: { id: projectId },
        body,
        idempotencyKey: intention.keyFor(body),
      }),
    onSuccess: (reviews) => {
      intention.ended()
      onSent()
      takeInReviews(client, projectId, reviews)
      toast({ title: texts.form.sent })
    },
    onError: (failure) => {
      intention.ended(failure)
      // Written in another tab, for one.
      if (failure instanceof ApiError && failure.code === 'conflict')
        void readAgain(client, [projectReviewsQuery(projectId)])
    },
  })
  return {
    send: mutate,
    isSending: isPending,
    trouble: error === null || isUnauthorized(error) ? null : sentenceOf(error, texts.form.failed),
  }
}
