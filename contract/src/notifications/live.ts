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
import { Count, Id } from '../http/scalars.ts'

export { LIVE_PATH } from '../http/urls.ts'

/**
 * What the server pushes. Nothing is kept for who is not there: after every `hello` but the first the client reads
 * again what it shows.
 */
export const LiveEvent = Union([
  /** The first event of each connection. `id` names it in `watchPosts`. */
  ObjectOf({
    type: Literal('hello'),
    id: Text(),
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
    /** Conversations with something unread. */
    unreadMessages: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** A conversation of the viewer's has moved: written in, read, answered, archived or muted. Read it again. */
  ObjectOf({
    type: Literal('messages'),
    conversationId: Id,
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** The other one is writing, for some seconds to come. */
  ObjectOf({ type: Literal('typing'), conversationId: Id }),
  /** Something new, or something read elsewhere. */
  ObjectOf({
    type: Literal('notifications'),
    unread: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  }),
  /** Counts of a watched post. */
  ObjectOf({
    type: Literal('post'),
    id: Id,
    likeCount: Count,
    saveCount: Count,
    commentCount: Count,
    shareCount: Count,
    viewCount: Count,
  }),
  /** Comments of a watched post were written, changed or removed: read them again. */
  ObjectOf({ type: Literal('comments'), postId: Id }),
  /** What is watched, or was to be, is not there for the viewer, or not any more. */
  ObjectOf({ type: Literal('post-gone'), id: Id }),
  /** One of the viewer's own uploads has got on. */
  ObjectOf({ type: Literal('media'), id: Id, state: Enum(MEDIA_STATES) }),
  /** A project of the viewer's has moved: read it again. */
  ObjectOf({ type: Literal('project'), id: Id }),
  /** Their subscription or where their money goes has changed. */
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
  summary: 'Say which posts a live connection wants the counts of. Replaces what it said before.',
  params: ObjectOf({ id: Text({ minLength: 1, maxLength: 100 }) }),
  body: ObjectOf(
    { posts: ListOf(Id, { maxItems: MAX_WATCHED_POSTS }) },
    { additionalProperties: false },
  ),
  status: 204,
  errors: ['not_found'],
})
