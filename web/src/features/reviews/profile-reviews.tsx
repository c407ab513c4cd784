import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../../lib/api/api.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { userReviewsQuery } from './review-api.ts'
import { ReviewQuote } from './review-quote.tsx'
import { texts as all } from './review-texts.ts'

const texts = all.profile

interface ProfileReviewsProps {
  userId: string
  /** Shows at most this many and a link to the tab with all of them. */
  most?: number
}

/** The reviews of somebody, newest first; nothing without any. */
export function ProfileReviews({ userId, most }: ProfileReviewsProps) {
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
  const loaded = data.pages.flatMap(({ items }) => items)
  if (loaded.length === 0) return null
  const reviews = loaded.slice(0, most)
  const isCut = most !== undefined
  return (
    <section aria-labelledby="profile-reviews" className="page reviews">
      <div className="flex items-baseline justify-between gap-4 flex-wrap">
        <h2 id="profile-reviews" className="display text-32 text-ink">
          {texts.heading}
        </h2>
        {loaded.length > reviews.length || (isCut && hasNextPage) ? (
          <Link
            to="."
            search={(previous) => ({ ...previous, tab: 'reviews' as const })}
            resetScroll={false}
            className="text-link hit text-14"
          >
            {texts.all}
          </Link>
        ) : null}
      </div>
      <ul className="reviews-quotes">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewQuote review={review} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError ? <ErrorText text={texts.moreFailed} /> : null}
      {hasNextPage && !isCut ? (
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
