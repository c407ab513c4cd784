import { counted } from '../../lib/format/format.ts'

export const texts = {
  title: 'Admin',
  again: 'Try again',
  cancel: 'Cancel',
  stats: {
    label: 'Plinth in figures',
    loading: 'Loading the figures',
    failed: 'The figures did not load.',
    users: 'Users',
    pending: 'Pending posts',
    reports: 'Open reports',
    revenue: 'Revenue',
    uptime: 'Uptime',
    since: (day: string) => `Measured since ${day}, minute by minute`,
    unmeasured: 'Not yet',
  },
  tabs: {
    label: 'Sections',
    users: 'User Management',
    content: 'Content Management',
    actions: 'Quick Actions',
    waiting: (value: number) => `${value} pending`,
    reports: (value: number) => counted(value, 'open report'),
  },
  fresh: {
    title: 'Sign in once more',
    says: 'This asks for a sign-in of the last 15 minutes. Nothing has been changed. You come back to this place and can do it then.',
    button: 'Sign in again',
  },
} as const

export const userTexts = {
  search: 'Name or email',
  searchLabel: 'Search for people by name, email or id',
  filter: 'Which accounts',
  table: 'Accounts',
  loading: 'Loading accounts',
  failed: 'Failed to fetch users',
  empty: 'Nobody here',
  emptyFound: 'No account has this name, email or id.',
  emptyFilter: 'No account is in this list.',
  clear: 'Show all accounts',
  columns: {
    user: 'User',
    account: 'Account',
    joined: 'Joined',
    creator: 'Creator',
    admin: 'Admin',
    actions: 'Actions',
  },
  you: 'You',
  follower: 'Follower',
  suspended: 'Suspended',
  bySubscription: 'By subscription',
  creatorOf: (name: string) => `Creator right of ${name}`,
  adminOf: (name: string) => `Admin right of ${name}`,
  more: (name: string) => `More about ${name}`,
  profile: 'View profile',
  content: 'Posts and works',
  suspend: 'Suspend',
  restore: 'Restore',
  remove: (name: string) => `Delete ${name}`,
  page: (from: number, to: number, all: number | null) =>
    `${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')}${all === null ? '' : ` of ${all.toLocaleString('en-US')}`}`,
  pages: 'Pages of accounts',
  previous: 'Previous',
  next: 'Next',
  first: 'First page',
  updateFailed: 'Failed to update user',
  deleteFailed: 'Failed to delete user',
  tryLater: 'Please try again.',
  undo: 'Undo',
  isCreator: (name: string) => `${name} is a creator`,
  noCreator: (name: string) => `${name} is no creator any more`,
  grantGone: (name: string) => `${name} keeps the creator right by subscription`,
  isAdmin: (name: string) => `${name} is an admin`,
  noAdmin: (name: string) => `${name} is no admin any more`,
  isSuspended: (name: string) => `${name} is suspended`,
  isRestored: (name: string) => `${name} is back`,
  isDeleted: (name: string) => `${name} is deleted`,
} as const

export const suspendTexts = {
  title: (name: string) => `Suspend ${name}?`,
  says: 'They are signed out everywhere, and nothing of theirs is seen until you restore them. They read the reason and can appeal.',
  reason: 'Reason',
  hint: 'They read it word for word.',
  missing: 'Say why: they read it.',
  send: 'Suspend account',
  sending: 'Suspending...',
} as const

export const restoreTexts = {
  title: (name: string) => `Restore ${name}?`,
  says: 'They can sign in again, and what they made is where it was.',
  reason: 'Reason',
  hint: 'It stands in the audit log. They do not read it.',
  missing: 'Say why: the audit log keeps it.',
  send: 'Restore account',
  sending: 'Restoring...',
  /** The note in the audit log when a suspension is undone from its toast. */
  undone: 'Undone at once.',
} as const

export const deleteTexts = {
  title: (name: string) => `Delete ${name}?`,
  says: (posts: number, works: number) => {
    const things = [
      ...(posts === 0 ? [] : [counted(posts, 'post')]),
      ...(works === 0 ? [] : [counted(works, 'work')]),
    ]
    const goes =
      things.length === 0 ? 'The account goes.' : `The account, ${things.join(' and ')} go with it.`
    return `${goes} While a project of theirs holds money this is refused. This action cannot be undone.`
  },
  keep: 'Keep account',
  confirm: 'Delete account',
  busy: 'Deleting...',
} as const
