import { listAdvertisingWeeks } from '@plinth/contract/money/advertising.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { answerOf } from '../../lib/cache/answers.ts'

export const weeksQuery = answerOf(listAdvertisingWeeks)

/** The same list that the wall shows. */
export const featuredQuery = answerOf(listPortfolios, { query: { featured: true, limit: 12 } })
