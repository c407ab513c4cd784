import { queryOptions } from '@tanstack/react-query'
import { listAnswers } from '@plinth/contract/moderation/answers.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

/** Other staff write them too, so each visit reads them again. */
export const answersQuery = queryOptions({ ...answerOf(listAnswers), staleTime: 0 })
