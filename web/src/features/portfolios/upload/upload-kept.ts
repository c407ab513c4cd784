import { useEffect, useEffectEvent, useState } from 'react'
import { getMedia, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../../../lib/api/api.ts'
import { EMPTY_DRAFT, uploadDraft, type UploadDraft } from './upload-draft.ts'
import type { WorkForm } from '../work/work-form.ts'

/** Brings back the file that a draft remembers; false until it is known whether it is still there. */
export function useKeptFile(draft: UploadDraft | null, onFound: (media: Media) => void): boolean {
  const id = draft?.mediaId ?? ''
  const [isSettled, setSettled] = useState(id === '')
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (id === '') return
    const stop = new AbortController()
    const { signal } = stop
    call(getMedia, { params: { id }, signal }).then(
      (media) => {
        if (signal.aborted) return
        found(media)
        setSettled(true)
      },
      () => {
        // Thrown away after a day, or not to be asked for now: it can be chosen again.
        if (!signal.aborted) setSettled(true)
      },
    )
    return () => stop.abort()
  }, [id])
  return isSettled
}

interface Kept {
  mediaId: string
  /** What was kept is not written over before it is known what is left of it. */
  isSettled: boolean
  isOver: boolean
}

/** Keeps what was typed and sent for this tab, until it is published. */
export function useKeepDraft(
  viewerId: string,
  values: WorkForm,
  { mediaId, isSettled, isOver }: Kept,
): void {
  useEffect(() => {
    if (isOver) uploadDraft.drop(sessionStorage, viewerId)
    else if (isSettled) {
      uploadDraft.keep(sessionStorage, viewerId, { ...EMPTY_DRAFT, ...values, mediaId })
    }
  }, [isOver, isSettled, mediaId, values, viewerId])
}
