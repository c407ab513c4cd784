import { MAX_MESSAGE_MEDIA } from '@plinth/contract/limits.ts'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'

/** Text of the dialogs to write to somebody. Strings that the specification quotes are the same as there. */
export const composeTexts = {
  message: {
    title: (name: string) => `Message to ${name}`,
    subject: 'Subject',
    text: 'Message',
    send: 'Send Message',
    sending: 'Sending...',
    sent: 'Message Sent',
    sentLine: (name: string) => `${name} finds it among the messages.`,
    failed: 'Failed to send message. Please try again.',
    wrong: { content: 'Please write something, or add a file' },
  },
  errorTitle: 'Error',
  cancel: 'Cancel',
  view: 'View',
  waiting: (files: number) => `Waiting for ${files} ${files === 1 ? 'file' : 'files'}…`,
  tooLong: (most: string) => `Keep it to ${most} characters.`,
  arrivedBefore: 'An earlier version of this has arrived after all. Send again to add this one.',
  person: {
    loading: 'Looking up who it goes to',
    failed: 'The form could not be opened',
    gone: 'The person may have left, or the address is not quite right.',
    self: 'This is you. Messages go to other people.',
    close: 'Close',
  },
  draft: {
    restored: 'Draft restored.',
    gone: (files: number) =>
      files === 1
        ? 'One of its files is no longer kept. Choose it again.'
        : `${files} of its files are no longer kept. Choose them again.`,
    unsure: 'Its files could not be asked for. Close and open this again to see them.',
    discard: 'Discard',
  },
  leave: {
    title: 'Leave while files are on their way?',
    text: 'What you wrote and the files that have arrived wait here as a draft. The others stop: chosen again, they go on where they stood.',
    leave: 'Leave',
    stay: 'Stay',
  },
  files: {
    label: 'Files',
    add: 'Add files',
    dropNow: 'Let go to add',
    limits: `Up to ${MAX_MESSAGE_MEDIA} files, 50 MB each. Only the two of you can open them.`,
    too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
    unsupported: (file: string) => `${file} cannot be sent. ${ACCEPTED_SENTENCES.any}`,
    empty: (file: string) => `${file} has nothing in it. Export it again and choose the new file.`,
    tooManyTitle: 'Too many files',
    tooMany: `A message carries up to ${MAX_MESSAGE_MEDIA} files. The first ${MAX_MESSAGE_MEDIA} were taken.`,
    pausedTitle: 'A file is paused',
    paused: (file: string) => `${file} has not arrived. Let it go on, or remove it.`,
    brokenTitle: 'A file did not arrive',
    broken: (file: string) => `${file} did not arrive. Try it again or remove it.`,
  },
} as const
