import { queryOptions } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/endpoint.ts'
import { MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import { deleteMedia, getMedia, uploadMedia, type Media } from '@plinth/contract/media.ts'
import { call, uploadFile } from './api.ts'

const POLL_MS = 700

/** An upload, asked for until its sizes are made or could not be. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getMedia, { params: { id } })],
    queryFn: ({ signal }) => call(getMedia, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.state === 'ready' || state.data?.state === 'failed'
        ? false
        : POLL_MS,
    gcTime: 0,
  })

/** Sends a file; `onLoaded` hears how many bytes have left. */
export const sendMedia = (
  file: File,
  { signal, onLoaded }: { signal: AbortSignal; onLoaded: (bytes: number) => void },
): Promise<Media> =>
  uploadFile(
    uploadMedia,
    file,
    // The end of a long name carries its extension.
    { query: { fileName: file.name.slice(-MAX_FILE_NAME_LENGTH) } },
    { signal, onProgress: (share) => onLoaded(share * file.size) },
  )

/** Throws away what nothing will use. What cannot be thrown away now, the server clears up later. */
export const discardMedia = (id: string): void => {
  call(deleteMedia, { params: { id } }).catch(() => undefined)
}
