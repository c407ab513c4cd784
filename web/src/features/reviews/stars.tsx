import './reviews.css'
import { Star } from 'lucide-react'
import { texts } from './review-texts.ts'

export const FIVE = [1, 2, 3, 4, 5] as const

/** So many stars as somebody gave. */
export const Stars = ({ rating }: { rating: number }) => (
  <span role="img" aria-label={texts.stars(rating)} className="stars">
    {FIVE.filter((star) => star <= rating).map((star) => (
      <Star key={star} size={16} aria-hidden />
    ))}
  </span>
)
