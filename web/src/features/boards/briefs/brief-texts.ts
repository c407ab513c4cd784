import type {
  BriefAnswerState,
  BriefCreator,
  BriefReference,
} from '@plinth/contract/boards/briefs.ts'
import { DEPOSIT_PERCENT, MAX_BRIEF_CREATORS } from '@plinth/contract/limits.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { counted, count, price } from '../../../lib/format/format.ts'
import { listed } from '../references/reference-texts.ts'

const creators = (many: number) => counted(many, 'creator')

export const askTexts = {
  button: 'Ask for something like this',
  empty: 'Add a work, a post or a picture first.',
  asked: (sent: number, time: string) => `Asked ${creators(sent)} on ${dayOf(time)}`,
  unsent: (many: number) => `${counted(many, 'inquiry', 'inquiries')} did not go yet`,
  earlier: 'Show earlier briefs',
  more: 'Show more',
  briefs: 'Briefs you sent from this board',
} as const

export const composeTexts = {
  title: 'Ask for something like this',
  intro:
    'Choose what they should look at and say what you need. Each creator gets an inquiry of their own and answers you alone.',
  loading: 'Loading the brief',
  failed: 'We couldn’t load the brief',
  references: 'What should they look at?',
  chosen: (many: number, most: number) => `${many} of ${most} at most`,
  showAll: (many: number) => `Show all ${count(many)}`,
  onlyFront: (shown: number, all: number) =>
    `These are the first ${count(shown)} of ${count(all)}. To choose another, move it to the front of the board.`,
  tooManyCreators: `You have ${MAX_BRIEF_CREATORS}. Take one out to add somebody else.`,
  gone: 'No longer on Plinth',
  content: 'What do you need?',
  contentHint: 'Size, place, date and what it is for.',
  budget: 'Budget for each creator',
  timeline: 'Timeline',
  choose: 'Choose one',
  neededBy: 'Needed by',
  creators: 'Who should get it?',
  noCreators: 'Nobody on this board can be asked right now. Find someone by name.',
  made: ({ workCount, isAgainst, work }: BriefCreator): string => {
    if (isAgainst) return 'You marked their work “Not this”.'
    if (work === null) return 'You found them by name.'
    return workCount === 1
      ? `Made ${work.title} on your board.`
      : `Made ${count(workCount)} works on your board.`
  },
  from: (sum: number) => `From ${price(sum)}`,
  forWork: 'for ',
  find: 'Find someone else',
  findLabel: 'Find a creator by name',
  noneFound: (words: string) => `No creator is called “${words}”.`,
  searching: 'Searching...',
  searchFailed: 'We couldn’t search for people. Try again.',
  add: 'Add',
  addName: (name: string) => `Add ${name}`,
  isThere: 'In the list',
  preview: (name: string | undefined) =>
    name === undefined ? 'What they will see' : `What ${name} will see`,
  seePreview: 'See what they’ll get',
  terms: `Nothing is paid now. When an answer with a price suits you, a ${DEPOSIT_PERCENT}% deposit starts the project. You ask for new work of their own, never for a copy.`,
  send: (many: number) =>
    many === 0 ? 'Send inquiries' : `Send ${counted(many, 'inquiry', 'inquiries')}`,
  sending: 'Sending...',
  keep: 'Keep it as a draft',
  keeping: 'Keeping...',
  kept: 'Draft kept',
  keptLine: 'You can go on with it on any device.',
  keepFailed: 'We couldn’t keep your draft. It’s still here. Try again.',
  sendFailed: 'We couldn’t send it. What you wrote is still here. Try again.',
  sent: (many: number) => `${counted(many, 'inquiry', 'inquiries')} sent`,
  wrong: {
    content: 'Please describe your project',
    budget: 'Please select a budget range',
    timeline: 'Please select a timeline',
    neededBy: 'This day has passed. Choose a later one.',
    itemIds: 'Choose at least one thing they should look at.',
    creatorIds: 'Choose at least one creator.',
  },
} as const

export const paperTexts = {
  badge: 'Business Inquiry',
  today: 'Today',
  from: (name: string, place: string | null) =>
    place === null || place === '' ? `From ${name}` : `From ${name}, ${place}`,
  references: 'What to look at',
  nothing: 'What you choose appears here.',
  yours: ({ note, isAgainst }: Pick<BriefReference, 'note' | 'isAgainst'>): string => {
    const line = isAgainst ? ' is among them, marked “Not this”.' : ' is among them.'
    return note === '' ? line : `${line} The note beside it: “${note}”`
  },
  your: 'Your ',
  noText: 'What you need appears here.',
  budget: 'Budget',
  timeline: 'Timeline',
  neededBy: 'Needed by',
  open: 'Not chosen yet',
  alsoAsked: 'Also asked',
  others: (many: number) =>
    many === 0 ? 'Nobody else' : counted(many, 'other creator', 'other creators'),
} as const

export const answerTexts = {
  title: 'Answers',
  loading: 'Loading the answers',
  failed: 'We couldn’t load the answers',
  back: 'Boards',
  asked: (many: number, time: string) => `You asked ${creators(many)} on ${dayOf(time)}`,
  brief: 'What you asked for',
  list: 'Answers of the creators',
  state: {
    unsent: 'Did not go',
    held: 'Waiting for us',
    refused: 'Not sent',
    waiting: 'No answer yet',
    answered: 'Answered',
    quoted: 'Offered a price',
    declined: 'Declined',
    hired: 'Hired',
  } satisfies Record<BriefAnswerState, string>,
  line: {
    unsent: '',
    held: 'You sent nearly the same to many people. We look at it before it goes.',
    refused: 'We looked at this inquiry and didn’t send it.',
    waiting: '',
    answered: 'They wrote back without a price.',
    quoted: '',
    declined: '',
    hired: '',
  } satisfies Record<BriefAnswerState, string>,
  deliverBy: (day: string) => `Ready by ${day}`,
  answeredOn: (time: string) => `Answered ${dayOf(time)}`,
  conversation: 'Open conversation',
  room: 'Open project room',
  told: 'You told them that you found somebody.',
  failures: (sent: number, names: readonly string[]) =>
    `${sent} sent. ${names.length === 1 ? `${names[0] ?? ''}’s did not go.` : `Those to ${listed(names)} did not go.`}`,
  again: 'Try again',
  trying: 'Sending...',
  againFailed: 'We couldn’t try again. Nothing was sent.',
  hired: (hired: readonly string[], others: readonly string[]) =>
    `You hired ${listed(hired)}. ${listed(others)} ${others.length === 1 ? 'doesn’t' : 'don’t'} know yet.`,
  thanksLine: 'If you have everyone you need, we send them this in your name:',
  thank: 'Tell the others',
  thanking: 'Telling them...',
  thanked: 'They know now',
  thankFailed: 'We couldn’t tell all of them. Try again.',
} as const
