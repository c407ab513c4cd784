import { queryOptions } from '@tanstack/react-query'
import {
  deleteMedia,
  finishUpload,
  getMedia,
  putCaptions,
  type Media,
} from '@plinth/contract/media/media.ts'
import { ApiError, call, isUnauthorized, sendForm, sentenceOf } from '../api/api.ts'
import { answerOf } from '../cache/answers.ts'
import { fileFingerprint, type UploadPlace } from './unfinished.ts'
import type { UploadEvent } from './upload-state.ts'
import { sendingTexts } from './upload-texts.ts'
import type { SendingOptions } from './send.ts'

const POLL_MS = 700

/** An upload, asked for until its sizes are made or could not be. */
export const mediaQuery = (id: string) =>
  queryOptions({
    ...answerOf(getMedia, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.state === 'ready' || state.data?.state === 'failed'
        ? false
        : POLL_MS,
    gcTime: 0,
  })

export const importSending = () => import('./send.ts')

/** Has at hand what sends files, before the first one is chosen. */
export const prepareSending = (): void => void importSending()

interface SendMediaOptions extends SendingOptions {
  viewerId: string
  place: UploadPlace
}

/**
 * Sends a file and answers the media made of it. Stopped by its signal it can be sent again and goes on where it
 * stopped, in this visit or a later one.
 */
export async function sendMedia(file: File, options: SendMediaOptions): Promise<Media> {
  const { sendFile } = await importSending()
  options.signal.throwIfAborted()
  return sendFile(file, {
    ...options,
    fingerprint: fileFingerprint(file),
    finish: (id, signal) => call(finishUpload, { params: { id }, signal }),
  })
}

/** Throws away what nothing will use. What cannot be thrown away now, the server clears up later. */
export const discardMedia = (id: string): void => {
  call(deleteMedia, { params: { id } }).catch(() => undefined)
}

export const sendCaptions = (id: string, file: File): Promise<Media> =>
  sendForm(putCaptions, file, { params: { id } })

/** Sending the same file again would end in the same way. */
const isFinal = (error: unknown) => error instanceof ApiError && FINAL.has(error.status)
const FINAL = new Set([413, 415, 422])

/** What a failed sending is to the form. */
export function failureOf(
  error: unknown,
  fileName: string,
): Extract<UploadEvent, { type: 'break' | 'refuse' }> {
  if (isUnauthorized(error)) return { type: 'break', sentence: sendingTexts.signedOut }
  const sentence = sentenceOf(error, sendingTexts.failed)
  return isFinal(error) ? { type: 'refuse', fileName, sentence } : { type: 'break', sentence }
}
