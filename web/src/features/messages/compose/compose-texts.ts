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
    sentLine: (name: string) => `${name} can read it now.`,
    failed: 'Failed to send message. Please try again.',
    wrong: { content: 'Please write something, or add a file' },
  },
  errorTitle: 'Error',
  cancel: 'Cancel',
  view: 'View',
  waiting: (files: number) => `Waiting for ${files} ${files === 1 ? 'file' : 'files'}…`,
  tooLong: (most: string) => `Keep it to ${most} characters.`,
  arrivedBefore: 'An earlier version of this message was sent. Send again to add this one.',
  person: {
    loading: 'Loading the form',
    failed: 'We couldn’t open the form',
    gone: 'This person may have left, or the address is wrong.',
    self: 'This is your own profile. Write to somebody else.',
    close: 'Close',
  },
  draft: {
    restored: 'Draft restored.',
    gone: (files: number) =>
      files === 1
        ? 'We no longer have one of its files. Choose it again.'
        : `We no longer have ${files} of its files. Choose them again.`,
    unsure: 'We couldn’t load its files. Close this and open it again.',
    discard: 'Discard',
  },
  leave: {
    title: 'Leave while files are uploading?',
    text: 'We keep your text and uploaded files as a draft. The other uploads stop. Choose those files again to continue.',
    leave: 'Leave',
    stay: 'Stay',
  },
  files: {
    label: 'Files',
    add: 'Add files',
    dropNow: 'Drop to add',
    limits: `Up to ${MAX_MESSAGE_MEDIA} files, 50 MB each. Only the two of you can open them.`,
    too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
    unsupported: (file: string) => `You can’t send ${file}. ${ACCEPTED_SENTENCES.any}`,
    empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
    tooManyTitle: 'Too many files',
    tooMany: `A message can have up to ${MAX_MESSAGE_MEDIA} files. We added the first ${MAX_MESSAGE_MEDIA}.`,
    pausedTitle: 'A file is paused',
    paused: (file: string) => `${file} isn’t uploaded yet. Continue or remove it.`,
    brokenTitle: 'A file wasn’t uploaded',
    broken: (file: string) => `${file} wasn’t uploaded. Try again or remove it.`,
  },
} as const
