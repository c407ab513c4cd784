import { Integer } from 'typebox'
import { MAX_PICKS } from '../limits.ts'

/** How many of the delivered files are in the price. */
export const Picks = Integer({ minimum: 1, maximum: MAX_PICKS })
