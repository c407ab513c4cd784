import { Number as NumberOf, type Static } from 'typebox'
import { Count, entity } from '../http/scalars.ts'

/**
 * Counts published reviews only. The average has one decimal. Kept apart from reviews because every work and profile
 * shows one.
 */
export const Rating = entity('Rating', {
  average: NumberOf({ minimum: 1, maximum: 5 }),
  count: Count,
})
export type Rating = Static<typeof Rating>
