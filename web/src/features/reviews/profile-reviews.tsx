import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../lib/api/api.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { userReviewsQuery } from './review-api.ts'
import { ReviewQuote } from './review-quote.tsx'
import { texts as all } from './review-texts.ts'

const texts = all.profile

/** The reviews of somebody, newest first; nothing without any. */
export function ProfileReviews({ userId }: { userId: string }) {
  const query = useInfiniteQuery(userReviewsQuery(useQueryClient(), userId))
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  if (data === undefined) {
    if (error === null) return null
    return (
      <div className="page reviews">
        <ErrorText text={sentenceOf(error, texts.failed)} />
      </div>
    )
  }
  const reviews = data.pages.flatMap(({ items }) => items)
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="profile-reviews" className="page reviews">
      <h2 id="profile-reviews" className="display text-32 text-ink">
        {texts.heading}
      </h2>
      <ul className="reviews-quotes">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewQuote review={review} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError ? <ErrorText text={texts.moreFailed} /> : null}
      {hasNextPage ? (
        <Button
          className="mt-6"
          busy={isFetchingNextPage && texts.loading}
          onClick={() => void query.fetchNextPage()}
        >
          {isFetchNextPageError ? texts.again : texts.more}
        </Button>
      ) : null}
    </section>
  )
}
