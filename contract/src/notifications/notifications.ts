import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_UNREAD_COUNT } from '../limits.ts'
import { Picture } from '../media/media.ts'
import { Handle } from '../people/handles.ts'
import { PROJECT_ROLES } from '../projects/project-states.ts'
import { PROJECT_EVENTS } from '../projects/project-events.ts'
import { Dollars, Id, Time, nullable, exact, entity, paged } from '../http/scalars.ts'

/**
 * What people are notified of. `work` is about their works and posts, `people` about those who contact or follow them.
 */
export const NOTIFICATION_KINDS = {
  like: { topic: 'work', label: 'Likes', mail: false },
  comment: { topic: 'work', label: 'Comments on your posts', mail: true },
  reply: { topic: 'people', label: 'Replies to your comments', mail: true },
  mention: { topic: 'people', label: 'Mentions of you', mail: true },
  follow: { topic: 'people', label: 'New followers', mail: false },
  new_work: { topic: 'people', label: 'New works by people you follow', mail: false },
  credit: { topic: 'people', label: 'Works that ask to name you', mail: true },
  board: { topic: 'people', label: 'Public boards with your work', mail: false },
  proof: { topic: 'people', label: 'Comments by guests in your proof rooms', mail: true },
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
/** What people can choose: how to hear of each kind, and whether to get news, which is only emailed. */
export const SETTING_KINDS = {
  ...NOTIFICATION_KINDS,
  news: { topic: 'plinth', label: 'News from Plinth', mail: true },
} as const
export type SettingKind = keyof typeof SETTING_KINDS
export const EMAIL_ONLY: readonly SettingKind[] = ['news']
export const FIXED_KINDS: readonly SettingKind[] = ['standing', 'project', 'money', ...EMAIL_ONLY]
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

export const BILLING_EVENTS = [
  'subscription_active',
  'subscription_past_due',
  'subscription_ended',
  /** Staff ended the creator rights of a subscriber, or gave them back. */
  'creator_removed',
  'creator_restored',
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

const Actor = exact({
  id: Id,
  handle: nullable(Handle),
  firstName: Text(),
  lastName: Text(),
  profileImageUrl: nullable(Text()),
  isCreator: Flag(),
  /** Whether the viewer follows them. */
  isFollowing: Flag(),
})
const Subject = exact({ id: Id, title: Text(), picture: nullable(Picture) })

/**
 * Likes of one thing, new followers, and what guests write in one proof room, are gathered in one notification until it
 * is read. Of a project the list has one, with its last event.
 */
export const Notification = entity('Notification', {
  id: Id,
  kind: Enum(KINDS),
  /** The last three who did it, the latest first; none for what Plinth did. */
  actors: ListOf(Actor, { maxItems: 3 }),
  actorCount: Integer({ minimum: 0 }),
  /** New works of the actor that are gathered in it; 1 for all other kinds. `work` is the newest. */
  workCount: Integer({ minimum: 1 }),
  /** What happened in the project before its last event and is new, too; 0 for all other kinds. */
  moreNew: Integer({ minimum: 0 }),
  post: nullable(Subject),
  work: nullable(Subject),
  comment: nullable(exact({ id: Id, parentId: nullable(Id), excerpt: Text() })),
  /** The conversation of a message or an inquiry, with the beginning of the newest unread one. */
  conversation: nullable(
    exact({
      id: Id,
      subject: Text(),
      excerpt: Text(),
      /** The price that the newest message quotes, read or not. */
      quote: nullable(Dollars),
    }),
  ),
  /** The project and its last event. */
  project: nullable(
    exact({
      id: Id,
      title: Text(),
      event: Enum([...PROJECT_EVENTS]),
      amount: nullable(Dollars),
      /** The viewer's role. */
      role: Enum([...PROJECT_ROLES]),
    }),
  ),
  /** The public board that the viewer's work is on, or their own one that Plinth decided about. */
  board: nullable(exact({ id: Id, title: Text() })),
  /** The proof room that guests commented in. Guests have no profile, so `actors` is empty, but `actorCount` counts them. */
  proof: nullable(
    exact({
      id: Id,
      title: Text(),
      /** The viewer has opened it for themselves. */
      isOwn: Flag(),
      /** What the last of them calls themselves; null once their name was deleted. */
      guest: nullable(Text()),
      /** The thing that they commented on last. */
      thingId: Id,
    }),
  ),
  /** The takedown status of the viewer's own post, work or board that Plinth decided about. */
  standing: nullable(
    exact({
      state: Enum(['taken_down', 'upheld', 'restored']),
      /** Why it was taken down. */
      reason: nullable(Text()),
      /** The answer to the appeal. */
      note: nullable(Text()),
    }),
  ),
  /** What happened to the viewer's own subscription, promotion or archive. */
  billing: nullable(Enum([...BILLING_EVENTS])),
  /** Why a promotion was refused. */
  refusal: nullable(Text()),
  isRead: Flag(),
  /** When the last of it happened. */
  createdAt: Time,
})
export type Notification = Static<typeof Notification>

const UnreadCount = Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT })

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'What happened around the caller, the latest first.',
  query: paged({
    filter: Optional(Enum(NOTIFICATION_FILTERS.map((filter) => filter.value))),
  }),
  response: ListOf(Notification),
})

export const getUnreadCount = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'How many notifications are unread, at most 100.',
  response: exact({ count: UnreadCount }),
})

export const readNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark notifications as read: those named, or all.',
  body: exact({ ids: Optional(ListOf(Id, { minItems: 1, maxItems: 100 })) }),
  response: exact({ count: UnreadCount }),
})

const Channels = exact({ app: Flag(), mail: Flag() })
const settingsOf = <S extends typeof Channels | ReturnType<typeof Optional<typeof Channels>>>(
  channels: S,
) => ({
  like: channels,
  comment: channels,
  reply: channels,
  mention: channels,
  follow: channels,
  new_work: channels,
  credit: channels,
  board: channels,
  proof: channels,
  feature: channels,
  approval: channels,
  standing: channels,
  message: channels,
  inquiry: channels,
  project: channels,
  money: channels,
  news: channels,
})

/** For each kind, whether it is shown on Plinth and whether it is emailed while the person is away. */
export const NotificationSettings = entity('NotificationSettings', settingsOf(Channels))
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'member',
  summary: 'What the caller wants to be told of, and how.',
  response: NotificationSettings,
})

export const updateNotificationSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/settings',
  access: 'member',
  summary: 'Choose what to be told of. Kinds left out stay as they are.',
  body: exact(settingsOf(Optional(Channels)), { minProperties: 1 }),
  response: NotificationSettings,
})
