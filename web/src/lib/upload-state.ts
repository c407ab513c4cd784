import type { Media } from '@plinth/contract/media.ts'

/** A file on its way to the wall, from the choice to the kept media. */
export type UploadState =
  | { phase: 'empty' }
  | { phase: 'refused'; fileName: string; sentence: string }
  | { phase: 'sending'; file: File; loaded: number; startedAt: number; now: number }
  | { phase: 'broken'; file: File; sentence: string }
  | { phase: 'kept'; media: Media }

export type UploadEvent =
  | { type: 'refuse'; fileName: string; sentence: string }
  | { type: 'send'; file: File; at: number }
  | { type: 'progress'; loaded: number; at: number }
  | { type: 'break'; sentence: string }
  | { type: 'keep'; media: Media }
  | { type: 'clear' }

export const NO_UPLOAD: UploadState = { phase: 'empty' }

export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'refuse':
      return { phase: 'refused', fileName: event.fileName, sentence: event.sentence }
    case 'send':
      return { phase: 'sending', file: event.file, loaded: 0, startedAt: event.at, now: event.at }
    case 'progress':
      // A late report of an upload that was cancelled must not bring it back.
      return state.phase === 'sending'
        ? { ...state, loaded: Math.min(event.loaded, state.file.size), now: event.at }
        : state
    case 'break':
      return state.phase === 'sending'
        ? { phase: 'broken', file: state.file, sentence: event.sentence }
        : state
    case 'keep':
      // Also the polled states of what is already kept; another file's answer changes nothing.
      if (state.phase === 'sending') return { phase: 'kept', media: event.media }
      return state.phase === 'kept' && state.media.id === event.media.id
        ? { phase: 'kept', media: event.media }
        : state
    case 'clear':
      return NO_UPLOAD
  }
}

export const isBeingMade = (media: Media) =>
  media.state === 'uploaded' || media.state === 'processing'

/** Something a person would be sorry to lose. */
export const hasUnsent = (state: UploadState) =>
  state.phase !== 'empty' && state.phase !== 'refused'

export interface Progress {
  percent: number
  /** Null until there is enough to judge by. */
  secondsLeft: number | null
}

const JUDGE_AFTER_MS = 800

export function progressOf(state: UploadState & { phase: 'sending' }): Progress {
  const { file, loaded, now, startedAt } = state
  const share = file.size === 0 ? 0 : loaded / file.size
  const elapsed = now - startedAt
  return {
    // 100 is what the server says, not what has left the browser.
    percent: Math.min(Math.floor(share * 100), 99),
    secondsLeft:
      share === 0 || share === 1 || elapsed < JUDGE_AFTER_MS
        ? null
        : Math.max(1, Math.round((elapsed * (1 - share)) / share / 1_000)),
  }
}
