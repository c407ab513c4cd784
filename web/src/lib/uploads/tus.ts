import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client'
import { MAX_FILE_NAME_LENGTH, UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { ApiError, isMisnamed, unreachable } from '../api/errors.ts'
import type { StallReason, UploadEvent } from './upload-state.ts'

/** At most this much is sent again after a lost connection. */
const CHUNK_BYTES = 5 * 1024 * 1024
/** A connection without progress for this long counts as lost, whatever the browser says. */
const STANDSTILL_MS = 60_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** After this many retries, a busy server is no longer waited for. */
const MAX_BUSY_RETRIES = 4

/** Delays before consecutive retries. Together they last as long as the server keeps an unfinished upload. */
const RETRY_DELAYS = Array.from(
  { length: (UPLOAD_HOURS * 60 * 60 * 1_000) / LONGEST_DELAY_MS },
  (_, retry) => Math.min(FIRST_DELAY_MS * 2 ** retry, LONGEST_DELAY_MS),
)
export const retryDelay = (retry: number): number => RETRY_DELAYS[retry] ?? LONGEST_DELAY_MS

type Verdict = StallReason | 'gone' | 'refused' | 'failed'

const VERDICTS: Record<number, Verdict> = {
  0: 'offline',
  404: 'gone',
  // Returned for a moment while another request of the same upload ends.
  409: 'busy',
  410: 'gone',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  423: 'busy',
  502: 'offline',
  503: 'busy',
  504: 'offline',
}

/** What to do after an error: wait, start again, give up, or ask the person. */
export function verdictOf(error: unknown): Verdict {
  // The server keeps the bytes until the person has decided.
  if (isMisnamed(error)) return 'failed'
  return error instanceof ApiError ? (VERDICTS[error.status] ?? 'failed') : 'failed'
}

/** Why to wait and retry, or null when that is no use. `retry` counts the earlier retries. */
export function stallOf(error: unknown, retry: number): StallReason | null {
  const verdict = verdictOf(error)
  if (verdict === 'offline') return verdict
  return verdict === 'busy' && retry < MAX_BUSY_RETRIES ? verdict : null
}

export interface TusOptions {
  /** Goes on with this upload; begins a new one when null. */
  path: string | null
  /** What the file is for, where that is not media. */
  metadata: Record<string, string>
  /** A 409 on creation is final and not worth a retry. */
  refusesForGood: boolean
  signal: AbortSignal
  onEvent: (event: UploadEvent) => void
  onPath: (path: string) => void
  /** For tests, which run outside a browser. */
  transport?: Pick<UploadOptions, 'httpStack' | 'fileReader'> | undefined
}

/**
 * Sends a file's bytes and returns the path of the finished upload. tus retries lost connections and a busy server; any
 * other error rejects as an `ApiError`.
 */
export const uploadByTus = (file: File, options: TusOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const { path, metadata, signal, onEvent, onPath } = options
    signal.throwIfAborted()
    /** Reset with every connection: the first progress on one is the offset that the server had. */
    let hasMoved = false
    let isWaiting = false
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const watch = watchProgress(() => {
      stall('offline')
      void upload.abort()
      retryTimer = setTimeout(() => upload.start(), FIRST_DELAY_MS)
    })
    const upload: Upload = new Upload(file, {
      ...options.transport,
      // Never both: with an endpoint, tus starts again whenever it cannot read an upload's offset, losing what was sent.
      ...(path === null ? { endpoint: fullUrl(UPLOADS_PATH) } : { uploadUrl: fullUrl(path) }),
      metadata: { filename: file.name.slice(-MAX_FILE_NAME_LENGTH), ...metadata },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS,
      // We store fingerprints ourselves: tus fails the upload when the browser's storage is full, and never deletes one.
      storeFingerprintForResuming: false,
      onShouldRetry: (error, retry) => {
        const failure = apiErrorOf(error)
        if (options.refusesForGood && upload.url === null && isConflict(failure)) return false
        const reason = stallOf(failure, retry)
        if (reason !== null) stall(reason)
        // The form may have aborted on this event; tus would continue nevertheless.
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
        onEvent({ type: hasMoved ? 'progress' : 'resume', loaded, at: Date.now() })
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
      onEvent({ type: 'stall', reason })
    }
    const resume = () => {
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
    globalThis.addEventListener?.('online', resume, { signal: listeners.signal })
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

function watchProgress(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    feed: () => {
      clearTimeout(timer)
      timer = setTimeout(run, STANDSTILL_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Resolves after `ms`, or as soon as the browser is back online. */
export const untilOnline = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = new AbortController()
    const timer = setTimeout(() => end(resolve), ms)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      done.abort()
      settle()
    }
    const { signal: until } = done
    addEventListener('online', () => end(resolve), { signal: until })
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: until })
  })
