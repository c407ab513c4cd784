import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getReceipt, retryMedia, type Receipt } from '@plinth/contract/media/media.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { readAgain } from '../../lib/cache/writes.ts'

const POLL_MS = 2_000

/** Whether renditions are still being made. */
export const isProcessing = ({ media, made, failure }: Receipt): boolean =>
  media.state === 'uploaded' ||
  media.state === 'processing' ||
  (media.state === 'ready' && failure === null && made.some(({ state }) => state === 'processing'))

/** The receipt of one of the viewer's files: read whenever it is opened, and polled while it is processed. */
export const receiptQuery = (id: string) =>
  queryOptions({
    ...answerOf(getReceipt, { params: { id } }),
    refetchInterval: ({ state: { data, status } }) =>
      status !== 'error' && data !== undefined && isProcessing(data) ? POLL_MS : false,
    gcTime: 0,
  })

/** Retries a failed file. */
export function useTryAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(retryMedia, { params: { id } }),
    // Also after an error, because the file may have changed meanwhile.
    onSettled: () => readAgain(client, [receiptQuery(id)]),
  })
}
