import {
  isUnderway,
  justResumed,
  percentOf,
  secondsLeftOf,
  type UploadState,
} from './upload-state.ts'

/** Texts for sending a file, used by every form with files. */
export const sendingTexts = {
  waiting: 'Waiting to upload',
  offline: 'Connection lost. It continues by itself.',
  busy: 'Plinth is busy. It continues by itself.',
  paused: 'Paused',
  checking: 'Checking the file',
  looking: 'We are looking at your file',
  pause: 'Pause',
  goOn: 'Continue',
  allLimits: 'All limits',
  unfinished: (file: string, percent: number) =>
    `${file} wasn’t finished. Choose it again to continue at ${percent}%.`,
  forget: 'Discard it',
  forgetFile: (file: string) => `Discard ${file}`,
  signedOut: 'You’re logged out. Log in and choose the file again to continue.',
  failed: 'Failed to upload file.',
  asDocument: 'Upload as a document',
  fileAsDocument: (file: string) => `Upload as a document: ${file}`,
} as const

const secondsLeft = (seconds: number) =>
  seconds > 90
    ? `about ${Math.round(seconds / 60)} minutes left`
    : `about ${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`

const KIB = 1024

/** `13.1 of 18.0 MB`: both in the unit of the total, with the same number of decimals throughout. */
export function sentOf(loaded: number, size: number): string {
  return size < KIB * KIB
    ? `${Math.round(loaded / KIB)} of ${Math.max(1, Math.round(size / KIB))} KB`
    : `${(loaded / KIB / KIB).toFixed(1)} of ${(size / KIB / KIB).toFixed(1)} MB`
}

/** One line on the progress of a file. */
export function sendingLine(state: UploadState): string {
  if (!isUnderway(state)) return ''
  const sent = sentOf(state.loaded, state.file.size)
  switch (state.phase) {
    case 'waiting':
      return sendingTexts.waiting
    case 'sending': {
      if (justResumed(state)) return `${sentOf(state.from, state.file.size)} already uploaded`
      const seconds = secondsLeftOf(state)
      return seconds === null ? sent : `${sent}, ${secondsLeft(seconds)}`
    }
    case 'stalled':
      return sendingTexts[state.reason]
    case 'paused':
      return `${sendingTexts.paused}, ${sent}`
    case 'checking':
      return state.isLong ? sendingTexts.looking : sendingTexts.checking
    case 'broken':
      return sent
  }
}

const ANNOUNCE_EVERY_PERCENT = 25

/** The text for screen readers: it changes with each step, not with every per cent. */
export function announcementOf(name: string, state: UploadState): string {
  if (!isUnderway(state) || state.phase === 'waiting' || state.phase === 'broken') return ''
  if (state.phase !== 'sending') return `${name}: ${sendingLine(state)}`
  if (justResumed(state)) return `${name}: ${sendingLine(state)}`
  const step =
    Math.floor(percentOf(state.loaded, state.file.size) / ANNOUNCE_EVERY_PERCENT) *
    ANNOUNCE_EVERY_PERCENT
  return step === 0 ? `Uploading ${name}` : `${name}: ${step}%`
}
