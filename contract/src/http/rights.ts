import { ROLE_NAMES, type Role } from './roles.ts'

/** What staff may do. Every call that is for staff names one of these, and `mount` checks it. */
export const RIGHTS = {
  'queues.read': 'see how much waits in each queue',
  'users.read': 'find accounts',
  'users.suspend': 'suspend and restore accounts',
  'users.delete': 'delete accounts',
  'limits.set': 'set what one account may do in a day',
  'creators.grant': 'give and take away creator rights',
  'content.read': 'see posts and works that are pending, private or taken down',
  'content.moderate': 'approve, feature, reword, label and take down posts, works and comments',
  'content.delete': 'delete posts and works for good',
  'reports.decide': 'read and close reports',
  'appeals.decide': 'decide appeals',
  'copyright.decide': 'decide copyright notices',
  'disputes.decide': 'read disputed projects and rule on them',
  'refunds.make': 'send refunds again',
  'proposals.decide': 'answer what needs a second person',
  'advertising.manage': 'decide promotions and ad inquiries',
  'figures.read': 'see Plinth in figures',
  'audit.read': 'read the audit log',
  'audit.export': 'download the audit log',
  'users.export': 'download all accounts',
  'money.export': 'download the books',
  'answers.use': 'use canned answers',
  'answers.write': 'write, change and remove canned answers',
  'health.read': 'see how Plinth is doing',
  'health.act': 'run failed jobs again and check the books',
  'notes.write': 'read and write notes about people, and say who looks after them',
  'announcements.send': 'email members',
  'invitations.make': 'invite staff',
  'staff.manage': 'give and take away roles',
} as const
export type Right = keyof typeof RIGHTS

/** The roles of staff, with everything that each may do. This is the only table of rights. */
export const ROLES = [
  {
    value: 'support',
    label: 'Support',
    says: 'Helps people with their accounts.',
    rights: [
      'users.read',
      'users.suspend',
      'limits.set',
      'creators.grant',
      'answers.use',
      'answers.write',
      'notes.write',
    ],
  },
  {
    value: 'moderator',
    label: 'Moderator',
    says: 'Decides about posts, works, reports, appeals and copyright.',
    rights: [
      'queues.read',
      'users.read',
      'users.suspend',
      'limits.set',
      'content.read',
      'content.moderate',
      'reports.decide',
      'appeals.decide',
      'copyright.decide',
      'answers.use',
      'answers.write',
      'notes.write',
    ],
  },
  {
    value: 'finance',
    label: 'Finance',
    says: 'Rules on disputes, sends refunds, and decides promotions and ads.',
    rights: [
      'queues.read',
      'users.read',
      'disputes.decide',
      'refunds.make',
      'proposals.decide',
      'advertising.manage',
      'figures.read',
      'money.export',
      'health.read',
      'answers.use',
      'notes.write',
    ],
  },
  {
    value: 'owner',
    label: 'Owner',
    says: 'May do everything, and chooses who is staff.',
    rights: 'all',
  },
] as const satisfies readonly {
  value: Role
  label: string
  says: string
  rights: readonly Right[] | 'all'
}[]

/** Whether somebody with this role has the right. Null is for everybody who is not staff. */
export const may = (role: Role | null, right: Right): boolean =>
  ROLES.some(
    ({ value, rights }) =>
      value === role && (rights === 'all' || (rights as readonly Right[]).includes(right)),
  )

export const rolesWith = (right: Right): Role[] => ROLE_NAMES.filter((role) => may(role, right))

export const roleLabel = (role: Role): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role
