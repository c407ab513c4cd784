import type { UploadOptions } from 'tus-js-client'
import { lockNameOf, withUploadLock } from './locks.ts'
import { untilOnline, retryDelay, stallOf, uploadByTus, verdictOf } from './tus.ts'
import { uploadMemory, type UploadMemory, type UploadPlace } from './unfinished.ts'
import type { UploadEvent } from './upload-state.ts'

/** After this many restarts of a vanished upload, the error is shown. */
const MAX_RESTARTS = 3
/** When to ask again how the look at a file has ended. The server waits a while before it answers. */
const LOOK_AGAIN_MS = 2_000

/** What every attempt to send a file needs. */
export interface SendingOptions {
  signal: AbortSignal
  onEvent: (event: UploadEvent) => void
}

interface SendFileOptions<T> extends SendingOptions {
  viewerId: string
  place: UploadPlace
  /** Identifies the same file in a later visit. */
  fingerprint: string
  /** Completes the upload on the server. Null while the server is still looking at the file. */
  finish: (id: string, signal: AbortSignal) => Promise<T | null>
  metadata?: Record<string, string>
  /** A 409 on creation is final and not worth a retry. */
  refusesForGood?: boolean
}

/**
 * Sends a file completely, across lost connections, and resumes where an earlier visit stopped. This module is loaded
 * with the first file that is sent.
 */
export const sendFile = <T>(file: File, { viewerId, ...options }: SendFileOptions<T>): Promise<T> =>
  // If another tab is sending the same file, this tab starts an upload of its own: two tabs never write to one.
  withUploadLock(lockNameOf(viewerId, options.fingerprint), (isMine) =>
    sendResumably(file, { ...options, memory: isMine ? uploadMemory(viewerId) : null }),
  )

type ResumableOptions<T> = Omit<SendFileOptions<T>, 'viewerId'> & {
  memory: UploadMemory | null
  wait?: typeof untilOnline
  transport?: Pick<UploadOptions, 'httpStack' | 'fileReader'>
}

/** `memory` is null when another tab holds the file's upload. */
export async function sendResumably<T>(file: File, options: ResumableOptions<T>): Promise<T> {
  const { place, fingerprint, metadata = {}, refusesForGood = false, memory, transport } = options
  const { signal, onEvent } = options
  let path = memory?.find(fingerprint)?.path ?? null
  for (let restarts = 0; ; restarts += 1) {
    try {
      const done = await uploadByTus(file, {
        path,
        metadata,
        refusesForGood,
        signal,
        onEvent,
        transport,
        onPath: (created) => {
          path = created
          memory?.save({
            mark: fingerprint,
            place,
            name: file.name,
            size: file.size,
            path: created,
          })
        },
      })
      const result = await finishing(done.slice(done.lastIndexOf('/') + 1), options)
      memory?.forget(fingerprint)
      return result
    } catch (error) {
      signal.throwIfAborted()
      const verdict = verdictOf(error)
      if (verdict === 'refused' || verdict === 'gone') memory?.forget(fingerprint)
      if (verdict !== 'gone' || restarts === MAX_RESTARTS) throw error
      path = null
      onEvent({ type: 'resume', loaded: 0, at: Date.now() })
    }
  }
}

/**
 * Asks until the server has looked at the file. Retries while the connection is lost or the server is busy, as tus does
 * for the bytes.
 */
async function finishing<T>(
  id: string,
  { finish, signal, onEvent, wait = untilOnline }: ResumableOptions<T>,
): Promise<T> {
  let isLong = false
  for (let retry = 0; ; retry += 1) {
    onEvent({ type: 'check', isLong })
    try {
      const result = await finish(id, signal)
      if (result !== null) return result
      isLong = true
      onEvent({ type: 'check', isLong })
      await wait(LOOK_AGAIN_MS, signal)
      // The server answers, so the next lost connection is the first one.
      retry = -1
    } catch (error) {
      signal.throwIfAborted()
      const reason = stallOf(error, retry)
      if (reason === null) throw error
      onEvent({ type: 'stall', reason })
      await wait(retryDelay(retry), signal)
    }
  }
}
