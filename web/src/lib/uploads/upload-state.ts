import type { Media } from '@plinth/contract/media/media.ts'

/** Why nothing moves: the connection is lost or the server is busy. It resumes by itself either way. */
export type StallReason = 'offline' | 'busy'

/** `loaded` counts bytes that have left the browser; after a break, those that the server has. */
interface Underway {
  file: File
  loaded: number
}

/** A file from the moment it is chosen until it is a stored media. */
export type UploadState =
  | { phase: 'empty' }
  /** `canBeDocument`: it would be accepted as one, which the person has to want. */
  | { phase: 'refused'; fileName: string; sentence: string; canBeDocument?: boolean }
  /** Not sent yet, or waiting to be sent again. */
  | ({ phase: 'waiting' } & Underway)
  /** `from`: the offset at which sending started or resumed. */
  | ({ phase: 'sending'; from: number; startedAt: number; now: number } & Underway)
  | ({ phase: 'stalled'; reason: StallReason } & Underway)
  | ({ phase: 'paused' } & Underway)
  /** All bytes have arrived; the server looks at them. `isLong`: that takes longer than usual. */
  | ({ phase: 'checking'; isLong: boolean } & Underway)
  | ({ phase: 'broken'; sentence: string } & Underway)
  | { phase: 'uploaded'; media: Media }

export type UploadEvent =
  | { type: 'refuse'; fileName: string; sentence: string; canBeDocument?: boolean }
  | { type: 'wait' }
  | { type: 'send'; file: File; at: number }
  /** The server reports how much it already has. */
  | { type: 'resume'; loaded: number; at: number }
  | { type: 'progress'; loaded: number; at: number }
  | { type: 'stall'; reason: StallReason }
  | { type: 'pause' }
  | { type: 'check'; isLong?: boolean }
  | { type: 'break'; sentence: string }
  | { type: 'finish'; media: Media }
  /** An earlier visit sent it. */
  | { type: 'restore'; media: Media }
  | { type: 'clear' }

export const NO_UPLOAD: UploadState = { phase: 'empty' }

export type UnderwayState = Extract<UploadState, Underway>

export const isUnderway = (state: UploadState): state is UnderwayState => 'loaded' in state

/** Bytes are moving, or will move without anyone's help. */
export const isMoving = ({ phase }: UploadState): boolean =>
  phase === 'sending' || phase === 'stalled' || phase === 'checking'

export const canPause = ({ phase }: UploadState): boolean =>
  phase === 'sending' || phase === 'stalled'

export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'refuse':
      return {
        phase: 'refused',
        fileName: event.fileName,
        sentence: event.sentence,
        ...(event.canBeDocument === true ? { canBeDocument: true } : {}),
      }
    case 'send':
      return begun(state, event)
    case 'finish':
      // Also updates an uploaded file's media after a poll. Another file's answer changes nothing.
      return isMoving(state) || (state.phase === 'uploaded' && state.media.id === event.media.id)
        ? { phase: 'uploaded', media: event.media }
        : state
    case 'restore':
      return state.phase === 'empty' ? { phase: 'uploaded', media: event.media } : state
    case 'clear':
      return NO_UPLOAD
    default:
      return isUnderway(state) ? moved(state, event) : state
  }
}

/** A resumed file keeps its progress, so that the bar does not start again. */
function begun(state: UploadState, { file, at }: { file: File; at: number }): UploadState {
  const loaded = isUnderway(state) && state.file === file ? state.loaded : 0
  return { phase: 'sending', file, loaded, from: loaded, startedAt: at, now: at }
}

type Move = Exclude<UploadEvent, { type: 'refuse' | 'send' | 'finish' | 'restore' | 'clear' }>

function moved(state: UnderwayState, event: Move): UploadState {
  const { file, loaded } = state
  if (event.type === 'wait') {
    return state.phase === 'paused' || state.phase === 'broken'
      ? { phase: 'waiting', file, loaded }
      : state
  }
  // A late event must not restart a paused or cancelled upload.
  if (!isMoving(state)) return state
  switch (event.type) {
    case 'resume':
      return { ...flowing(file, event), from: Math.min(event.loaded, file.size) }
    case 'progress':
      return state.phase === 'sending'
        ? { ...state, loaded: Math.min(event.loaded, file.size), now: event.at }
        : flowing(file, event)
    case 'stall':
      return { phase: 'stalled', file, loaded, reason: event.reason }
    case 'pause':
      return canPause(state) ? { phase: 'paused', file, loaded } : state
    case 'check':
      return { phase: 'checking', file, loaded: file.size, isLong: event.isLong === true }
    case 'break':
      return { phase: 'broken', file, loaded, sentence: event.sentence }
  }
}

function flowing(file: File, { loaded, at }: { loaded: number; at: number }) {
  const received = Math.min(loaded, file.size)
  return {
    phase: 'sending',
    file,
    loaded: received,
    from: received,
    startedAt: at,
    now: at,
  } as const
}

export const isProcessing = (media: Media) =>
  media.state === 'uploaded' || media.state === 'processing'

/** Whether a person would lose something by leaving. */
export const hasUnsent = (state: UploadState) =>
  state.phase !== 'empty' && state.phase !== 'refused'

/** Never 100, as only the server can say that everything has arrived. */
export const percentOf = (loaded: number, size: number): number =>
  size === 0 ? 0 : Math.min(Math.floor((loaded / size) * 100), 99)

const ESTIMATE_AFTER_MS = 800

/** Estimated seconds left; null until there is enough progress to estimate from. */
export function secondsLeftOf(state: UploadState & { phase: 'sending' }): number | null {
  const { file, loaded, from, now, startedAt } = state
  const elapsed = now - startedAt
  if (loaded <= from || loaded >= file.size || elapsed < ESTIMATE_AFTER_MS) return null
  return Math.max(1, Math.round((elapsed * (file.size - loaded)) / (loaded - from) / 1_000))
}

const RESUMED_NOTE_MS = 4_000

/** Whether it resumed a moment ago, which is shown briefly. */
export const justResumed = (state: UploadState): boolean =>
  state.phase === 'sending' && state.from > 0 && state.now - state.startedAt < RESUMED_NOTE_MS
