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

/** Abort reason for a file that the person removed. */
export const REMOVED = 'removed'

interface UploadsOptions {
  viewerId: string
  /** The form that the files are sent for. */
  place: UploadPlace
  /** How many files it takes at most. */
  most: number
  /** A sentence on why a chosen file is not sent; null when it is sent. */
  refusalOf: (file: File) => string | null
  /** Called when more files were chosen than it takes; the surplus is dropped. */
  onTooMany: () => void
  /** Sends one file; by default as media. Returns null when the file is listed elsewhere and its row disappears. */
  send?: (file: File, options: SendingOptions & { key: string }) => Promise<Media | null>
  /** Identifies the same file in a later visit. */
  fingerprintOf?: (file: File) => string
  /** A sentence on why an uploaded file cannot be used after all; null when it can. */
  refuseMedia?: (media: Media, fileName: string) => string | null
  onFailed?: (sentence: string) => void
  /** A document that is named as a picture may be sent as what it is. */
  takesDocuments?: boolean
  /** Creates object URLs, so that the form can show the files. */
  hasPreviews?: boolean
}

interface Sending {
  key: string
  file: File
  asDocument: boolean
  signal: AbortSignal
}

const endPreview = ({ preview }: UploadFile) => {
  if (preview !== null) URL.revokeObjectURL(preview)
}

/**
 * The files of a form. Each is sent as soon as it is chosen, two at a time, and all stop when the form unmounts. The same
 * file resumes where it stopped when it is chosen again.
 */
export function useUploads(options: UploadsOptions) {
  const { viewerId, place, most, refusalOf, refuseMedia, fingerprintOf = fileFingerprint } = options
  const [files, dispatch] = useReducer(nextFiles, [])
  const stops = useRef(new Map<string, AbortController>())
  const onEvent = (key: string, event: UploadEvent) => dispatch({ type: 'upload', key, event })
  const { mutateAsync } = useMutation({
    mutationFn: ({ key, file, asDocument, signal }: Sending) => {
      const sending = { signal, onEvent: (event: UploadEvent) => onEvent(key, event) }
      return options.send === undefined
        ? sendMedia(file, { viewerId, place, asDocument, ...sending })
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
  const send = async (key: string, file: File, asDocument: boolean) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    onEvent(key, { type: 'send', file, at: Date.now() })
    try {
      const media = await mutateAsync({ key, file, asDocument, signal: stop.signal })
      if (media === null) dispatch({ type: 'remove', key })
      else if (stop.signal.aborted) discardMedia(media.id)
      else arrived(key, media, file.name)
    } catch (error) {
      if (stop.signal.aborted) return
      const failure = failureOf(error, file.name, options)
      onEvent(key, failure)
      options.onFailed?.(failure.sentence)
    } finally {
      if (stops.current.get(key) === stop) stops.current.delete(key)
    }
  }
  const sendNext = useEffectEvent((all: readonly UploadFile[]) => {
    for (const { key, file, asDocument = false } of filesToSend(all)) {
      if (file !== null && !stops.current.has(key)) void send(key, file, asDocument)
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
  const add = (chosen: Iterable<File>, places: number) => {
    const all = Array.from(chosen, take)
    const surplus = new Set(all.filter(({ file }) => file !== null).slice(places))
    surplus.forEach(endPreview)
    if (surplus.size > 0) options.onTooMany()
    const taken = all.filter((one) => !surplus.has(one))
    dispatch({ type: 'add', files: taken })
    return taken
  }
  return {
    files,
    /** How many are still being sent or waiting. */
    pending: files.filter(isPending).length,
    paused: files.filter(isPaused).length,
    mediaIds: files.flatMap((file) => mediaOf(file)?.id ?? []),
    /** Adds chosen, dropped or pasted files up to the limit, and returns those it added. */
    choose: (chosen: Iterable<File>) => add(chosen, freePlaces(files, most)),
    /** Replaces all files with one. */
    replace: (file: File) => {
      files.forEach(remove)
      add([file], 1)
    },
    restore: (restored: readonly UploadFile[]) => dispatch({ type: 'restore', files: restored }),
    move: (key: string, by: -1 | 1) => dispatch({ type: 'move', key, by }),
    describe: (key: string, alt: string) => dispatch({ type: 'describe', key, alt }),
    /** Updates an uploaded file's media. */
    update: (key: string, media: Media) => onEvent(key, { type: 'finish', media }),
    pause: ({ key, upload }: UploadFile) => {
      if (!canPause(upload)) return
      stop(key)
      onEvent(key, { type: 'pause' })
    },
    /** Resumes a paused or failed file. */
    goOn: (key: string) => onEvent(key, { type: 'wait' }),
    /** Sends a refused file again, as a document. */
    asDocument: ({ key }: UploadFile) => {
      if (freePlaces(files, most) > 0) dispatch({ type: 'document', key })
      else options.onTooMany()
    },
    /** Removes a file, also from the server. */
    remove,
    removeAll: () => files.forEach(remove),
    /** Empties the list without deleting anything, because the files now belong to what was sent. */
    letGo: () => dispatch({ type: 'clear' }),
  }
}
export type Uploads = ReturnType<typeof useUploads>
