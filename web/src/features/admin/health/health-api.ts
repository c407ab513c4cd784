import { queryOptions } from '@tanstack/react-query'
import { getHealth, listFailedJobs } from '@plinth/contract/moderation/health.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

const EVERY = { staleTime: 0, refetchInterval: 15_000 }

export const healthQuery = queryOptions({ ...answerOf(getHealth), ...EVERY })
export const failedJobsQuery = queryOptions({ ...answerOf(listFailedJobs), ...EVERY })
