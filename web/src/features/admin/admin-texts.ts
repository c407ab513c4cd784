import { counted } from '../../lib/format/format.ts'

export const texts = {
  title: 'Admin',
  again: 'Try again',
  cancel: 'Cancel',
  stats: {
    label: 'Plinth in figures',
    loading: 'Loading the figures',
    failed: 'We couldn’t load the figures.',
    users: 'Users',
    pending: 'Pending posts',
    reports: 'Open reports',
    revenue: 'Revenue',
    uptime: 'Uptime',
    since: (day: string) => `Measured since ${day}, minute by minute`,
    unmeasured: 'Not measured yet',
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
    title: 'Log in again',
    says: 'You last logged in more than 15 minutes ago, so we need you to log in again. Nothing has changed. We’ll bring you back here.',
    button: 'Log in again',
  },
} as const

export const userTexts = {
  search: 'Name or email',
  searchLabel: 'Search for people by name, email or id',
  filter: 'Which accounts',
  table: 'Accounts',
  loading: 'Loading accounts',
  failed: 'Failed to fetch users',
  empty: 'No accounts',
  emptyFound: 'No account has this name, email or id.',
  emptyFilter: 'This list has no accounts.',
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
  noCreator: (name: string) => `${name} is no longer a creator`,
  grantGone: (name: string) => `${name} stays a creator by subscription`,
  isAdmin: (name: string) => `${name} is an admin`,
  noAdmin: (name: string) => `${name} is no longer an admin`,
  isSuspended: (name: string) => `${name} is suspended`,
  isRestored: (name: string) => `${name}’s account is restored`,
  isDeleted: (name: string) => `${name} is deleted`,
} as const

export const suspendTexts = {
  title: (name: string) => `Suspend ${name}?`,
  says: 'We log them out everywhere and hide everything they made until you restore them. They can read the reason and appeal.',
  reason: 'Reason',
  hint: 'They read exactly what you write.',
  missing: 'Give a reason. They will read it.',
  send: 'Suspend account',
  sending: 'Suspending...',
} as const

export const restoreTexts = {
  title: (name: string) => `Restore ${name}?`,
  says: 'They can log in again, and everything they made is back online.',
  reason: 'Reason',
  hint: 'Kept in the audit log. They don’t see it.',
  missing: 'Give a reason for the audit log.',
  send: 'Restore account',
  sending: 'Restoring...',
  /** The note in the audit log when a suspension is undone from its toast. */
  undone: 'Undone right away.',
} as const

export const deleteTexts = {
  title: (name: string) => `Delete ${name}?`,
  says: (posts: number, works: number) => {
    const things = [
      ...(posts === 0 ? [] : [counted(posts, 'post')]),
      ...(works === 0 ? [] : [counted(works, 'work')]),
    ]
    const goes = `We delete the account${things.length === 0 ? '' : ` with ${things.join(' and ')}`}.`
    return `${goes} An account can’t be deleted while a project holds money. This action cannot be undone.`
  },
  keep: 'Keep account',
  confirm: 'Delete account',
  busy: 'Deleting...',
} as const
