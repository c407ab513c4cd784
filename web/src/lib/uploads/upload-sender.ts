import { ApiError } from '../api/api-error.ts'
import { markOf, type UploadMemory, type UploadPlace } from './upload-memory.ts'
import type { StallReason, UploadEvent } from './upload-state.ts'

/** One try to bring a file's bytes to the server; answers the upload's path once all of them are there. */
export type Attempt = (
  file: File,
  options: {
    /** Goes on with this upload; begins one when null. */
    path: string | null
    signal: AbortSignal
    onPath: (path: string) => void
    /** What the server has of it, before the first byte moves. */
    onFound: (loaded: number) => void
    /** So much has left the browser. */
    onProgress: (loaded: number) => void
    /** The server has taken another piece. */
    onTaken: () => void
  },
) => Promise<string>

export interface SenderParts<T> {
  attempt: Attempt
  /** Makes of an upload that is all there what it is for. */
  finish: (id: string, signal: AbortSignal) => Promise<T>
  /** Resolves after so long, or as soon as the browser is back on the net. */
  rest: (ms: number, signal: AbortSignal) => Promise<void>
  /** Null when another tab, or another row of this one, sends this file at the moment. */
  memory: UploadMemory | null
  /** What may not begin now will not in a moment either: no other upload is in its way. */
  refusesForGood?: boolean
  now?: () => number
}

export interface SendOptions {
  place: UploadPlace
  signal: AbortSignal
  tell: (event: UploadEvent) => void
  /** By which another visit knows the file again; its own where the place does not matter. */
  mark?: string
}

type Verdict = StallReason | 'gone' | 'refused' | 'failed'

const VERDICTS: Record<number, Verdict> = {
  0: 'line',
  404: 'gone',
  // What another request of the same upload leaves behind for a moment.
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

/** What a failure means for the file: wait, begin anew, never again, or ask the person. */
const verdictOf = (error: unknown): Verdict =>
  error instanceof ApiError ? (VERDICTS[error.status] ?? 'failed') : 'failed'

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000
/** A server that is busy for longer than this is not waited for without being asked. */
const MOST_BUSY = 4
/** Uploads that vanish again and again are nobody's bad luck. */
const MOST_GONE = 3

/** Sends a file to the end: over lost connections, and on from where an earlier visit stopped. */
export async function sendResumably<T>(
  file: File,
  { attempt, finish, rest, memory, refusesForGood = false, now = Date.now }: SenderParts<T>,
  { place, signal, tell, mark = markOf(file) }: SendOptions,
): Promise<T> {
  let path = memory?.find(mark)?.path ?? null
  let waits = 0
  let gone = 0
  const note = (at: string) => {
    path = at
    memory?.note({ mark, place, name: file.name, size: file.size, path: at })
  }
  for (;;) {
    try {
      const done = await attempt(file, {
        path,
        signal,
        onPath: note,
        onFound: (loaded) => tell({ type: 'found', loaded, at: now() }),
        onProgress: (loaded) => tell({ type: 'progress', loaded, at: now() }),
        onTaken: () => {
          waits = 0
        },
      })
      tell({ type: 'check' })
      const made = await finish(idOf(done), signal)
      memory?.forget(mark)
      return made
    } catch (error) {
      signal.throwIfAborted()
      const isTurnedAway = refusesForGood && path === null && isConflict(error)
      const verdict = isTurnedAway ? 'refused' : verdictOf(error)
      if (verdict === 'gone' && gone < MOST_GONE) {
        gone += 1
        path = null
        memory?.forget(mark)
        tell({ type: 'found', loaded: 0, at: now() })
        continue
      }
      if (verdict === 'refused') memory?.forget(mark)
      if (verdict === 'refused' || verdict === 'failed' || verdict === 'gone') throw error
      if (verdict === 'busy' && waits >= MOST_BUSY) throw error
      tell({ type: 'stall', reason: verdict })
      await rest(Math.min(FIRST_REST_MS * 2 ** waits, LONGEST_REST_MS), signal)
      waits += 1
    }
  }
}

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
