import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
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
  const queryKey = [UPLOADS_PATH, place, viewerId]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => findUnfinished(viewerId, place, signal),
    gcTime: 0,
  })
  return {
    unfinished: data?.toReversed() ?? [],
    /** It goes on, or is not wanted any more. */
    drop: (mark: string, { forget }: { forget: boolean }) => {
      if (forget) forgetFile(mark, viewerId)
      client.setQueryData<Unfinished[]>(queryKey, (all) => all?.filter((one) => one.mark !== mark))
    },
  }
}
