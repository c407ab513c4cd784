import { MAX_PINS } from '@plinth/contract/limits.ts'
import { counted } from '../../../lib/format/format.ts'

type PlaceWords = (title: string, place: number, all: number) => string

/** Texts of the screen on which creators arrange their wall. */
export const arrangeTexts = {
  title: 'Arrange your wall',
  line: 'Drag works to change their order. The three on the light line come first on your profile.',
  linePhone: 'Move works up or down. Up to three pinned ones come first on your profile.',
  pins: 'First on your profile',
  pinsCount: (count: number) => `${count} of ${MAX_PINS}`,
  noPins: 'Pin up to three works. They come first on your profile.',
  rest: 'Then the wall',
  figures: (works: number, series: number) =>
    [
      counted(works, 'work'),
      ...(series === 0 ? [] : [`${series.toLocaleString('en')} series`]),
    ].join(', '),
  loading: 'Loading your wall',
  failed: 'We couldn’t load your wall.',
  loadingMore: 'Loading more of your wall',
  moreFailed: 'We couldn’t load more of your wall.',
  empty: 'Your works will be here',
  emptyLine: 'Publish a work and it joins your wall.',
  upload: 'Upload a work',
  profile: 'See your profile',
  undo: 'Undo',
  undone: 'The last change is undone.',
  nothingToUndo: 'There’s nothing to undo.',
  saved: 'Saved',
  saving: 'Saving…',
  notSaved: 'Not saved.',
  again: 'Try again',
  show: 'Show it to visitors',
  showing: 'Showing…',
  shown: 'Visitors now see your wall like this',
  showFailed: 'We couldn’t show your wall. Your arrangement is safe. Try again.',
  moves: (moves: number) => `${counted(moves, 'move')} since your wall was last shown`,
  firstMoves: (moves: number) => `${counted(moves, 'move')} that visitors don’t see yet`,
  noMoves: 'Visitors see your wall like this',
  noMovesYet: 'Visitors see your newest works first',
  keys: 'Keys',
  keyWords: [
    [['Space'], 'pick up, put down'],
    [['←', '→'], 'move by one'],
    [['Home'], 'to the front'],
    [['P'], 'pin or unpin'],
    [['S'], 'into a series'],
    [['H'], 'hide'],
  ] as const,
} as const

/** What is said while something moves on the wall, and on the line of pins. */
const wordsOn = (where: string) => ({
  handle: ((title, place, all) =>
    `Move ${title}, ${place} of ${all} ${where}`) satisfies PlaceWords,
  picked: ((title, place, all) =>
    `Picked up ${title}, ${place} of ${all} ${where}. Use the arrow keys to move it.`) satisfies PlaceWords,
  moved: ((title, place, all) => `${title}, ${place} of ${all}`) satisfies PlaceWords,
  dropped: ((title, place, all) =>
    `Put down ${title}, ${place} of ${all} ${where}.`) satisfies PlaceWords,
  putBack: (title: string) => `${title} is back where it was.`,
})
export const wallWords = wordsOn('on the wall')
export const pinWords = wordsOn('at the front')

export const entryTexts = {
  moving: 'Moving ',
  options: (title: string) => `Options for ${title}`,
  pin: 'Pin to the front',
  pinOne: (title: string) => `Pin ${title}`,
  unpin: 'Unpin',
  unpinOne: (title: string) => `Unpin ${title}`,
  earlier: 'Move earlier',
  later: 'Move later',
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
  toFront: 'Move to the front',
  intoSeries: 'Put into a series',
  openSeries: 'Edit this series',
  hide: 'Hide from visitors',
  takenDown: 'Taken down',
  processing: 'Being processed',
  choose: (title: string) => `Choose ${title}`,
  pinned: (title: string, at: number) => `${title} is pinned, ${at} of ${MAX_PINS}.`,
  unpinned: (title: string) => `${title} is unpinned and back on the wall.`,
  hidden: (title: string) => `“${title}” is hidden`,
  hideFailed: (title: string) => `We couldn’t hide “${title}”.`,
  isShown: (title: string) => `“${title}” is on your wall`,
  showFailed: (title: string) => `We couldn’t show “${title}”.`,
  notAgain: (title: string) => `We couldn’t put “${title}” back.`,
} as const

export const sideTexts = {
  title: 'Not on the wall',
  line: 'Only you see these. Drag one over to show it.',
  linePhone: 'Only you see these.',
  parts: { draft: 'Drafts', scheduled: 'Scheduled', hidden: 'Hidden' },
  none: { draft: 'No drafts', scheduled: 'Nothing is scheduled', hidden: 'Nothing is hidden' },
  badges: { draft: 'Draft', hidden: 'Hidden' },
  untitled: 'Untitled',
  noPrice: 'No price yet',
  goesPublic: (time: string) => `Goes public ${time}`,
  keepsLikes: (likes: number) => `Keeps its ${counted(likes, 'like')}`,
  publish: 'Publish',
  publishOne: (title: string) => `Publish ${title} now`,
  show: 'Show',
  showOne: (title: string) => `Show ${title} again`,
  drag: (title: string) => `Drag ${title} to the wall`,
  loading: 'Loading what is not on the wall',
  failed: 'We couldn’t load these.',
  all: 'See all of them',
} as const

export const seriesTexts = {
  new: 'New series',
  cancel: 'Cancel',
  choose: 'Choose two or more works for the series.',
  chosen: (count: number) => `${counted(count, 'work')} chosen`,
  make: 'Make a series',
  newTitle: 'New series',
  newLine: (count: number) =>
    `${counted(count, 'work')} become one series on your wall. Visitors see it once you show your wall.`,
  name: 'Title',
  nameHint: 'One jar at a time',
  noName: 'Enter a title.',
  description: 'Description',
  create: 'Create series',
  creating: 'Creating…',
  createFailed: 'We couldn’t create the series. What you typed is safe. Try again.',
  created: (title: string) => `“${title}” is on your wall`,
  pickTitle: (title: string) => `Put “${title}” into a series`,
  pickNone: 'You have no series yet. Choose this work and at least one more.',
  chooseWorks: 'Choose works',
  isIn: (title: string, series: string) => `${title} is in the series ${series}.`,
  editTitle: 'Edit series',
  editLine:
    'The title, description and cover change for visitors at once. The order changes when you show your wall.',
  save: 'Save changes',
  saving: 'Saving…',
  saveFailed: 'We couldn’t save this. What you typed is safe. Try again.',
  saved: 'Series saved',
  works: 'Works in it',
  noWorks: 'No works. Put some into it, or delete the series.',
  loading: 'Loading the works',
  failed: 'We couldn’t load the works in this series.',
  cover: 'Cover',
  useAsCover: 'Use as cover',
  coverOf: (title: string) => `Use ${title} as cover`,
  coverFailed: 'We couldn’t change the cover.',
  takeOut: (title: string) => `Take ${title} out of the series`,
  delete: 'Delete series',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteLine: 'Its works stay on your wall, in its place. This happens at once, also for visitors.',
  keep: 'Keep series',
  deleting: 'Deleting…',
  deleteFailed: 'We couldn’t delete the series.',
  deleted: 'The series is deleted. Its works are on your wall.',
} as const

export const replaceTexts = {
  title: 'Which one should it replace?',
  line: (title: string) =>
    `You can pin ${MAX_PINS} works. “${title}” takes the place of the one you choose, which goes back to the wall.`,
  replace: (title: string) => `Replace ${title}`,
  cancel: 'Cancel',
} as const
