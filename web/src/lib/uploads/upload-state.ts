import type { Media } from '@plinth/contract/media/media.ts'

/** Why nothing moves: no answer came, or the server has no hand free. It goes on by itself either way. */
export type StallReason = 'offline' | 'busy'

/** `loaded` is what has left the browser; after a break, what the server says it has. */
interface Underway {
  file: File
  loaded: number
}

/** A file on its way to the wall, from the choice to the kept media. */
export type UploadState =
  | { phase: 'empty' }
  | { phase: 'refused'; fileName: string; sentence: string }
  /** It has not had its turn yet, or not again. */
  | ({ phase: 'waiting' } & Underway)
  /** `from`: so much was there already when this stretch began. */
  | ({ phase: 'sending'; from: number; startedAt: number; now: number } & Underway)
  | ({ phase: 'stalled'; reason: StallReason } & Underway)
  | ({ phase: 'paused' } & Underway)
  /** All bytes are there; the server looks at them. */
  | ({ phase: 'checking' } & Underway)
  | ({ phase: 'broken'; sentence: string } & Underway)
  | { phase: 'uploaded'; media: Media }

export type UploadEvent =
  | { type: 'refuse'; fileName: string; sentence: string }
  | { type: 'wait' }
  | { type: 'send'; file: File; at: number }
  /** The server has so much of it already. */
  | { type: 'resume'; loaded: number; at: number }
  | { type: 'progress'; loaded: number; at: number }
  | { type: 'stall'; reason: StallReason }
  | { type: 'pause' }
  | { type: 'check' }
  | { type: 'break'; sentence: string }
  | { type: 'finish'; media: Media }
  /** An earlier visit has sent it. */
  | { type: 'restore'; media: Media }
  | { type: 'clear' }

export const NO_UPLOAD: UploadState = { phase: 'empty' }

export type UnderwayState = Extract<UploadState, Underway>

export const isUnderway = (state: UploadState): state is UnderwayState => 'loaded' in state

/** Bytes are moving, or will without anybody's help. */
export const isMoving = ({ phase }: UploadState): boolean =>
  phase === 'sending' || phase === 'stalled' || phase === 'checking'

export const canPause = ({ phase }: UploadState): boolean =>
  phase === 'sending' || phase === 'stalled'

export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'refuse':
      return { phase: 'refused', fileName: event.fileName, sentence: event.sentence }
    case 'send':
      return begun(state, event)
    case 'finish':
      // Also the polled states of what is already kept; another file's answer changes nothing.
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

/** A file that goes on keeps what is known of it, so that the bar does not start again. */
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
  // A late report of what was paused or cancelled must not bring it back.
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
      return { phase: 'checking', file, loaded: file.size }
    case 'break':
      return { phase: 'broken', file, loaded, sentence: event.sentence }
  }
}

function flowing(file: File, { loaded, at }: { loaded: number; at: number }) {
  const there = Math.min(loaded, file.size)
  return { phase: 'sending', file, loaded: there, from: there, startedAt: at, now: at } as const
}

export const isProcessing = (media: Media) =>
  media.state === 'uploaded' || media.state === 'processing'

/** Something a person would be sorry to lose. */
export const hasUnsent = (state: UploadState) =>
  state.phase !== 'empty' && state.phase !== 'refused'

/** Never 100: that is what the server says, not what has left the browser. */
export const percentOf = (loaded: number, size: number): number =>
  size === 0 ? 0 : Math.min(Math.floor((loaded / size) * 100), 99)

const JUDGE_AFTER_MS = 800

/** Null until there is enough to judge by. */
export function secondsLeftOf(state: UploadState & { phase: 'sending' }): number | null {
  const { file, loaded, from, now, startedAt } = state
  const elapsed = now - startedAt
  if (loaded <= from || loaded >= file.size || elapsed < JUDGE_AFTER_MS) return null
  return Math.max(1, Math.round((elapsed * (file.size - loaded)) / (loaded - from) / 1_000))
}

const TOLD_FOR_MS = 4_000

/** It goes on where it stood and this should be said, for a moment. */
export const justResumed = (state: UploadState): boolean =>
  state.phase === 'sending' && state.from > 0 && state.now - state.startedAt < TOLD_FOR_MS
