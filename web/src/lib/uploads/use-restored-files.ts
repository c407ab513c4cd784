import { useEffect, useEffectEvent, useState } from 'react'
import { getMedia, type Media } from '@plinth/contract/media/media.ts'
import { ApiError } from '../api/errors.ts'
import { call } from '../api/api.ts'
import { uploadedFile, type UploadFile } from './files.ts'

/** A finished upload as a draft remembers it, with the alternative text typed so far. */
export interface DraftFile {
  id: string
  alt: string
}

export interface RestoredFiles {
  /** Number of files that the server has deleted or that are of no use here. */
  gone: number
  /** Files whose state could not be read; they stay in the draft for the next time. */
  unsure: DraftFile[]
}

interface FoundFiles extends RestoredFiles {
  files: UploadFile[]
}

/** Asks the server for the files of a draft, as unused uploads are deleted after a day. */
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
      if (isUsable(answer.value)) all.files.push(uploadedFile(answer.value, file.alt))
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

/** Restores a draft's files, once. Null until the server has said which of them still exist. */
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
  const report = useEffectEvent(({ files, ...rest }: FoundFiles) => {
    options.onFound(files)
    setRestored(rest)
  })
  useEffect(() => {
    if (remembered.length === 0) return undefined
    const stop = new AbortController()
    void find(stop.signal).then((found) => {
      if (!stop.signal.aborted) report(found)
    })
    return () => stop.abort()
  }, [remembered])
  return restored
}
