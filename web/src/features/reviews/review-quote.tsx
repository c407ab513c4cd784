import './reviews.css'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import type { Review } from '@plinth/contract/projects/reviews.ts'
import { fullName } from '../../lib/format/format.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import { texts } from './review-texts.ts'

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

/** One review: stars, text, and who wrote it. */
export const ReviewQuote = ({ review }: { review: Review }) => (
  <figure className="review">
    <Stars rating={review.rating} />
    <blockquote className="review-text text-16 mt-2.5 text-ink whitespace-pre-line wrap-anywhere">
      {review.text}
    </blockquote>
    <figcaption className="mt-2 text-14 text-ink-3">
      <Link {...toPerson(review.author)} className="hit font-semibold text-ink hover:underline">
        {fullName(review.author)}
      </Link>
      {review.about === null ? null : (
        <>
          {texts.profile.for}
          <em className="work-title">{review.about}</em>
        </>
      )}
      , {month.format(new Date(review.publishedAt ?? review.createdAt))}
    </figcaption>
  </figure>
)

export const FIVE = [1, 2, 3, 4, 5] as const

/** The stars of a review. */
const Stars = ({ rating }: { rating: number }) => (
  <span role="img" aria-label={texts.stars(rating)} className="stars">
    {FIVE.filter((star) => star <= rating).map((star) => (
      <Star key={star} size={16} aria-hidden />
    ))}
  </span>
)
