import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { discardMedia, failureOf, prepareSending, sendMedia } from './media-api.ts'
import { fileFingerprint, type UploadPlace, forgetFile } from './unfinished.ts'
import { canPause, type UploadEvent } from './upload-state.ts'
import type { SendingOptions } from './send.ts'
import {
  chosenFile,
  filesToSend,
  isPaused,
  isPending,
  mediaOf,
  nextFiles,
  refusedFile,
  freePlaces,
  type UploadFile,
} from './files.ts'

/** Why a file was stopped that is not wanted any more. */
export const REMOVED = 'removed'

interface UploadsOptions {
  viewerId: string
  /** The form that the files are sent for. */
  place: UploadPlace
  /** How many files it takes. */
  most: number
  /** Why a chosen file is not sent, in a sentence; null when it is. */
  refusalOf: (file: File) => string | null
  /** More were chosen than it takes; the surplus is dropped. */
  onTooMany: () => void
  /** Sends one file; as media where left out. Answers null for what is listed elsewhere: its row goes away. */
  send?: (file: File, options: SendingOptions & { key: string }) => Promise<Media | null>
  /** By which another visit knows the file again. */
  fingerprintOf?: (file: File) => string
  /** Why what has arrived is of no use after all; null when it is. */
  refuseMedia?: (media: Media, fileName: string) => string | null
  onFailed?: (sentence: string) => void
  /** Makes object URLs of the files for the form to show. */
  hasPreviews?: boolean
}

const endPreview = ({ preview }: UploadFile) => {
  if (preview !== null) URL.revokeObjectURL(preview)
}

/**
 * The files of a form: each is sent as soon as it is chosen, two at a time, and all are stopped when the form goes. The
 * same file, chosen again, goes on where it stopped.
 */
export function useUploads(options: UploadsOptions) {
  const { viewerId, place, most, refusalOf, refuseMedia, fingerprintOf = fileFingerprint } = options
  const [files, dispatch] = useReducer(nextFiles, [])
  const stops = useRef(new Map<string, AbortController>())
  const onEvent = (key: string, event: UploadEvent) => dispatch({ type: 'upload', key, event })
  const { mutateAsync } = useMutation({
    mutationFn: ({ key, file, signal }: { key: string; file: File; signal: AbortSignal }) => {
      const sending = { signal, onEvent: (event: UploadEvent) => onEvent(key, event) }
      return options.send === undefined
        ? sendMedia(file, { viewerId, place, ...sending })
        : options.send(file, { key, ...sending })
    },
  })

  const arrived = (key: string, media: Media, fileName: string) => {
    const sentence = refuseMedia?.(media, fileName) ?? null
    if (sentence === null) {
      onEvent(key, { type: 'finish', media })
      return
    }
    discardMedia(media.id)
    onEvent(key, { type: 'refuse', fileName, sentence })
  }
  const send = async (key: string, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    onEvent(key, { type: 'send', file, at: Date.now() })
    try {
      const media = await mutateAsync({ key, file, signal: stop.signal })
      if (media === null) dispatch({ type: 'remove', key })
      else if (stop.signal.aborted) discardMedia(media.id)
      else arrived(key, media, file.name)
    } catch (error) {
      if (stop.signal.aborted) return
      const failure = failureOf(error, file.name)
      onEvent(key, failure)
      options.onFailed?.(failure.sentence)
    } finally {
      if (stops.current.get(key) === stop) stops.current.delete(key)
    }
  }
  const sendNext = useEffectEvent((all: readonly UploadFile[]) => {
    for (const { key, file } of filesToSend(all)) {
      if (file !== null && !stops.current.has(key)) void send(key, file)
    }
  })
  useEffect(() => sendNext(files), [files])

  useEffect(prepareSending, [])
  const endPreviews = useEffectEvent(() => files.forEach(endPreview))
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
      endPreviews()
    }
  }, [])

  const stop = (key: string, reason?: typeof REMOVED) => {
    stops.current.get(key)?.abort(reason)
    stops.current.delete(key)
  }
  const discard = (one: UploadFile) => {
    stop(one.key, REMOVED)
    const media = mediaOf(one)
    if (media) discardMedia(media.id)
    else if (one.file !== null) forgetFile(fingerprintOf(one.file), viewerId)
    endPreview(one)
  }
  const remove = (one: UploadFile) => {
    discard(one)
    dispatch({ type: 'remove', key: one.key })
  }
  const take = (file: File): UploadFile => {
    const sentence = refusalOf(file)
    if (sentence !== null) return refusedFile(file, sentence)
    return chosenFile(
      file,
      options.hasPreviews === true ? { preview: URL.createObjectURL(file) } : {},
    )
  }
  const add = (chosen: Iterable<File>, room: number) => {
    const all = Array.from(chosen, take)
    const surplus = new Set(all.filter(({ file }) => file !== null).slice(room))
    surplus.forEach(endPreview)
    if (surplus.size > 0) options.onTooMany()
    const taken = all.filter((one) => !surplus.has(one))
    dispatch({ type: 'add', files: taken })
    return taken
  }
  return {
    files,
    /** So many have not arrived and will by themselves. */
    pending: files.filter(isPending).length,
    paused: files.filter(isPaused).length,
    mediaIds: files.flatMap((file) => mediaOf(file)?.id ?? []),
    /** Takes what is chosen, dropped or pasted, as far as there is room, and answers what it took. */
    choose: (chosen: Iterable<File>) => add(chosen, freePlaces(files, most)),
    /** Takes one file in the place of all others. */
    replace: (file: File) => {
      files.forEach(remove)
      add([file], 1)
    },
    restore: (kept: readonly UploadFile[]) => dispatch({ type: 'restore', files: kept }),
    move: (key: string, by: -1 | 1) => dispatch({ type: 'move', key, by }),
    describe: (key: string, alt: string) => dispatch({ type: 'describe', key, alt }),
    /** The server's newer word on what it has. */
    update: (key: string, media: Media) => onEvent(key, { type: 'finish', media }),
    pause: ({ key, upload }: UploadFile) => {
      if (!canPause(upload)) return
      stop(key)
      onEvent(key, { type: 'pause' })
    },
    /** What was paused or broken takes its turn again. */
    goOn: (key: string) => onEvent(key, { type: 'wait' }),
    /** It is not wanted any more: nothing of it is left on the server. */
    remove,
    removeAll: () => files.forEach(remove),
    /** They belong to what was sent: nothing of them is thrown away. */
    letGo: () => dispatch({ type: 'clear' }),
  }
}
export type Uploads = ReturnType<typeof useUploads>
