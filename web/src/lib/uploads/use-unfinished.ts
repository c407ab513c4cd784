import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { localKey } from '@plinth/contract/http/query-key.ts'
import { patchAnswer } from '../cache/writes.ts'
import { areClaimed, claimOf } from './upload-claim.ts'
import { uploadMemory, type UnfinishedUpload, type UploadPlace } from './upload-memory.ts'
import { askStand, forgetFile } from './upload-stand.ts'

/** One that can go on, and how much of it the server has. */
export interface Unfinished extends UnfinishedUpload {
  loaded: number
}

async function findUnfinished(
  viewerId: string,
  place: UploadPlace,
  signal: AbortSignal,
): Promise<Unfinished[]> {
  const memory = uploadMemory(viewerId)
  const begun = memory.all().filter((one) => one.place === place)
  // What another tab sends at the moment is not unfinished.
  const busy = await areClaimed(begun.map(({ mark }) => claimOf(viewerId, mark)))
  const asked = begun
    .filter(({ mark }) => !busy.has(claimOf(viewerId, mark)))
    .map(async (one) => {
      const loaded = await askStand(one.path, signal)
      if (loaded === null) memory.forget(one.mark)
      return loaded === null ? [] : [{ ...one, loaded }]
    })
  return (await Promise.all(asked)).flat()
}

/** What an earlier visit of this form began to send and did not end, the last first. */
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
    /** It goes on, or is not wanted any more. */
    drop: (mark: string, { forget }: { forget: boolean }) => {
      if (forget) forgetFile(mark, viewerId)
      patchAnswer(client, query, (all) => all?.filter((one) => one.mark !== mark))
    },
  }
}
