import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getReceipt, retryMedia, type Receipt } from '@plinth/contract/media/media.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { readAgain } from '../../lib/cache/writes.ts'

const POLL_MS = 2_000

/** Something of it is still being made. */
export const isAtWork = ({ media, made, failure }: Receipt): boolean =>
  media.state === 'uploaded' ||
  media.state === 'processing' ||
  (media.state === 'ready' && failure === null && made.some(({ state }) => state === 'processing'))

/** What happened to one of the viewer's files: read anew whenever it is opened, and while it is worked on. */
export const receiptQuery = (id: string) =>
  queryOptions({
    ...answerOf(getReceipt, { params: { id } }),
    refetchInterval: ({ state: { data, status } }) =>
      status !== 'error' && data !== undefined && isAtWork(data) ? POLL_MS : false,
    gcTime: 0,
  })

/** Makes again what could not be made. */
export function useTryAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(retryMedia, { params: { id } }),
    // Also after a refusal: then something has changed meanwhile.
    onSettled: () => readAgain(client, [receiptQuery(id)]),
  })
}
