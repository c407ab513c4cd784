import {
  Array as ListOf,
  Integer,
  Literal,
  Object as ObjectOf,
  Union,
  type Static,
  Enum,
  String as Text,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_UNREAD_COUNT, MAX_WATCHED_POSTS } from '../limits.ts'
import { MEDIA_STATES } from '../media/media.ts'
import { Count, Id, exact } from '../http/scalars.ts'

export { LIVE_PATH } from '../http/urls.ts'

/**
 * What the server pushes. Events are not stored for clients that are away: after every `hello` but the first the client
 * refetches what it shows.
 */
export const LiveEvent = Union([
  /** The first event of each connection. `id` names it in `watchPosts`. */
  ObjectOf({
    type: Literal('hello'),
    id: Text(),
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
    /** Conversations with unread messages. */
    unreadMessages: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** One of the viewer's conversations changed: written in, read, answered, archived or muted. Refetch it. */
  ObjectOf({
    type: Literal('messages'),
    conversationId: Id,
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** The other person is writing, for the next seconds. */
  ObjectOf({ type: Literal('typing'), conversationId: Id }),
  /** Something new, or something read elsewhere. */
  ObjectOf({
    type: Literal('notifications'),
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** The counts of a watched post. */
  ObjectOf({
    type: Literal('post'),
    id: Id,
    likeCount: Count,
    saveCount: Count,
    commentCount: Count,
    shareCount: Count,
    viewCount: Count,
  }),
  /** Comments of a watched post were written, changed or removed: refetch them. */
  ObjectOf({ type: Literal('comments'), postId: Id }),
  /** A post that the client watches, or wants to watch, is not or no longer visible to the viewer. */
  ObjectOf({ type: Literal('post-gone'), id: Id }),
  /** One of the viewer's own uploads has changed its state. */
  ObjectOf({ type: Literal('media'), id: Id, state: Enum(MEDIA_STATES) }),
  /** One of the viewer's projects changed: refetch it. */
  ObjectOf({ type: Literal('project'), id: Id }),
  /** Something in a proof room that the viewer may see has changed: read its marks from the last known change on. */
  ObjectOf({ type: Literal('proof'), id: Id }),
  /** The viewer's subscription or payout account has changed. */
  ObjectOf({ type: Literal('billing') }),
  /** The viewer's own followers have changed. */
  ObjectOf({ type: Literal('followers'), followers: Count }),
  /** The session has ended. */
  ObjectOf({ type: Literal('ended') }),
])
export type LiveEvent = Static<typeof LiveEvent>

export const watchPosts = defineEndpoint({
  method: 'PUT',
  path: '/api/live/:id/watch',
  access: 'member',
  summary: 'Set the posts whose counts a live connection receives. Replaces the previous list.',
  params: ObjectOf({ id: Text({ minLength: 1, maxLength: 100 }) }),
  body: exact({ posts: ListOf(Id, { maxItems: MAX_WATCHED_POSTS }) }),
  errors: ['not_found'],
})
