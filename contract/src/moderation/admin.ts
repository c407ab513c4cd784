import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { ROLE_NAMES } from '../http/roles.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_SEARCH_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'
import { PortfolioItem } from '../portfolios/portfolios.ts'
import { Creator } from '../people/users.ts'
import { Post } from '../posts/posts.ts'
import {
  Count,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  exact,
  entity,
  paged,
} from '../http/scalars.ts'

export const USER_FILTERS = [
  { value: 'all', label: 'All accounts' },
  { value: 'creators', label: 'Creators' },
  { value: 'admins', label: 'Admins' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'suspension_due', label: 'Suspension to decide' },
] as const
export type UserFilter = (typeof USER_FILTERS)[number]['value']

/** `all` lists pending posts first. Otherwise the newest come first, as everywhere. */
export const POST_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'featured', label: 'Featured' },
  { value: 'reported', label: 'Reported' },
  { value: 'taken_down', label: 'Taken down' },
] as const
export type PostFilter = (typeof POST_FILTERS)[number]['value']
/** Works need no approval, so there is no `pending`. */
export const WORK_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'featured', label: 'Featured' },
  { value: 'reported', label: 'Reported' },
  { value: 'taken_down', label: 'Taken down' },
] as const
export type WorkFilter = (typeof WORK_FILTERS)[number]['value']

const Restriction = nullable(exact({ at: Time, reason: nullable(Text()) }))

/** A person as admins see them. */
export const AdminUser = entity('AdminUser', {
  id: Id,
  firstName: Text(),
  lastName: Text(),
  email: nullable(Text()),
  profileImageUrl: nullable(Text()),
  isCreator: Flag(),
  /** Granted by an admin. A subscription makes somebody a creator without it. */
  isCreatorGranted: Flag(),
  isAdmin: Flag(),
  /** Null for everybody who is not staff. */
  role: nullable(Enum(ROLE_NAMES)),
  subscriptionStatus: nullable(Text()),
  /** Since when and why; null when not suspended. */
  suspended: Restriction,
  /** Strikes that count now. */
  strikes: Count,
  workCount: Count,
  postCount: Count,
  /** What staff noted about them. */
  noteCount: Count,
  /** Who of the staff looks after them. */
  assignee: nullable(Creator),
  createdAt: Time,
})
export type AdminUser = Static<typeof AdminUser>

const moderation = {
  /** Open reports of it. */
  reportCount: Count,
  /** Since when and why; null when not taken down. */
  takenDown: Restriction,
  /** Labelled by the author, which no admin can undo. */
  isSensitiveByAuthor: Flag(),
}

export const AdminPost = entity('AdminPost', { ...Post.properties, ...moderation })
export type AdminPost = Static<typeof AdminPost>

export const AdminWork = entity('AdminWork', { ...PortfolioItem.properties, ...moderation })
export type AdminWork = Static<typeof AdminWork>

export const AdminStats = entity('AdminStats', {
  users: Count,
  creators: Count,
  posts: Count,
  pendingPosts: Count,
  works: Count,
  openReports: Count,
  /** Plinth's revenue by the ledger, in dollars. */
  revenue: NumberOf(),
  /** The share of whole minutes since recording began in which Plinth was up; null during the first minute. */
  uptime: nullable(
    exact({ percent: NumberOf({ minimum: 0, maximum: 100 }), since: Time, minutes: Integer() }),
  ),
})
export type AdminStats = Static<typeof AdminStats>

const search = Optional(Text({ maxLength: MAX_SEARCH_LENGTH }))
const filters = <const V extends string>(list: readonly { value: V }[]) =>
  Optional(Enum(list.map(({ value }) => value)))

export const getAdminStats = defineEndpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  right: 'figures.read',
  summary: 'How many people, posts, works and open reports there are, what was earned, and uptime.',
  response: AdminStats,
})

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  right: 'users.read',
  summary: 'People, newest first, searchable by name, email or id.',
  query: paged({ filter: filters(USER_FILTERS), search }),
  response: ListOf(AdminUser),
})

export const changeUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'admin',
  right: {
    isCreator: 'creators.grant',
    isAdmin: 'staff.manage',
    role: 'staff.manage',
    suspended: 'users.suspend',
  },
  fresh: true,
  summary:
    'Change one of `isCreator`, `role`, `isAdmin` and `suspended`. `isAdmin` gives the usual role, or takes any role. Ending a subscriber’s creator rights, a suspension and proposing an owner need a `reason`, and every change of a role may have one; the end of a suspension takes a `note` for the audit log. While there is another owner, a new one is proposed, and the role changes once that other one confirms.',
  params: ObjectOf(idParams),
  body: exact(
    {
      isCreator: Optional(Flag()),
      isAdmin: Optional(Flag()),
      role: Optional(Enum(ROLE_NAMES)),
      suspended: Optional(Flag()),
      reason: Optional(filledText(MAX_NOTE_LENGTH)),
      note: Optional(filledText(MAX_NOTE_LENGTH)),
    },
    { minProperties: 1 },
  ),
  response: AdminUser,
  errors: ['not_found', 'conflict'],
})

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  right: 'users.delete',
  fresh: true,
  summary: 'Delete somebody’s account.',
  params: ObjectOf(idParams),
  errors: ['not_found', 'conflict'],
})

export const listAdminPosts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/posts',
  access: 'admin',
  right: 'content.read',
  summary: 'Posts of everybody, in every state, searchable by title, author or id.',
  query: paged({ filter: filters(POST_FILTERS), search }),
  response: ListOf(AdminPost),
})

export const deleteAnyPost = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/posts/:id',
  access: 'admin',
  right: 'content.delete',
  summary: 'Delete any post with its comments and files.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})

export const listAdminWorks = defineEndpoint({
  method: 'GET',
  path: '/api/admin/portfolios',
  access: 'admin',
  right: 'content.read',
  summary: 'Works of everybody, in every state, searchable by title, creator or id.',
  query: paged({ filter: filters(WORK_FILTERS), search }),
  response: ListOf(AdminWork),
})

export const moderateWork = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/portfolios/:id',
  access: 'admin',
  right: 'content.moderate',
  summary: 'Feature or reword a work. What is taken down is not featured.',
  params: ObjectOf(idParams),
  body: exact(
    {
      isFeatured: Optional(Flag()),
      title: Optional(filledText(MAX_TITLE_LENGTH)),
      description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
    },
    { minProperties: 1 },
  ),
  response: AdminWork,
  errors: ['not_found', 'conflict'],
})

export const deleteAnyWork = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/portfolios/:id',
  access: 'admin',
  right: 'content.delete',
  summary: 'Delete any work with its file.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})
