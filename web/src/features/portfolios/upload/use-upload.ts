import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { ANY_KIND, looksOf, refusalOf } from '../../../lib/uploads/file-refusal.ts'
import {
  discardMedia,
  failureOf,
  prepareSending,
  sendMedia,
} from '../../../lib/uploads/media-uploads.ts'
import { markOf } from '../../../lib/uploads/upload-memory.ts'
import { canPause, isUnderway, nextUpload, NO_UPLOAD } from '../../../lib/uploads/upload-state.ts'
import { forgetFile } from '../../../lib/uploads/upload-stand.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { uploadTexts } from './upload-texts.ts'

/**
 * One file on its way: sent as soon as it is chosen, thrown away unless it is released. `onNamed` hears its name, and
 * an empty one when it was taken away again.
 */
export function useUpload(viewerId: string, onNamed: (fileName: string) => void) {
  const [state, dispatch] = useReducer(nextUpload, NO_UPLOAD)
  const [preview, setPreview] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  /** What nobody would miss if the form were left now. */
  const unused = useRef<{ mark?: string; mediaId?: string }>({})
  const { mutate } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      sendMedia(file, { viewerId, place: 'work', signal, tell: dispatch }),
  })

  const drop = () => {
    stop.current?.abort()
    stop.current = null
    const { mark, mediaId } = unused.current
    if (mark !== undefined) forgetFile(mark, viewerId)
    if (mediaId !== undefined) discardMedia(mediaId)
    unused.current = {}
  }
  useEffect(prepareSending, [])
  const dropAtEnd = useRef(drop)
  useEffect(() => {
    dropAtEnd.current = drop
  })
  useEffect(() => () => dropAtEnd.current(), [])
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  const send = (file: File) => {
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    unused.current = { mark: markOf(file) }
    dispatch({ type: 'send', file, at: Date.now() })
    mutate(
      { file, signal },
      {
        onSuccess: (media) => {
          if (signal.aborted) {
            discardMedia(media.id)
            return
          }
          unused.current = { mediaId: media.id }
          dispatch({ type: 'keep', media })
        },
        onError: (error) => {
          if (signal.aborted) return
          const failure = failureOf(error, file.name)
          dispatch(failure)
          if (!('sentence' in failure)) return
          toast({
            title: uploadTexts.failedTitle,
            description: failure.sentence,
            variant: 'destructive',
          })
        },
      },
    )
  }

  const choose = (file: File) => {
    drop()
    const refusal = refusalOf(file, ANY_KIND)
    if (refusal === null) {
      onNamed(file.name)
      setPreview(URL.createObjectURL(file))
      send(file)
      return
    }
    const { tooLarge, unsupported, emptyFile } = uploadTexts
    const sentence = { too_large: tooLarge, unsupported, empty: emptyFile }[refusal](file.name)
    setPreview(null)
    dispatch({ type: 'refuse', fileName: file.name, sentence })
    if (refusal === 'too_large') {
      toast({ title: uploadTexts.tooLargeTitle, description: sentence, variant: 'destructive' })
    }
  }

  return {
    state,
    preview,
    /** What the file says it is; of what an earlier visit sent, what the server says. */
    looks:
      state.phase === 'kept'
        ? looksOf({ name: '', type: state.media.contentType })
        : isUnderway(state)
          ? looksOf(state.file)
          : null,
    choose,
    pause: () => {
      if (!canPause(state)) return
      stop.current?.abort()
      dispatch({ type: 'pause' })
    },
    /** Sends the rest of what was paused or broken. */
    goOn: () => {
      if (state.phase === 'paused' || state.phase === 'broken') send(state.file)
    },
    clear: () => {
      drop()
      onNamed('')
      setPreview(null)
      dispatch({ type: 'clear' })
    },
    restore: (media: Media) => {
      unused.current = { mediaId: media.id }
      dispatch({ type: 'restore', media })
    },
    /** It hangs on the wall now: nothing throws it away any more. */
    release: () => {
      unused.current = {}
    },
  }
}
export type Upload = ReturnType<typeof useUpload>
