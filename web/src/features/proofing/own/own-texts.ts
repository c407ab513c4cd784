import { MAX_ROOM_WORKS } from '@plinth/contract/limits.ts'
import { counted } from '../../../lib/format/format.ts'

/** Texts of the proof rooms that somebody opens for works of their own. */
export const ownTexts = {
  title: 'Proof rooms',
  intro: 'Show works that aren’t on your wall to people you choose, and collect what they say.',
  drafts: 'Not on your wall',
  loading: 'Loading your proof rooms',
  failed: 'We couldn’t load your proof rooms',
  loadingMore: 'Loading...',
  moreFailed: 'We couldn’t load more proof rooms.',
  empty: 'No proof rooms yet',
  emptyLine: 'Choose drafts and press “Ask for feedback”. They become a room that you can share.',
  choose: 'Choose drafts',
  files: (count: number) => counted(count, 'file'),
  links: (count: number) => (count === 0 ? 'not shared' : counted(count, 'link')),
  open: (count: number) => (count === 0 ? 'no open comments' : counted(count, 'open comment')),
  opened: (day: string) => `opened ${day}`,
  delete: 'Delete',
  deleteName: (title: string) => `Delete ${title}`,
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteText:
    'Its files, comments and links are deleted. Your works stay as they are. This can’t be undone.',
  keep: 'Keep it',
  deleting: 'Deleting...',
  deleteFailed: 'We couldn’t delete this proof room. Try again.',
  deleted: (title: string) => `“${title}” is deleted.`,
  ask: 'Ask for feedback',
  askText: (count: number) =>
    `We copy ${counted(count, 'file')} into a proof room. Nobody sees it until you make a link.`,
  name: 'Title of the room',
  noName: 'Enter a title.',
  tooMany: `A proof room takes up to ${MAX_ROOM_WORKS} works. Choose fewer.`,
  make: 'Open the room',
  making: 'Copying...',
  makeFailed: 'We couldn’t open the proof room. Try again.',
  cancel: 'Cancel',
} as const
