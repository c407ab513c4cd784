import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { RestoredFiles } from '../uploads/use-restored-files.ts'
import { isRefused, mediaOf, type UploadFile } from '../uploads/files.ts'
import type { Uploads } from '../uploads/use-uploads.ts'
import type { UsedDraft } from './draft.ts'
import { useDraftForm, type DraftFormOptions } from './use-draft-form.ts'

interface FilesFormOptions<F extends FieldValues, Answer> extends Omit<
  DraftFormOptions<F, Answer>,
  'draft' | 'files' | 'isSettled' | 'isReady' | 'once'
> {
  draft: UsedDraft<F>
  uploads: Uploads
  /** Null until it is known which of the draft's files still exist. */
  restored: RestoredFiles | null
  /** Called with the number of files that have not been uploaded. */
  onUnarrived: (files: number) => void
  /**
   * Whether it may be sent with these files. `isShort`: some files were refused while the form waited for its
   * uploads.
   */
  isReady: (sound: readonly UploadFile[], isShort: boolean) => boolean
}

/** A form with files. If it is submitted during uploads, it is sent when the last one has finished. */
export function useFilesForm<F extends FieldValues, Answer>(options: FilesFormOptions<F, Answer>) {
  const { draft, uploads, restored, onUnarrived, isReady, onWrong, ...rest } = options
  const { files, pending, paused } = uploads
  const [armed, setArmed] = useState<{ refused: number; element: HTMLFormElement } | null>(null)
  const arrived = files.flatMap((file) => {
    const media = mediaOf(file)
    return media === undefined ? [] : [{ id: media.id, alt: file.alt }]
  })
  const form = useDraftForm<F, Answer>({
    ...rest,
    draft,
    once: 'draft',
    files: [...arrived, ...(draft.saved === null ? [] : (restored?.unsure ?? []))],
    isSettled: restored !== null,
    isReady: (_, element) => {
      const sound = files.filter((file) => !isRefused(file))
      const refused = files.length - sound.length
      setArmed(pending > 0 ? (armed ?? { refused, element }) : null)
      // If a file was refused meanwhile, the person has to decide again.
      return pending === 0 && isReady(sound, armed !== null && refused > armed.refused)
    },
    onWrong: (errors: FieldErrors<F>) => {
      setArmed(null)
      onWrong?.(errors)
    },
  })

  const unarrived = pending + paused
  const reportUnarrived = useEffectEvent(onUnarrived)
  useEffect(() => reportUnarrived(unarrived), [unarrived])
  useEffect(() => () => reportUnarrived(0), [])

  const resume = useEffectEvent(() => {
    if (armed !== null) form.submitFrom(armed.element)
  })
  useEffect(() => {
    if (pending === 0) resume()
  }, [pending])

  return {
    ...form,
    uploads,
    /** The files of the restored draft; null when there was no draft. */
    restored: draft.saved === null ? null : restored,
    /** How many uploads a submitted form waits for; null when it has not been submitted. */
    waiting: armed === null ? null : pending,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (armed === null) form.submitFrom(event.currentTarget)
    },
    discard: () => {
      uploads.removeAll()
      form.discard()
    },
  }
}
