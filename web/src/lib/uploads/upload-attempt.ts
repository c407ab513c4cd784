import { Upload, type DetailedError } from 'tus-js-client'
import { MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { ApiError, unreachable } from '../api/api-error.ts'
import type { Attempt } from './upload-sender.ts'

/** What is lost at most of a line that breaks, and how often the server says how far it is. */
const PIECE_BYTES = 5 * 1024 * 1024
/** A line on which nothing moves for so long is a lost one, whatever the browser believes. */
const STANDSTILL_MS = 60_000

const here = (path: string) => new URL(path, location.origin).href

/**
 * By the tus protocol, saying what the file is for where it is not for media. A new upload is only begun when none is
 * named, so that none is ever lost by a mishap.
 */
export const attemptByTus =
  (metadata: Record<string, string> = {}): Attempt =>
  (file, options) =>
    new Promise((resolve, reject) => {
      const { path, signal } = options
      signal.throwIfAborted()
      let asked = false
      const watch = watchStandstill(() => fail(unreachable()))
      const upload: Upload = new Upload(file, {
        ...(path === null ? { endpoint: here(UPLOADS_PATH) } : { uploadUrl: here(path) }),
        metadata: { filename: file.name.slice(-MAX_FILE_NAME_LENGTH), ...metadata },
        chunkSize: PIECE_BYTES,
        // Waiting, trying again and remembering are the sender's.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => options.onPath(pathOf(upload)),
        onProgress: (loaded) => {
          watch.feed()
          if (asked) options.onProgress(loaded)
          else options.onFound(loaded)
          asked = true
        },
        onChunkComplete: options.onTaken,
        onSuccess: () => {
          settle()
          resolve(pathOf(upload))
        },
        onError: (error) => fail(apiErrorOf(error)),
      })
      const settle = () => {
        watch.end()
        signal.removeEventListener('abort', stop)
      }
      const fail = (error: unknown) => {
        settle()
        void upload.abort()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
      const stop = () => fail(signal.reason)
      signal.addEventListener('abort', stop)
      upload.start()
    })

const pathOf = ({ url }: Upload) => new URL(url ?? '', location.origin).pathname

function apiErrorOf(error: Error | DetailedError): Error {
  if (!('originalRequest' in error)) return error
  const { originalResponse: response } = error
  return response === null
    ? unreachable()
    : new ApiError(response.getStatus(), response.getBody() || error.message)
}

function watchStandstill(run: () => void) {
  let timer = setTimeout(run, STANDSTILL_MS)
  return {
    feed: () => {
      clearTimeout(timer)
      timer = setTimeout(run, STANDSTILL_MS)
    },
    end: () => clearTimeout(timer),
  }
}
