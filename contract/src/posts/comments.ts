import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { COMMENT_SORTS } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_COMMENT_LENGTH } from '../limits.ts'
import { Held } from '../http/held.ts'
import { words } from '../http/words.ts'
import {
  Count,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  entity,
  paged,
  Paging,
  exact,
} from '../http/scalars.ts'
import { LikeState, LikeBody } from '../http/toggles.ts'
import { Creator } from '../people/users.ts'

/** A person named in a comment by their handle. `start` and `length` count UTF-16 units of `content`, the @ included. */
export const Mention = entity('Mention', {
  userId: Id,
  start: Integer({ minimum: 0 }),
  length: Integer({ minimum: 1 }),
})
export type Mention = Static<typeof Mention>

const commentFields = {
  id: Id,
  postId: Id,
  parentId: nullable(Id),
  author: Creator,
  /** Empty when it was removed. */
  content: Text(),
  mentions: ListOf(Mention),
  /** Its author made the post. */
  isByCreator: Flag(),
  /** Its text is deleted; the comment stays because it has replies. */
  isRemoved: Flag(),
  likeCount: Count,
  isLiked: Flag(),
  replyCount: Count,
  createdAt: Time,
  editedAt: nullable(Time),
  /** Until when its author can edit it; null for everybody else. */
  editableUntil: nullable(Time),
  /** Its author, the post's author, an admin. */
  canDelete: Flag(),
}

export const Reply = entity('Reply', commentFields)
export type Reply = Static<typeof Reply>

/** A comment with its first replies, oldest first. */
export const Comment = entity('Comment', {
  ...commentFields,
  replies: ListOf(Reply, { maxItems: 3 }),
})
export type Comment = Static<typeof Comment>

export const listComments = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'The comments of a post with the first replies of each.',
  params: ObjectOf(idParams),
  query: paged({ sort: Optional(Enum(COMMENT_SORTS.map((sort) => sort.value))) }),
  response: ListOf(Comment),
  errors: ['not_found'],
})

export const listReplies = defineEndpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'All replies to a comment, oldest first.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(Reply),
  errors: ['not_found'],
})

const CommentText = filledText(
  MAX_COMMENT_LENGTH,
  words('comment', { missing: 'Write a comment.' }),
)

export const createComment = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  access: 'member',
  scope: 'posts:write',
  summary:
    'Comment on a post, or reply to one of its comments. What goes to many people is held until staff have looked at it.',
  params: ObjectOf(idParams),
  body: exact({
    content: CommentText,
    /** The reply to a reply goes under the same comment. */
    parentId: Optional(Id),
    /** Made by the client. Sending the same one again does not create a second comment. */
    clientId: Optional(Id),
  }),
  status: 201,
  response: Union([Comment, Held]),
  errors: ['not_found'],
})

export const updateComment = defineEndpoint({
  method: 'PATCH',
  path: '/api/comments/:id',
  access: 'member',
  scope: 'posts:write',
  summary: "Change one of the caller's comments, soon after it was written.",
  params: ObjectOf(idParams),
  body: exact({
    content: CommentText,
  }),
  response: Comment,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  scope: 'posts:write',
  summary: 'Remove a comment: the caller’s own, one under the caller’s post, or any as an admin.',
  params: ObjectOf(idParams),
  errors: ['not_found', 'auth.forbidden'],
})

export const likeComment = defineEndpoint({
  method: 'POST',
  path: '/api/comments/:id/like',
  access: 'member',
  scope: 'posts:write',
  summary: 'Like or unlike a comment.',
  params: ObjectOf(idParams),
  body: LikeBody,
  response: LikeState,
  errors: ['not_found'],
})
