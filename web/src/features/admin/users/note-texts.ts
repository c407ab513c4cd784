import { counted } from '../../../lib/format/format.ts'

export const noteTexts = {
  menu: 'Notes and assignment',
  title: (name: string) => `Notes about ${name}`,
  says: 'Only staff read them. The audit log says that there are notes, not what is in them.',
  assignee: 'Who looks after this person?',
  nobody: 'Nobody',
  assigned: 'Saved',
  assignFailed: 'We couldn’t save who looks after this person',
  list: 'Notes',
  loading: 'Loading the notes',
  failed: 'We couldn’t load the notes.',
  moreFailed: 'We couldn’t load more.',
  empty: { title: 'No notes yet', line: 'Write what other staff should know about this person.' },
  note: 'New note',
  missing: 'Write a note.',
  add: 'Add note',
  adding: 'Adding...',
  added: 'Note added',
  addFailed: 'We couldn’t add the note. Your text is still here. Try again.',
  remove: 'Remove',
  removeThat: (day: string) => `Remove your note of ${day}`,
  removing: 'Removing...',
  removeFailed: 'We couldn’t remove the note',
  tryLater: 'Please try again.',
  close: 'Close',
  /** Under a person's name: `2 notes, Sam looks after them`. */
  line: (notes: number, assignee: string | null) =>
    [
      ...(notes === 0 ? [] : [counted(notes, 'note')]),
      ...(assignee === null ? [] : [`${assignee} looks after them`]),
    ].join(', '),
} as const
