import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_UNREAD_COUNT } from '../limits.ts'
import { Picture } from '../media/media.ts'
import { PROJECT_ROLES } from '../projects/project-states.ts'
import { PROJECT_EVENTS } from '../projects/project-events.ts'
import { Dollars, Id, Time, nullable, pagingQuery } from '../http/scalars.ts'

/**
 * What people are notified of. `work` is about their works and posts, `people` about those who contact or follow them.
 */
export const NOTIFICATION_KINDS = {
  like: { topic: 'work', label: 'Likes', mail: false },
  comment: { topic: 'work', label: 'Comments on your posts', mail: true },
  reply: { topic: 'people', label: 'Replies to your comments', mail: true },
  mention: { topic: 'people', label: 'Mentions of you', mail: true },
  follow: { topic: 'people', label: 'New followers', mail: false },
  feature: { topic: 'work', label: 'Featured by Plinth', mail: true },
  approval: { topic: 'work', label: 'Posts that were approved', mail: true },
  standing: { topic: 'work', label: 'Decisions about your work', mail: true },
  message: { topic: 'people', label: 'Messages', mail: true },
  inquiry: { topic: 'people', label: 'Business inquiries', mail: true },
  /** These two and `standing` are always shown on Plinth; only their emails can be turned off. */
  project: { topic: 'money', label: 'Projects', mail: true },
  money: { topic: 'money', label: 'Money', mail: true },
} as const
export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const FIXED_KINDS: readonly NotificationKind[] = ['standing', 'project', 'money']
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

export const BILLING_EVENTS = [
  'subscription_active',
  'subscription_past_due',
  'subscription_ended',
  'promotion_running',
  'promotion_refused',
  'promotion_ended',
  /** Not about money: the archive of somebody's own data. It is handled like the others. */
  'export_ready',
] as const

export const NOTIFICATION_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'work', label: 'Your work' },
  { value: 'people', label: 'People' },
  { value: 'money', label: 'Projects' },
] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]['value']

const Actor = ObjectOf(
  {
    id: Id,
    firstName: Text(),
    lastName: Text(),
    profileImageUrl: nullable(Text()),
    isCreator: Flag(),
    /** Whether the viewer follows them. */
    isFollowing: Flag(),
  },
  { additionalProperties: false },
)
const Subject = ObjectOf(
  { id: Id, title: Text(), picture: nullable(Picture) },
  { additionalProperties: false },
)

/** Likes of one thing, and new followers, are gathered in one notification until it is read. */
export const Notification = ObjectOf(
  {
    id: Id,
    kind: Enum(KINDS),
    /** The last three who did it, the latest first; none for what Plinth did. */
    actors: ListOf(Actor, { maxItems: 3 }),
    actorCount: Integer({ minimum: 0 }),
    post: nullable(Subject),
    work: nullable(Subject),
    comment: nullable(
      ObjectOf(
        { id: Id, parentId: nullable(Id), excerpt: Text() },
        { additionalProperties: false },
      ),
    ),
    /** The conversation of a message or an inquiry, with the beginning of the newest unread one. */
    conversation: nullable(
      ObjectOf(
        {
          id: Id,
          subject: Text(),
          excerpt: Text(),
          /** The price that the newest message quotes, read or not. */
          quote: nullable(Dollars),
        },
        { additionalProperties: false },
      ),
    ),
    /** The project and its last event. */
    project: nullable(
      ObjectOf(
        {
          id: Id,
          title: Text(),
          event: Enum([...PROJECT_EVENTS]),
          amount: nullable(Dollars),
          /** The viewer's role. */
          role: Enum([...PROJECT_ROLES]),
        },
        { additionalProperties: false },
      ),
    ),
    /** The takedown status of the viewer's own post or work that Plinth decided about. */
    standing: nullable(
      ObjectOf(
        {
          state: Enum(['taken_down', 'upheld', 'restored']),
          /** Why it was taken down. */
          reason: nullable(Text()),
          /** The answer to the appeal. */
          note: nullable(Text()),
        },
        { additionalProperties: false },
      ),
    ),
    /** What happened to the viewer's own subscription, promotion or archive. */
    billing: nullable(Enum([...BILLING_EVENTS])),
    /** Why a promotion was refused. */
    refusal: nullable(Text()),
    isRead: Flag(),
    /** When the last of it happened. */
    createdAt: Time,
  },
  { title: 'Notification', additionalProperties: false },
)
export type Notification = Static<typeof Notification>

const UnreadCount = Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT })

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'What happened around the caller, the latest first.',
  query: ObjectOf(
    {
      filter: Optional(Enum(NOTIFICATION_FILTERS.map((filter) => filter.value))),
      ...pagingQuery,
    },
    { additionalProperties: false },
  ),
  status: 200,
  response: ListOf(Notification),
})

export const getUnreadCount = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'How many notifications are unread, at most 100.',
  status: 200,
  response: ObjectOf({ count: UnreadCount }, { additionalProperties: false }),
})

export const readNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark notifications as read: those named, or all.',
  body: ObjectOf(
    { ids: Optional(ListOf(Id, { minItems: 1, maxItems: 100 })) },
    { additionalProperties: false },
  ),
  status: 200,
  response: ObjectOf({ count: UnreadCount }, { additionalProperties: false }),
})

const Channels = ObjectOf({ app: Flag(), mail: Flag() }, { additionalProperties: false })
const settingsOf = <S extends typeof Channels | ReturnType<typeof Optional<typeof Channels>>>(
  channels: S,
) => ({
  like: channels,
  comment: channels,
  reply: channels,
  mention: channels,
  follow: channels,
  feature: channels,
  approval: channels,
  standing: channels,
  message: channels,
  inquiry: channels,
  project: channels,
  money: channels,
})

/** For each kind, whether it is shown on Plinth and whether it is emailed while the person is away. */
export const NotificationSettings = ObjectOf(settingsOf(Channels), {
  title: 'NotificationSettings',
  additionalProperties: false,
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'member',
  summary: 'What the caller wants to be told of, and how.',
  status: 200,
  response: NotificationSettings,
})

export const updateNotificationSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/settings',
  access: 'member',
  summary: 'Choose what to be told of. Kinds left out stay as they are.',
  body: ObjectOf(settingsOf(Optional(Channels)), {
    additionalProperties: false,
    minProperties: 1,
  }),
  status: 200,
  response: NotificationSettings,
})
