import { Number as NumberOf, Object as ObjectOf, type Static } from 'typebox'
import { Count } from '../http/scalars.ts'

/** Of published reviews. The average has one decimal. Apart from reviews: every work and profile shows one. */
export const Rating = ObjectOf(
  { average: NumberOf({ minimum: 1, maximum: 5 }), count: Count },
  { title: 'Rating', additionalProperties: false },
)
export type Rating = Static<typeof Rating>
