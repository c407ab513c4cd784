import { MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { counted, count } from '../../../lib/format/format.ts'

/** `Rosa, Grace and Ben`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** Texts of choosing what a brief or a hire shows. */
export const referenceTexts = {
  chosen: (many: number) => `${many} of ${MAX_BRIEF_REFERENCES} at most`,
  tooMany: `You have ${MAX_BRIEF_REFERENCES}. Take one out to add this.`,
  against: 'Not this',
  sendNotes: 'Send the notes beside them',
  notes: (many: number, names: readonly string[]): string => {
    const notes = many === 0 ? 'No notes beside these' : counted(many, 'note')
    return names.length === 0 || many === 0
      ? notes
      : `${notes}, without the ${names.length === 1 ? 'name' : 'names'} of ${listed(names)}`
  },
  title: 'From a board',
  boards: 'Boards',
  loading: 'Loading your boards',
  failed: 'We couldn’t load your boards',
  none: 'You have no boards yet. Save works and posts to one, and choose them here.',
  more: 'Show more',
  loadingMore: 'Loading...',
  moreFailed: 'We couldn’t load more. Try again',
  all: 'All boards',
  items: (board: string) => `On ${board}`,
  itemsLoading: 'Loading the board',
  itemsFailed: 'We couldn’t load this board',
  empty: 'There’s nothing on this board yet.',
  saved: (many: number) => `${count(many)} saved`,
  done: 'Done',
} as const
