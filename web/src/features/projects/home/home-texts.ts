import { price } from '../../../lib/format/format.ts'

const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
]

/** `Three`, `12`: a number that begins a sentence. */
const numberWord = (value: number): string => NUMBERS[value] ?? String(value)

/** All texts of a member's home and a creator's dashboard. */
export const texts = {
  loading: 'Loading your home',
  failed: 'We couldn’t load your home page',
  failedLine: 'Nothing is lost. Try again in a moment.',
  underWay: {
    heading: 'Under way',
    all: (count: number) => `See all ${count}`,
    empty: 'Nothing under way.',
    emptyLine: 'Hire from any work with a price.',
    browse: 'Browse works',
    /** Read out where the steps are drawn. */
    step: (at: number, label: string) => `Step ${at} of 6: ${label}`,
  },
  money: {
    heading: 'Your money',
    heldByPlinth: 'Held by Plinth',
    next: {
      approved: 'Due now',
      delivered: 'Due next, when you approve the delivery',
      requested: 'Due next, to begin',
      later: (name: string) => `Due next, when you approve ${name}’s delivery`,
    },
    paid: 'Paid to makers this year',
    note: 'Nobody is paid until you approve.',
    all: 'All payments and receipts',
    heldForYou: 'Held for you',
    heldNote: (count: number) =>
      count === 0
        ? 'No project under way'
        : `${numberWord(count)} ${count === 1 ? 'project' : 'projects'} under way`,
    onItsWay: 'On its way',
    arrives: (day: string) => `To your bank, arrives ${day}`,
    onItsWayNote: 'To your bank',
    nothingOnItsWay: 'Nothing right now',
    waiting: (sum: number) => `${price(sum)} waits until you connect a bank account.`,
    connect: 'Connect it',
    paidToYou: 'Paid to you this year',
    projects: (count: number) => `${count} ${count === 1 ? 'project' : 'projects'}`,
    commission: (fees: number) =>
      fees === 0
        ? 'Plinth takes no commission.'
        : `Plinth takes no commission. The card fee was ${price(fees)} this month.`,
    statements: 'Statements',
  },
  saved: {
    heading: 'Latest saves',
    private: 'Only you can see these',
    all: 'See all',
    empty: 'Save a work to find it here.',
  },
  followed: {
    heading: 'New from people you follow',
    all: (thisWeek: number, shown: number) =>
      thisWeek > shown ? `See all ${thisWeek}` : 'See all',
    empty: 'Follow makers to see their new works here.',
    find: 'Find makers',
    from: (sum: string) => `From ${sum}`,
    onInquiry: 'On inquiry',
  },
  waiting: {
    heading: 'Waiting for you',
    none: 'Nothing is waiting for you.',
    count: (count: number) =>
      count === 0
        ? 'Nothing is waiting for you.'
        : `${numberWord(count)} ${count === 1 ? 'thing is' : 'things are'} waiting for you.`,
    showAll: (count: number) => `Show all ${count}`,
    showAllOf: ' waiting for you',
    showFewer: 'Show fewer',
    messages: (count: number) => `${count} new ${count === 1 ? 'message' : 'messages'}`,
  },
  views: {
    heading: 'Seen this week',
    all: 'All numbers',
    of: 'views of your work',
    up: (count: number) => `${count} up on last week`,
    down: (count: number) => `${count} down on last week`,
    same: 'As many as last week',
    today: 'Today',
    table: 'Views per day',
    day: 'Day',
    views: 'Views',
  },
  steps: {
    heading: 'First steps',
    progress: (done: number, all: number) => `${done} of ${all}`,
    done: 'done',
    open: 'to do',
    hide: 'Hide this list',
    hidden: 'The list is hidden',
    hiddenLine: 'You can do these steps whenever you like.',
    failed: 'We couldn’t hide the list',
    portrait: ['Add a portrait', 'Clients hire a face sooner', 'Add it'],
    works: ['Upload three works', 'They are your storefront', 'Upload'],
    price: ['Give one of them a price', 'Clients can hire without writing first', 'Set it'],
    bank: ['Connect your bank', 'We send your earnings there', 'Connect it'],
    countDone: (count: number) => `${count} done`,
  },
} as const
