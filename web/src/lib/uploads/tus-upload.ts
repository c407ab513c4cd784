import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client'
import { MAX_FILE_NAME_LENGTH, UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { ApiError, unreachable } from '../api/errors.ts'
import type { StallReason, UploadEvent } from './upload-state.ts'

/** At most this much has to be sent again when a connection breaks. */
const CHUNK_BYTES = 5 * 1024 * 1024
/** A connection on which nothing moves for this long is lost, whatever the browser believes. */
const STANDSTILL_MS = 60_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** A server that stays busy for more retries than this is not waited for any longer. */
const MOST_BUSY = 4

/** Before each retry in a row. They last for as long as the server keeps an unfinished upload. */
const RETRY_DELAYS = Array.from(
  { length: (UPLOAD_HOURS * 60 * 60 * 1_000) / LONGEST_DELAY_MS },
  (_, retry) => Math.min(FIRST_DELAY_MS * 2 ** retry, LONGEST_DELAY_MS),
)
export const retryDelay = (retry: number): number => RETRY_DELAYS[retry] ?? LONGEST_DELAY_MS

type Verdict = StallReason | 'gone' | 'refused' | 'failed'

const VERDICTS: Record<number, Verdict> = {
  0: 'line',
  404: 'gone',
  // Another request of the same upload leaves this behind for a moment.
  409: 'busy',
  410: 'gone',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  423: 'busy',
  502: 'line',
  503: 'busy',
  504: 'line',
}

/** What a failure means for the file: wait, begin anew, give up for good, or ask the person. */
export const verdictOf = (error: unknown): Verdict =>
  error instanceof ApiError ? (VERDICTS[error.status] ?? 'failed') : 'failed'

/** Why it is worth trying again, or null when it is not. `retry` counts those that went before. */
export function stallOf(error: unknown, retry: number): StallReason | null {
  const verdict = verdictOf(error)
  if (verdict === 'line') return verdict
  return verdict === 'busy' && retry < MOST_BUSY ? verdict : null
}

export interface TusOptions {
  /** Goes on with this upload; begins a new one when null. */
  path: string | null
  /** What the file is for, where that is not media. */
  metadata: Record<string, string>
  /** An upload that may not begin now will not be allowed to in a moment either. */
  refusesForGood: boolean
  signal: AbortSignal
  tell: (event: UploadEvent) => void
  onPath: (path: string) => void
  /** For tests, which run outside a browser. */
  transport?: Pick<UploadOptions, 'httpStack' | 'fileReader'> | undefined
}

/**
 * Sends a file's bytes and answers the path of the finished upload. tus retries lost connections and a busy server;
 * everything else rejects as an `ApiError`.
 */
export const uploadByTus = (file: File, options: TusOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const { path, metadata, signal, tell, onPath } = options
    signal.throwIfAborted()
    /** Since the last connection; the first progress after one is what the server already had. */
    let hasMoved = false
    let isWaiting = false
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const watch = watchStandstill(() => {
      stall('line')
      void upload.abort()
      retryTimer = setTimeout(() => upload.start(), FIRST_DELAY_MS)
    })
    const upload: Upload = new Upload(file, {
      ...options.transport,
      // Never both: with an endpoint, tus begins anew whenever an upload cannot be asked for, and what was sent is lost.
      ...(path === null ? { endpoint: fullUrl(UPLOADS_PATH) } : { uploadUrl: fullUrl(path) }),
      metadata: { filename: file.name.slice(-MAX_FILE_NAME_LENGTH), ...metadata },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS,
      // Our own memory does this: tus fails the upload where the browser's store is full, and never forgets one.
      storeFingerprintForResuming: false,
      onShouldRetry: (error, retry) => {
        const failure = apiErrorOf(error)
        if (options.refusesForGood && upload.url === null && isConflict(failure)) return false
        const reason = stallOf(failure, retry)
        if (reason !== null) stall(reason)
        // Told of it, the form may have stopped it; tus would go on all the same.
        return reason !== null && !signal.aborted
      },
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null
        onPath(pathOf(upload))
      },
      onBeforeRequest: () => {
        isWaiting = false
        watch.feed()
      },
      onProgress: (loaded) => {
        watch.feed()
        tell({ type: hasMoved ? 'progress' : 'found', loaded, at: Date.now() })
        hasMoved = true
      },
      onSuccess: () => {
        end()
        resolve(pathOf(upload))
      },
      onError: (error) => {
        end()
        reject(apiErrorOf(error))
      },
    })
    const stall = (reason: StallReason) => {
      watch.end()
      hasMoved = false
      isWaiting = true
      tell({ type: 'stall', reason })
    }
    const goOn = () => {
      if (!isWaiting) return
      clearTimeout(retryTimer)
      void upload.abort()
      upload.start()
    }
    const stop = () => {
      end()
      void upload.abort()
      reject(signal.reason as Error)
    }
    const listeners = new AbortController()
    const end = () => {
      watch.end()
      clearTimeout(retryTimer)
      listeners.abort()
    }
    signal.addEventListener('abort', stop, { signal: listeners.signal })
    globalThis.addEventListener?.('online', goOn, { signal: listeners.signal })
    upload.start()
  })

const fullUrl = (path: string) => new URL(path, location.origin).href
const pathOf = ({ url }: Upload) => new URL(url ?? '', location.origin).pathname

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

function apiErrorOf(error: Error | DetailedError): Error {
  if (!('originalRequest' in error)) return error
  const { originalResponse: response } = error
  return response === null
    ? unreachable()
    : new ApiError(response.getStatus(), response.getBody() || error.message)
}

function watchStandstill(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    feed: () => {
      clearTimeout(timer)
      timer = setTimeout(run, STANDSTILL_MS)
    },
    end: () => clearTimeout(timer),
  }
}
