import type { UploadOptions } from 'tus-js-client'
import { lockNameOf, withUploadLock } from './locks.ts'
import { untilOnline, retryDelay, stallOf, uploadByTus, verdictOf } from './tus.ts'
import { uploadMemory, type UploadMemory, type UploadPlace } from './unfinished.ts'
import type { UploadEvent } from './upload-state.ts'

/** An upload that vanishes again and again is not bad luck. */
const MOST_GONE = 3

/** What one try to send a file is told and tells. */
export interface SendingOptions {
  signal: AbortSignal
  onEvent: (event: UploadEvent) => void
}

interface SendFileOptions<T> extends SendingOptions {
  viewerId: string
  place: UploadPlace
  /** By which another visit knows the file again. */
  fingerprint: string
  /** Makes of a complete upload what it is for. */
  finish: (id: string, signal: AbortSignal) => Promise<T>
  metadata?: Record<string, string>
  /** An upload that may not begin now will not be allowed to in a moment either. */
  refusesForGood?: boolean
}

/**
 * Sends a file to the end: over lost connections, and on from where an earlier visit stopped. Loaded with the first
 * file that is sent, and not before.
 */
export const sendFile = <T>(file: File, { viewerId, ...options }: SendFileOptions<T>): Promise<T> =>
  // A file that another tab sends at the moment is sent on its own here: two tabs never write into one upload.
  withUploadLock(lockNameOf(viewerId, options.fingerprint), (isMine) =>
    sendResumably(file, { ...options, memory: isMine ? uploadMemory(viewerId) : null }),
  )

type ResumableOptions<T> = Omit<SendFileOptions<T>, 'viewerId'> & {
  memory: UploadMemory | null
  rest?: typeof untilOnline
  transport?: Pick<UploadOptions, 'httpStack' | 'fileReader'>
}

/** `memory` is null when the file's upload is not this tab's to go on with. */
export async function sendResumably<T>(file: File, options: ResumableOptions<T>): Promise<T> {
  const { place, fingerprint, metadata = {}, refusesForGood = false, memory, transport } = options
  const { signal, onEvent } = options
  let path = memory?.find(fingerprint)?.path ?? null
  for (let gone = 0; ; gone += 1) {
    try {
      const done = await uploadByTus(file, {
        path,
        metadata,
        refusesForGood,
        signal,
        onEvent,
        transport,
        onPath: (begun) => {
          path = begun
          memory?.note({ mark: fingerprint, place, name: file.name, size: file.size, path: begun })
        },
      })
      const made = await finishing(done.slice(done.lastIndexOf('/') + 1), options)
      memory?.forget(fingerprint)
      return made
    } catch (error) {
      signal.throwIfAborted()
      const verdict = verdictOf(error)
      if (verdict === 'refused' || verdict === 'gone') memory?.forget(fingerprint)
      if (verdict !== 'gone' || gone === MOST_GONE) throw error
      path = null
      onEvent({ type: 'resume', loaded: 0, at: Date.now() })
    }
  }
}

/** Asks again while that answer is lost or the server is busy, as tus does for the bytes. */
async function finishing<T>(
  id: string,
  { finish, signal, onEvent, rest = untilOnline }: ResumableOptions<T>,
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    onEvent({ type: 'check' })
    try {
      return await finish(id, signal)
    } catch (error) {
      signal.throwIfAborted()
      const reason = stallOf(error, retry)
      if (reason === null) throw error
      onEvent({ type: 'stall', reason })
      await rest(retryDelay(retry), signal)
    }
  }
}
