import { Number as NumberOf, Object as ObjectOf, type Static } from 'typebox'
import { Count } from '../http/scalars.ts'

/**
 * Counts published reviews only. The average has one decimal. Kept apart from reviews because every work and profile
 * shows one.
 */
export const Rating = ObjectOf(
  { average: NumberOf({ minimum: 1, maximum: 5 }), count: Count },
  { title: 'Rating', additionalProperties: false },
)
export type Rating = Static<typeof Rating>
