import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { counted } from '../../../lib/format/format.ts'

const files = (value: number) => counted(value, 'file')
const areOrIs = (value: number) => `${files(value)} ${value === 1 ? 'is' : 'are'}`

/** Texts of the tray, which uploads many files while somebody goes on through Plinth. */
export const trayTexts = {
  name: 'Uploads',
  drop: 'Drop files or folders to upload them',
  uploading: (ready: number, all: number) => `Uploading, ${ready} of ${all} are here`,
  paused: (ready: number, all: number) => `Paused, ${ready} of ${all} are here`,
  ready: (value: number) => `${areOrIs(value)} ready`,
  nothing: 'No file is ready',
  elsewhere: 'Another tab is uploading',
  elsewhereLine: 'It continues here when you close that tab.',
  left: (seconds: number) =>
    seconds > 90
      ? `About ${Math.round(seconds / 60)} minutes left`
      : `About ${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`,
  offline: 'Connection lost. It continues by itself.',
  measuring: 'Measuring the time left',
  progress: 'Uploaded so far',
  spoken: (step: number, ready: number, all: number) =>
    `${step}% uploaded, ${ready} of ${areOrIs(all)} here`,
  fold: 'Fold the uploads',
  unfold: 'Show the uploads',
  open: 'Open the uploads',
  close: 'Close the uploads',
  pauseAll: 'Pause all',
  goOnAll: 'Continue all',
  pause: (name: string) => `Pause ${name}`,
  goOn: (name: string) => `Continue ${name}`,
  remove: (name: string) => `Remove ${name}`,
  waiting: 'Waiting for its turn',
  isReady: 'Ready',
  nameIt: 'Name it',
  nameOne: (name: string) => `Name it: ${name}`,
  replace: 'Replace',
  replaceOne: (name: string) => `Replace: ${name}`,
  again: 'Try again',
  againOne: (name: string) => `Try again: ${name}`,
  chooseAgain: 'Choose it again',
  chooseAgainOne: (name: string) => `Choose it again: ${name}`,
  missing: 'Your browser couldn’t keep this file. Choose it again to continue where it stopped.',
  expired: `We keep unsaved uploads for ${UPLOAD_HOURS} hours. Choose this file again.`,
  unsupported: (file: string) => `We don’t accept ${file}. ${ACCEPTED_SENTENCES.any}`,
  tooLarge: (file: string) => `${file} exceeds 50MB limit.`,
  empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
  signedOut: 'You’re logged out. Log in to continue.',
  goOnHeld: 'Continue',
  keep: 'Keep browsing. Your uploads continue.',
  keepReady: `We keep ready files for ${UPLOAD_HOURS} hours.`,
  save: 'Save all as drafts',
  saveSome: (value: number) => `Save ${value} as drafts`,
  saving: (done: number, all: number) => `Saving ${done} of ${all}`,
  saved: (value: number) => `${value} saved as ${value === 1 ? 'a draft' : 'drafts'}.`,
  show: 'Show them',
  saveFailed: 'We couldn’t save this draft. Try again.',
  leaveTitle: (value: number) => `${areOrIs(value)} still uploading`,
  unsavedTitle: (value: number) =>
    `${areOrIs(value)} not saved as ${value === 1 ? 'a draft' : 'drafts'}`,
  leaveText: 'If you close the uploads, we delete them. Your own files stay where they are.',
  stay: 'Keep uploading',
  keepThem: 'Keep them',
  leave: 'Delete the uploads',
  tooMany: (most: number) => `The tray takes up to ${most} files. We took the first ones.`,
  given: 'Added to your uploads',
  givenLine: 'Your other tab uploads them.',
  notGiven: 'Add these files in the tab that is uploading.',
  nameTitle: 'Name it',
  done: 'Done',
  cancel: 'Cancel',
} as const
