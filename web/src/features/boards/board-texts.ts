import type { BoardRole, BoardVisibility } from '@plinth/contract/boards/boards.ts'
import { fullName } from '../../lib/format/format.ts'

interface Named {
  id: string
  firstName: string
  lastName: string
}

interface Seen {
  visibility: BoardVisibility
  role: BoardRole | 'owner' | null
  peopleCount: number
  isTakenDown: boolean
  owner: Named
}

export const boardTexts = {
  title: 'Boards',
  newBoard: 'New board',
  tabs: 'Show',
  all: 'All',
  own: 'Yours',
  shared: 'Shared with you',
  saved: 'Everything saved',
  loading: 'Loading boards',
  failed: 'We couldn’t load the boards',
  loadingMore: 'Loading...',
  moreFailed: 'We couldn’t load more boards.',
  showAll: { own: 'Show all your boards', shared: 'Show all boards shared with you' },
  empty: {
    all: 'No boards yet',
    own: 'You have no boards yet',
    shared: 'Nobody has shared a board with you yet',
    public: 'No public boards',
  },
  emptyLine: {
    all: 'Keep works, posts and your own pictures for the same job together, with notes for the people you work with.',
    own: 'Keep works, posts and your own pictures for the same job together, with notes for the people you work with.',
    shared: 'Boards that people share with you appear here.',
    public: 'Make a board public and everyone can find it here.',
  },
  nothing: 'Nothing here yet. Press Save on any work to add it.',
  nothingShared: 'Nothing here yet.',
  nothingFiltered: { noted: 'Nothing here has a note.', against: 'Nothing is marked “Not this”.' },
  showAllItems: 'Show everything on the board',
  browse: 'Browse works',
  toBoards: 'Go to your boards',
  people: (names: readonly string[]) => `With ${listed(names)}`,
  whoSees: ({ visibility, role, peopleCount, isTakenDown, owner }: Seen): string => {
    if (isTakenDown) return 'Taken down'
    if (visibility === 'public') return 'Public'
    if (visibility === 'link') return 'Anyone with the link'
    if (role !== 'owner') return `People ${owner.firstName} chose`
    return peopleCount > 0 ? 'People you chose' : 'Only you'
  },
} as const

export const formTexts = {
  newTitle: 'New board',
  editTitle: 'Edit board',
  title: 'Title',
  titleHint: 'The second dining room',
  description: 'What is it for?',
  descriptionHint: 'Where it goes, sizes, dates, what to avoid',
  whoSees: 'Who can see it',
  visibility: {
    private: 'Only you',
    link: 'Anyone with the link',
    public: 'Public: on your profile and in search engines',
  },
  chosen: 'Only you and people you chose',
  whoSeesHint: 'To add people, open the board and press Share.',
  noTitle: 'Enter a title.',
  create: 'Create board',
  creating: 'Creating...',
  createFailed: 'We couldn’t make the board. What you wrote is still here. Try again.',
  save: 'Save changes',
  saving: 'Saving...',
  saveFailed: 'We couldn’t save your changes. They’re still here. Try again.',
  saved: 'Board saved',
  cancel: 'Cancel',
} as const

export const pageTexts = {
  loading: 'Loading the board',
  signIn: 'Sign in to see this board',
  failed: 'We couldn’t load the board',
  takenDown: 'We took this board down. Only its people can see it.',
  takenDownOwn: 'See why, or appeal',
  report: 'Report this board',
  itemsFailed: 'We couldn’t load what is on the board',
  loadingMore: 'Loading...',
  moreFailed: 'We couldn’t load more.',
  boards: 'Boards',
  share: 'Share',
  menu: 'Board options',
  sheet: 'Contact sheet (PDF)',
  edit: 'Edit board',
  delete: 'Delete board',
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteLine:
    'Its notes and uploaded pictures are deleted too. The works and posts stay where they are.',
  keep: 'Keep board',
  deleting: 'Deleting...',
  deleted: (title: string) => `${title} was deleted`,
  deleteFailed: 'We couldn’t delete the board. Nothing was changed.',
  leave: 'Leave this board',
  leaveTitle: (title: string) => `Leave ${title}?`,
  leaveLine: (owner: string) =>
    `Only ${owner} can add you again. Your notes and pictures stay on the board.`,
  stay: 'Stay',
  leaving: 'Leaving...',
  left: (title: string) => `You left ${title}`,
  leaveFailed: 'We couldn’t take you off the board. Try again.',
  by: (owner: string) => `By ${owner}`,
  you: 'You',
  /** `You, Rosa Lindholm and Grace Tuilagi`. */
  people: (people: readonly Named[], viewerId: string | null): string =>
    listed(people.map((person) => (person.id === viewerId ? 'You' : fullName(person)))),
  filter: 'Show',
  all: 'All',
  noted: 'With notes',
  against: 'Not this',
  items: 'On this board',
  arrange: 'Arrange',
  arranged: 'Done',
} as const

export const itemTexts = {
  gone: 'No longer on Plinth',
  goneName: 'something that is no longer on Plinth',
  against: 'Not this',
  by: (name: string, day: string) => `${name}, ${day}`,
  you: 'You',
  menu: (title: string) => `Options for ${title}`,
  writeNote: 'Write a note',
  editNote: 'Edit note',
  describe: 'Note and description',
  markAgainst: 'Not this',
  takeBack: 'Take back “Not this”',
  toFront: 'Move to front',
  earlier: 'Move forward one',
  later: 'Move back one',
  remove: 'Remove from board',
  removed: (title: string) => `Removed ${title}`,
  undo: 'Undo',
  changeFailed: 'We couldn’t save that change. Try again.',
  removeFailed: 'We couldn’t remove it. It’s still on the board.',
  undoFailed: 'We couldn’t put it back.',
  noteTitle: (title: string) => `Note on ${title}`,
  pictureNoteTitle: 'Note on this picture',
  note: 'Note',
  noteHint: 'Why this one? What should be different?',
  noteAbout: 'Everyone who can see the board can read it.',
  alt: 'What the picture shows',
  altHint: 'For people who can’t see it. It also becomes its title.',
  save: 'Save',
  saveNote: 'Save note',
  savingNote: 'Saving...',
  noteFailed: 'We couldn’t save your note. It’s still here. Try again.',
  cancel: 'Cancel',
} as const

export const arrangeTexts = {
  help: 'Drag to move. With the keyboard: Space picks up and puts down, arrows move, Home goes to the front, Escape puts back.',
  handle: (title: string, place: number, all: number) => `Move ${title}, ${place} of ${all}`,
  picked: (title: string, place: number, all: number) =>
    `Picked up ${title}, ${place} of ${all}. Use the arrow keys to move it.`,
  moved: (title: string, place: number, all: number) => `${title}, ${place} of ${all}`,
  dropped: (title: string, place: number, all: number) => `Put down ${title}, ${place} of ${all}.`,
  putBack: (title: string) => `${title} is back where it was.`,
} as const

export const shareTexts = {
  title: 'Share this board',
  whoSees: 'Who can see it',
  private: 'Only you and people on the board',
  privateLine: 'Nobody else can open it, even with the link.',
  link: 'Anyone with the link',
  linkLine: 'People can look without an account. Only people on the board can change it.',
  public: 'Public',
  publicLine: 'On your profile and in search engines. We tell people when their work is on it.',
  takenDown: 'We took this board down, so only its people can see it.',
  appeal: 'See why, or appeal',
  copy: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'Your browser didn’t let us copy the link. Here it is:',
  visibilityFailed: 'We couldn’t change who can see the board. Try again.',
  people: 'People on the board',
  owner: 'Owner',
  you: 'You',
  roleOf: (name: string) => `What ${name} can do`,
  role: { view: 'Can look', edit: 'Can add and arrange' },
  removeName: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  nobody: 'Nobody else yet.',
  add: 'Add a person',
  addHint: 'Name',
  searching: 'Searching',
  searchFailed: 'We couldn’t search for people. Try again.',
  noneFound: (words: string) => `Nobody is called “${words}”.`,
  addName: (name: string) => `Add ${name}`,
  addOne: 'Add',
  isOn: 'On the board',
  added: (name: string) => `${name} is on the board.`,
  removed: (name: string) => `${name} is no longer on the board.`,
  full: (most: number) => `A board can have ${most} people besides you.`,
  changeFailed: 'We couldn’t change who is on the board. Try again.',
} as const

/** `Rosa, Grace and Ben`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
