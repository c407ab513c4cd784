import type { Rating } from '@plinth/contract/projects/rating.ts'
import { counted } from './format.ts'

/** `4.9 from 23 reviews`. */
export const ratingWords = ({ average, count }: Rating): string =>
  `${average.toFixed(1)} from ${counted(count, 'review')}`
