import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { discardMedia, failureOf, prepareSending, sendMedia } from './media-uploads.ts'
import { filesToSend, markOfFile, mediaOf, type SentFile } from './sent-files.ts'
import type { UploadPlace } from './upload-memory.ts'
import { forgetFile } from './upload-stand.ts'
import { canPause, type UploadEvent } from './upload-state.ts'

interface FileSendingOptions {
  viewerId: string
  place: UploadPlace
  files: readonly SentFile[]
  /** How the files' states move on. */
  tell: (key: string, event: UploadEvent) => void
  /** Why what has arrived is of no use after all; null when it is. */
  refuse?: (media: Media, fileName: string) => string | null
}

/** Sends the files of a form as soon as they wait, some at a time, and stops them with it. */
export function useFileSending(options: FileSendingOptions) {
  const { viewerId, place, files, tell, refuse } = options
  const stops = useRef(new Map<string, AbortController>())
  const { mutateAsync } = useMutation({
    mutationFn: ({ key, file, signal }: { key: string; file: File; signal: AbortSignal }) =>
      sendMedia(file, { viewerId, place, signal, tell: (event) => tell(key, event) }),
  })

  const arrived = (key: string, media: Media, fileName: string) => {
    const sentence = refuse?.(media, fileName) ?? null
    if (sentence === null) {
      tell(key, { type: 'keep', media })
      return
    }
    discardMedia(media.id)
    tell(key, { type: 'refuse', fileName, sentence })
  }
  const send = async (key: string, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    tell(key, { type: 'send', file, at: Date.now() })
    try {
      const media = await mutateAsync({ key, file, signal: stop.signal })
      if (stop.signal.aborted) discardMedia(media.id)
      else arrived(key, media, file.name)
    } catch (error) {
      if (stop.signal.aborted) return
      tell(key, failureOf(error, file.name))
    } finally {
      if (stops.current.get(key) === stop) stops.current.delete(key)
    }
  }
  const sendNext = useEffectEvent((all: readonly SentFile[]) => {
    for (const { key, file } of filesToSend(all)) {
      if (file !== null && !stops.current.has(key)) void send(key, file)
    }
  })
  useEffect(() => sendNext(files), [files])

  useEffect(prepareSending, [])
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const stop = (key: string) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
  }
  return {
    pause: ({ key, upload }: SentFile) => {
      if (!canPause(upload)) return
      stop(key)
      tell(key, { type: 'pause' })
    },
    /** What was paused or broken takes its turn again. */
    goOn: (key: string) => tell(key, { type: 'wait' }),
    /** It is not wanted any more: nothing of it is left on the server. */
    discard: (file: SentFile) => {
      stop(file.key)
      const media = mediaOf(file)
      const mark = markOfFile(file)
      if (media) discardMedia(media.id)
      else if (mark !== null) forgetFile(mark, viewerId)
    },
  }
}
