import { makeDraft } from '../../lib/draft.ts'

export interface ReviewDraft {
  rating: number | null
  text: string
}

/** What was written of a project and not yet sent. */
export const reviewDraft = (projectId: string) =>
  makeDraft<ReviewDraft>(
    `review.${projectId}`,
    (kept) => ({
      rating: 'rating' in kept && typeof kept.rating === 'number' ? kept.rating : null,
      text: 'text' in kept && typeof kept.text === 'string' ? kept.text : '',
    }),
    ({ rating, text }) => rating === null && text.trim() === '',
  )
