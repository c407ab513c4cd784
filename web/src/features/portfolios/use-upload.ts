import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/api.ts'
import { PICTURES, refusalOf } from '../../lib/file-refusal.ts'
import { discardMedia, sendMedia } from '../../lib/media-uploads.ts'
import { nextUpload, NO_UPLOAD } from '../../lib/upload-state.ts'
import { toast } from '../../ui/toast.ts'
import { uploadTexts } from './upload-texts.ts'

/** One file on its way: sent as soon as it is chosen, thrown away unless it is released. */
export function useUpload(onChosen: (fileName: string) => void) {
  const [state, dispatch] = useReducer(nextUpload, NO_UPLOAD)
  const [preview, setPreview] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  const unused = useRef<string | null>(null)
  const { mutate } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      sendMedia(file, {
        signal,
        onLoaded: (loaded) => dispatch({ type: 'progress', loaded, at: Date.now() }),
      }),
  })

  const drop = () => {
    stop.current?.abort()
    stop.current = null
    if (unused.current !== null) discardMedia(unused.current)
    unused.current = null
  }
  useEffect(
    () => () => {
      stop.current?.abort()
      if (unused.current !== null) discardMedia(unused.current)
    },
    [],
  )
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  const send = (file: File) => {
    drop()
    const controller = new AbortController()
    stop.current = controller
    setPreview(URL.createObjectURL(file))
    dispatch({ type: 'send', file, at: Date.now() })
    mutate(
      { file, signal: controller.signal },
      {
        onSuccess: (media) => {
          if (controller.signal.aborted) {
            discardMedia(media.id)
            return
          }
          unused.current = media.id
          dispatch({ type: 'keep', media })
        },
        onError: (error) => {
          if (controller.signal.aborted) return
          const sentence = sentenceOf(error, uploadTexts.sendFailed)
          dispatch({ type: 'break', sentence })
          toast({ title: uploadTexts.failedTitle, description: sentence, variant: 'destructive' })
        },
      },
    )
  }

  const choose = (file: File) => {
    const refusal = refusalOf(file, PICTURES)
    if (refusal === null) {
      onChosen(file.name)
      send(file)
      return
    }
    const { tooLarge, unsupported, emptyFile } = uploadTexts
    const sentence = { too_large: tooLarge, unsupported, empty: emptyFile }[refusal](file.name)
    drop()
    setPreview(null)
    dispatch({ type: 'refuse', fileName: file.name, sentence })
    if (refusal === 'too_large') {
      toast({ title: uploadTexts.tooLargeTitle, description: sentence, variant: 'destructive' })
    }
  }

  return {
    state,
    preview,
    choose,
    again: () => {
      if (state.phase === 'broken') send(state.file)
    },
    clear: () => {
      drop()
      setPreview(null)
      dispatch({ type: 'clear' })
    },
    /** It hangs on the wall now: nothing throws it away any more. */
    release: () => {
      unused.current = null
    },
  }
}
