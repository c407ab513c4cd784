import { useEffect, useEffectEvent, useState } from 'react'
import { getMedia, type Media } from '@plinth/contract/media/media.ts'
import { ApiError } from '../api/errors.ts'
import { call } from '../api/api.ts'
import { keptFile, type UploadFile } from './upload-files.ts'

/** A finished upload as a draft remembers it, with the alternative text typed so far. */
export interface DraftFile {
  id: string
  alt: string
}

export interface RestoredFiles {
  /** So many are no longer kept by the server, or could not be made use of. */
  gone: number
  /** Not asked for successfully: they stay in the draft for the next time. */
  unsure: DraftFile[]
}

interface FoundFiles extends RestoredFiles {
  files: UploadFile[]
}

/** Asks the server for the files that a draft remembers: what nothing used is cleared away after a day. */
export async function findFiles(
  remembered: readonly DraftFile[],
  signal: AbortSignal,
  isUsable: (media: Media) => boolean = () => true,
): Promise<FoundFiles> {
  const answers = await Promise.allSettled(
    remembered.map(({ id }) => call(getMedia, { params: { id }, signal })),
  )
  const all: FoundFiles = { files: [], gone: 0, unsure: [] }
  for (const [index, file] of remembered.entries()) {
    const answer = answers[index]
    if (answer?.status === 'fulfilled') {
      if (isUsable(answer.value)) all.files.push(keptFile(answer.value, file.alt))
      else all.gone += 1
    } else if (answer?.reason instanceof ApiError && answer.reason.status === 404) all.gone += 1
    else all.unsure.push(file)
  }
  return all
}

interface RestoreOptions {
  onFound: (files: readonly UploadFile[]) => void
  isUsable?: (media: Media) => boolean
}

/** Brings a draft's files back, once; null until it is known which of them are still there. */
export function useRestoredFiles(
  draft: readonly DraftFile[],
  options: RestoreOptions,
): RestoredFiles | null {
  const [remembered] = useState(draft)
  const [restored, setRestored] = useState<RestoredFiles | null>(
    remembered.length === 0 ? { gone: 0, unsure: [] } : null,
  )
  const find = useEffectEvent((signal: AbortSignal) =>
    findFiles(remembered, signal, options.isUsable),
  )
  const tell = useEffectEvent(({ files, ...rest }: FoundFiles) => {
    options.onFound(files)
    setRestored(rest)
  })
  useEffect(() => {
    if (remembered.length === 0) return undefined
    const stop = new AbortController()
    void find(stop.signal).then((found) => {
      if (!stop.signal.aborted) tell(found)
    })
    return () => stop.abort()
  }, [remembered])
  return restored
}
