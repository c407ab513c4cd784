import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { RestoredFiles } from '../uploads/restored-files.ts'
import { isRefused, mediaOf, type UploadFile } from '../uploads/upload-files.ts'
import type { Uploads } from '../uploads/use-uploads.ts'
import type { UsedDraft } from './draft.ts'
import { useDraftForm, type DraftFormOptions } from './use-draft-form.ts'

interface FilesFormOptions<F extends FieldValues, Answer> extends Omit<
  DraftFormOptions<F, Answer>,
  'draft' | 'files' | 'isSettled' | 'isReady' | 'once'
> {
  draft: UsedDraft<F>
  uploads: Uploads
  /** Null until it is known which of the draft's files are still there. */
  restored: RestoredFiles | null
  /** How many files have not arrived. */
  onUnarrived: (files: number) => void
  /**
   * Whether it may go out with these files. `isShort`: while it waited for its files, some of them turned out to be of
   * no use.
   */
  isReady: (sound: readonly UploadFile[], isShort: boolean) => boolean
}

/** A form with files. Pressed while some are on their way, it goes out with the last of them. */
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
      // Nobody meant to send it without a file that turned out meanwhile to be none.
      return pending === 0 && isReady(sound, armed !== null && refused > armed.refused)
    },
    onWrong: (errors: FieldErrors<F>) => {
      setArmed(null)
      onWrong?.(errors)
    },
  })

  const unarrived = pending + paused
  const tellUnarrived = useEffectEvent(onUnarrived)
  useEffect(() => tellUnarrived(unarrived), [unarrived])
  useEffect(() => () => tellUnarrived(0), [])

  const goOn = useEffectEvent(() => {
    if (armed !== null) form.submitFrom(armed.element)
  })
  useEffect(() => {
    if (pending === 0) goOn()
  }, [pending])

  return {
    ...form,
    uploads,
    /** What came back of an unsent one; null where nothing did. */
    restored: draft.saved === null ? null : restored,
    /** So many files are waited for; null when nobody has pressed yet. */
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
