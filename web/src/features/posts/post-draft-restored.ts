import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { getMedia } from '@plinth/contract/media.ts'
import type { PostDraft } from './post-draft.ts'
import { keptFile, type PostFile } from './post-files.ts'

type DraftFile = PostDraft['files'][number]

export interface RestoredFiles {
  files: PostFile[]
  /** So many are no longer kept by the server. */
  gone: number
  /** Not asked for successfully: they stay in the draft for the next time. */
  unsure: DraftFile[]
}

/** Asks the server for what a draft remembers: uploads that nothing used are cleared away after a day. */
export async function findFiles(
  remembered: readonly DraftFile[],
  signal: AbortSignal,
): Promise<RestoredFiles> {
  const found: RestoredFiles = { files: [], gone: 0, unsure: [] }
  const answers = await Promise.allSettled(
    remembered.map(({ id }) => call(getMedia, { params: { id }, signal })),
  )
  for (const [index, answer] of answers.entries()) {
    const file = remembered[index]
    if (file === undefined) continue
    if (answer.status === 'fulfilled') found.files.push(keptFile(answer.value, file.alt))
    else if (answer.reason instanceof ApiError && answer.reason.status === 404) found.gone += 1
    else found.unsure.push(file)
  }
  return found
}

/** Brings a draft's files back; null until it is known which of them are still there. */
export function useRestoredFiles(
  draft: PostDraft | null,
  onFound: (files: readonly PostFile[]) => void,
): RestoredFiles | null {
  const [found, setFound] = useState<RestoredFiles | null>(null)
  const tell = useEffectEvent((files: RestoredFiles) => {
    setFound(files)
    onFound(files.files)
  })
  useEffect(() => {
    const stop = new AbortController()
    void findFiles(draft?.files ?? [], stop.signal).then((files) => {
      if (!stop.signal.aborted) tell(files)
    })
    return () => stop.abort()
  }, [draft])
  return found
}
