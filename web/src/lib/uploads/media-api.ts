import { queryOptions } from '@tanstack/react-query'
import {
  deleteMedia,
  finishUpload,
  getMedia,
  putCaptions,
  type Media,
} from '@plinth/contract/media/media.ts'
import { ApiError, call, isMisnamed, isUnauthorized, sendForm, sentenceOf } from '../api/api.ts'
import { answerOf } from '../cache/answers.ts'
import { fileFingerprint, type UploadPlace } from './unfinished.ts'
import type { UploadEvent } from './upload-state.ts'
import { sendingTexts } from './upload-texts.ts'
import type { SendingOptions } from './send.ts'

const POLL_MS = 700

/** One of the viewer's uploads, polled until it is ready or has failed. */
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

/** Loads the code that sends files before the first one is chosen. */
export const prepareSending = (): void => void importSending()

interface SendMediaOptions extends SendingOptions {
  viewerId: string
  place: UploadPlace
  /** A document is meant, whatever the file's name says. */
  asDocument?: boolean
  /** A 409 on creation is shown at once: it means that somebody has too many uploads. */
  refusesForGood?: boolean
}

/**
 * Sends a file and returns its media. After an abort, the same file resumes where it stopped, in this visit or a later
 * one.
 */
export async function sendMedia(
  file: File,
  { asDocument = false, ...options }: SendMediaOptions,
): Promise<Media> {
  const { sendFile } = await importSending()
  options.signal.throwIfAborted()
  return sendFile(file, {
    ...options,
    fingerprint: fileFingerprint(file),
    finish: async (id, signal) => {
      const query = asDocument ? { asDocument } : {}
      const answer = await call(finishUpload, { params: { id }, query, signal })
      return 'url' in answer ? answer : null
    },
  })
}

/** Deletes an upload that nothing will use. If this fails, the server's sweep deletes it later. */
export const discardMedia = (id: string): void => {
  call(deleteMedia, { params: { id } }).catch(() => undefined)
}

export const sendCaptions = (id: string, file: File): Promise<Media> =>
  sendForm(putCaptions, file, { params: { id } })

/** Whether sending the same file again would fail again. */
const isFinal = (error: unknown) => error instanceof ApiError && FINAL.has(error.status)
const FINAL = new Set([413, 415, 422])

/** The upload event for a failed upload. With `takesDocuments`, a document with another name may be sent as one. */
export function failureOf(
  error: unknown,
  fileName: string,
  { takesDocuments = false } = {},
): Extract<UploadEvent, { type: 'break' | 'refuse' }> {
  if (isUnauthorized(error)) return { type: 'break', sentence: sendingTexts.signedOut }
  const sentence = sentenceOf(error, sendingTexts.failed)
  if (!isFinal(error)) return { type: 'break', sentence }
  return { type: 'refuse', fileName, sentence, canBeDocument: takesDocuments && isMisnamed(error) }
}
