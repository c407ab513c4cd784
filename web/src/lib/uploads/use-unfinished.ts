import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { localKey } from '@plinth/contract/http/query-key.ts'
import { patchAnswer } from '../cache/writes.ts'
import { findHeldLocks, lockNameOf } from './locks.ts'
import {
  uploadMemory,
  type UnfinishedUpload,
  type UploadPlace,
  fetchOffset,
  forgetFile,
} from './unfinished.ts'

/** An unfinished upload that can resume, with its offset on the server. */
export interface Unfinished extends UnfinishedUpload {
  loaded: number
}

async function findUnfinished(
  viewerId: string,
  place: UploadPlace,
  signal: AbortSignal,
): Promise<Unfinished[]> {
  const memory = uploadMemory(viewerId)
  const stored = memory.all().filter((one) => one.place === place)
  // An upload that another tab is sending right now is not unfinished.
  const busy = await findHeldLocks(stored.map(({ mark }) => lockNameOf(viewerId, mark)))
  const asked = stored
    .filter(({ mark }) => !busy.has(lockNameOf(viewerId, mark)))
    .map(async (one) => {
      const loaded = await fetchOffset(one.path, signal)
      if (loaded === null) memory.forget(one.mark)
      return loaded === null ? [] : [{ ...one, loaded }]
    })
  return (await Promise.all(asked)).flat()
}

/** The uploads that an earlier visit of this form left unfinished, newest first. */
export function useUnfinished(viewerId: string, place: UploadPlace) {
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: localKey('unfinished-uploads', { place, viewerId }),
    queryFn: ({ signal }) => findUnfinished(viewerId, place, signal),
    gcTime: 0,
  })
  const { data } = useQuery(query)
  return {
    unfinished: data?.toReversed() ?? [],
    /** Removes one from the list, because it resumes or, with `forget`, because it is discarded. */
    drop: (fingerprint: string, { forget }: { forget: boolean }) => {
      if (forget) forgetFile(fingerprint, viewerId)
      patchAnswer(client, query, (all) => all?.filter(({ mark }) => mark !== fingerprint))
    },
  }
}
