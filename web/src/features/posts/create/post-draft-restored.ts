import { useEffect, useEffectEvent, useState } from 'react'
import { findMedia } from '../../../lib/uploads/find-media.ts'
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

/** The files that a draft remembers, as far as they are still there. */
export async function findFiles(
  remembered: readonly DraftFile[],
  signal: AbortSignal,
): Promise<RestoredFiles> {
  const { found, gone, unsure } = await findMedia(
    remembered.map(({ id }) => id),
    signal,
  )
  const altOf = new Map(remembered.map(({ id, alt }) => [id, alt]))
  return {
    files: found.map((media) => keptFile(media, altOf.get(media.id) ?? '')),
    gone,
    unsure: remembered.filter(({ id }) => unsure.includes(id)),
  }
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
