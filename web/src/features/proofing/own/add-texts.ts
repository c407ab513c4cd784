import { MAX_ROOM_FILES, MAX_ROOM_WORKS } from '@plinth/contract/limits.ts'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { counted } from '../../../lib/format/format.ts'
import type { Replaced } from './version-rules.ts'

/** How files become versions, wherever they are added. */
const RULE =
  'A file becomes the next version of the one with the same name. Endings like “v2” or “final” don’t count. Any other file is added as a new one.'
const SEEN = 'People with a link see new files at once.'

/** Texts for adding files to a proof room of one's own. */
export const addTexts = {
  title: 'Add files to this room',
  rule: `${RULE} If it should replace something else, open it later and choose “Replaces…” in the room’s menu. ${SEEN}`,
  shortRule: `${RULE} ${SEEN}`,
  computer: 'From your computer',
  choose: 'Choose files',
  dropNow: 'Drop to add',
  uploads: 'Files from your computer',
  limits: `Up to ${MAX_ROOM_WORKS} files at once, 50 MB each`,
  works: 'From works that aren’t on your wall',
  worksLine:
    'The room gets a copy, so changing a work later changes nothing here. To add a newer file of a work, choose it from your computer.',
  loading: 'Loading your works',
  failed: 'We couldn’t load your works',
  loadingMore: 'Loading...',
  moreFailed: 'We couldn’t load more works.',
  none: 'No drafts',
  noneLine: 'Drafts, scheduled and hidden works appear here.',
  plan: 'What will be added',
  nothing: 'Nothing chosen yet.',
  becomes: (replaced: Replaced | null) =>
    replaced === null ? 'a new file' : `version ${replaced.number} of ${replaced.fileName}`,
  add: (count: number) => (count === 0 ? 'Add files' : `Add ${counted(count, 'file')}`),
  adding: 'Adding...',
  uploading: (count: number) => `${counted(count, 'file')} uploading...`,
  cancel: 'Cancel',
  added: (count: number) =>
    count === 1 ? 'A file is in the room now.' : `${count} files are in the room now.`,
  addFailed: 'We couldn’t add these files. Nothing was changed. Try again.',
  noFiles: 'Choose a file or a work first.',
  tooManyWorks: `You can add up to ${MAX_ROOM_WORKS} works at once. Choose fewer.`,
  full: (left: number) =>
    left === 0
      ? `This room has ${MAX_ROOM_FILES} files, which is as many as a room can have. Open another room.`
      : `A room can have ${MAX_ROOM_FILES} files. This one has space for ${left} more.`,
  unarrived: (file: string) => `${file} hasn’t been uploaded. Continue or remove it first.`,
  tooManyTitle: 'Too many files',
  tooMany: `You can add up to ${MAX_ROOM_WORKS} files from your computer at once.`,
  too_large: (file: string) => `File too large: ${file} exceeds 50MB limit.`,
  unsupported: (file: string) => `We don’t accept ${file}. ${ACCEPTED_SENTENCES.any}`,
  empty: (file: string) => `${file} is empty. Export it again and choose the new file.`,
} as const
