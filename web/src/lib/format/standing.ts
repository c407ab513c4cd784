import type { Rating } from '@plinth/contract/projects/rating.ts'
import { counted, ratingWords } from './format.ts'

/** With fewer published reviews an average says too little to be shown. */
const MIN_REVIEWS = 3

export const isRated = ({ count }: Rating): boolean => count >= MIN_REVIEWS

/** `4.9 from 9 reviews, 12 projects completed`; `New on Plinth` before the third review. */
export const standingWords = (rating: Rating | null, projects: number): string =>
  [
    rating !== null && isRated(rating) ? ratingWords(rating) : 'New on Plinth',
    ...(projects === 0 ? [] : [`${counted(projects, 'project')} completed`]),
  ].join(', ')
