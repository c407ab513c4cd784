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
    growth: 'Growth',
    emails: 'Emails',
    health: 'Health',
    waiting: (value: number) => `${value} pending`,
    reports: (value: number) => counted(value, 'open report'),
  },
  lacks: {
    title: 'Your role can’t open this',
    line: (role: string, right: string) =>
      `Your role, ${role}, doesn’t let you ${right}. Ask an owner if you need to.`,
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
  strikes: (strikes: number) => counted(strikes, 'strike'),
  due: (accounts: number) =>
    accounts === 1
      ? '1 account has so many strikes that you should decide about a suspension.'
      : `${accounts} accounts have so many strikes that you should decide about a suspension.`,
  showDue: 'Show',
  creatorOf: (name: string) => `Creator right of ${name}`,
  adminOf: (name: string) => `Admin right of ${name}`,
  more: (name: string) => `More about ${name}`,
  profile: 'View profile',
  content: 'Posts and works',
  limits: 'Limits and strikes',
  role: 'Change role',
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
  csv: 'Download CSV',
  csvBusy: 'Checking...',
  csvFailed: 'We couldn’t download the accounts.',
  undo: 'Undo',
  isCreator: (name: string) => `${name} is a creator`,
  noCreator: (name: string) => `${name} is no longer a creator`,
  hasRole: (name: string, role: string) => `${name} has the role ${role}`,
  proposed: (name: string) => `Another owner has to confirm ${name}`,
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

/** Taking the creator rights of a subscriber. */
export const endCreatorTexts = {
  title: (name: string) => `End ${name}’s creator rights?`,
  says: 'Their subscription ends now, and we refund the days they didn’t use. They can read the reason and appeal once. Their work stays public.',
  reason: 'Reason',
  hint: 'They read exactly what you write.',
  missing: 'Give a reason. They will read it.',
  send: 'End creator rights',
  sending: 'Ending...',
} as const

export const roleTexts = {
  title: (name: string) => `Change ${name}’s role`,
  says: 'The role decides what they can see and do here. It counts from their next click.',
  role: 'Role',
  none: 'No role',
  noneSays: 'A member like everybody else.',
  reason: 'Reason',
  hint: 'Kept in the audit log. They don’t see it.',
  ownerHint:
    'Another owner reads it and confirms within 7 days. If you’re the only owner, it counts at once.',
  missing: 'Give a reason. Another owner decides by it.',
  send: 'Change role',
  sending: 'Changing...',
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
