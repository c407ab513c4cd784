import { useQueryClient } from '@tanstack/react-query'
import { retryJobs } from '@plinth/contract/moderation/health.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { failedJobsQuery, healthQuery } from './health-api.ts'
import { healthTexts as texts } from './health-texts.ts'

/** Runs one failed job again, or all of a queue. */
export function useRetry() {
  const client = useQueryClient()
  // Somebody else may have run it, or it has been removed: even a refusal says that the page is old.
  const refresh = () => readAgain(client, [healthQuery, failedJobsQuery])
  const retrying = useSendOnce({
    send: (body: { queue: string; id?: string }) => call(retryJobs, { body }),
    onSent: ({ count }) => {
      toast({ title: texts.jobs.retried(count), variant: 'success' })
      return refresh()
    },
    onFailed: (error) => {
      showCallError(error, texts.jobs.retryFailed, texts.tryLater)
      return refresh()
    },
  })
  return { retry: retrying.send, isBusy: retrying.isSending }
}
