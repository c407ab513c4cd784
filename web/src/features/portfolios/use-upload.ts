import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { deleteMedia, retryMedia, uploadMedia, type Media } from '@plinth/contract/media.ts'
import { MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import { call, sentenceOf, uploadFile } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { refusalOf } from './file-name.ts'
import { mediaQuery } from './portfolio-api.ts'
import { texts } from './portfolio-texts.ts'
import { nextUpload, NO_UPLOAD } from './upload-state.ts'

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Throws away what nothing will use. What cannot be thrown away now, the server clears up later. */
const discard = (mediaId: string) => {
  call(deleteMedia, { params: { id: mediaId } }).catch(() => undefined)
}

/** Follows a file until its sizes are made, and asks for them again where that failed. */
export function useMaking(id: string | undefined, first: Media | undefined) {
  const client = useQueryClient()
  const options = mediaQuery(id ?? '')
  const query = useQuery({
    ...options,
    enabled: id !== undefined,
    ...(first === undefined ? {} : { initialData: first }),
  })
  const retry = useMutation({
    mutationFn: () => call(retryMedia, { params: { id: id ?? '' } }),
    onSuccess: (media) => client.setQueryData(options.queryKey, media),
  })
  return {
    media: id === undefined ? undefined : query.data,
    isLost: id !== undefined && query.isError,
    isRetrying: retry.isPending || (query.isError && query.isFetching),
    retry: () => {
      if (query.isError) void query.refetch()
      else retry.mutate()
    },
  }
}

/** One file on its way: sent as soon as it is chosen, thrown away unless it is released. */
export function useUpload(onChosen: (fileName: string) => void) {
  const [state, dispatch] = useReducer(nextUpload, NO_UPLOAD)
  const [preview, setPreview] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  const unused = useRef<string | null>(null)
  const { mutate } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      uploadFile(
        uploadMedia,
        file,
        { query: { fileName: file.name.slice(-MAX_FILE_NAME_LENGTH) } },
        {
          signal,
          onProgress: (share) =>
            dispatch({ type: 'progress', loaded: share * file.size, at: Date.now() }),
        },
      ),
  })

  const drop = () => {
    stop.current?.abort()
    stop.current = null
    if (unused.current !== null) discard(unused.current)
    unused.current = null
  }
  useEffect(
    () => () => {
      stop.current?.abort()
      if (unused.current !== null) discard(unused.current)
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
            discard(media.id)
            return
          }
          unused.current = media.id
          dispatch({ type: 'keep', media })
        },
        onError: (error) => {
          if (isAbort(error) || controller.signal.aborted) return
          const sentence = sentenceOf(error, texts.upload.sendFailed)
          dispatch({ type: 'break', sentence })
          toast({ title: texts.upload.failedTitle, description: sentence, variant: 'destructive' })
        },
      },
    )
  }

  const choose = (file: File) => {
    const refusal = refusalOf(file)
    if (refusal === null) {
      onChosen(file.name)
      send(file)
      return
    }
    const { tooLarge, unsupported, emptyFile } = texts.upload
    const sentence = { too_large: tooLarge, unsupported, empty: emptyFile }[refusal](file.name)
    drop()
    setPreview(null)
    dispatch({ type: 'refuse', fileName: file.name, sentence })
    if (refusal === 'too_large') {
      toast({ title: texts.upload.tooLargeTitle, description: sentence, variant: 'destructive' })
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
