import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { retryMedia, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../api/api.ts'
import { putAnswer } from '../cache/writes.ts'
import { mediaQuery } from './media-api.ts'

/** Follows an upload until it is processed, and retries a failed one. */
export function useProcessing(id: string | undefined, first: Media | undefined) {
  const client = useQueryClient()
  const options = mediaQuery(id ?? '')
  const query = useQuery({
    ...options,
    enabled: id !== undefined,
    ...(first === undefined ? {} : { initialData: first }),
  })
  const retry = useMutation({
    mutationFn: () => call(retryMedia, { params: { id: id ?? '' } }),
    onSuccess: (media) => putAnswer(client, options, media),
  })
  return {
    media: id === undefined ? undefined : query.data,
    isLost: id !== undefined && query.isError,
    isRetrying: retry.isPending || (query.isError && query.isFetching),
    retry: () => {
      if (query.isError) void query.refetch()
      else retry.mutate()
    },
  }
}
export type Processing = ReturnType<typeof useProcessing>
