import { queryOptions } from '@tanstack/react-query'
import { listTokens } from '@plinth/contract/people/tokens.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

// Programs change when they were used last, so they are refetched each time.
export const tokensQuery = queryOptions({ ...answerOf(listTokens), staleTime: 0 })

/** Names the making of a token, which goes on after a fresh sign-in. */
export const NEW_TOKEN = 'token'
