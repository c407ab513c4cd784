import { counted } from '../../lib/format/format.ts'

/** The words of the list that opens beside a save button. */
export const pickerTexts = {
  title: 'Save to a board',
  saved: 'Saved',
  announced: 'Saved. Press Tab to choose a board.',
  button: 'Boards',
  buttonFor: (title: string) => `Boards for ${title}`,
  search: 'Search your boards',
  searchHint: 'Search boards',
  loading: 'Loading your boards',
  loadFailed: 'We couldn’t load your boards',
  loadingMore: 'Loading...',
  more: 'Show more',
  none: 'You have no boards yet. Make one to keep things for the same job together.',
  noneFound: (words: string) => `No board is called “${words}”.`,
  count: (items: number) => `${items} saved`,
  added: (board: string) => `Added to ${board}.`,
  removed: (board: string) => `Removed from ${board}.`,
  failed: 'We couldn’t change that board. Nothing else was changed.',
  note: (board: string) => `Note for ${board}`,
  noteHint: 'Why this one? Add a note',
  addNote: 'Add note',
  addingNote: 'Adding...',
  noteAdded: (board: string) => `Note added to ${board}.`,
  noteFailed: 'We couldn’t add your note. It’s still here. Try again.',
  newBoard: 'New board',
  newTitle: 'Title of the new board',
  create: 'Create',
  creating: 'Creating...',
  createFailed: 'We couldn’t make that board. The title is still here. Try again.',
  noTitle: 'Enter a title.',
  cancel: 'Cancel',
} as const

/** `11 saved, 7 notes`. */
export const contentWords = ({ itemCount, noteCount }: { itemCount: number; noteCount: number }) =>
  `${pickerTexts.count(itemCount)}${noteCount === 0 ? '' : `, ${counted(noteCount, 'note')}`}`
