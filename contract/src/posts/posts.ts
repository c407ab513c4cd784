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
import { POST_SORTS, POST_TYPES } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Picture, Video } from '../media/media.ts'
import { NO_POST_MEDIA, PostChange, PostTitle } from './bodies.ts'
import { PostForm } from './form.ts'
import { CategoryName } from '../portfolios/portfolios.ts'
import {
  CategoryId,
  Count,
  Dollars,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  entity,
  exact,
  Paging,
  paged,
} from '../http/scalars.ts'
import { likeCall, saveCall } from '../http/toggles.ts'
import { words } from '../http/words.ts'
import { Creator } from '../people/users.ts'
import { ViewBody } from '../people/views.ts'

/** One file of a post, in the order its author gave. */
export const PostMedia = entity('PostMedia', {
  kind: Enum(MEDIA_KINDS),
  /** The picture itself, or the video's poster. */
  picture: Picture,
  video: nullable(Video),
  /** A sentence for the author when the file could not be processed. */
  failure: nullable(Text()),
})
export type PostMedia = Static<typeof PostMedia>

const postFields = {
  id: Id,
  type: Enum([...POST_TYPES]),
  title: Text(),
  description: Text(),
  categoryId: nullable(Integer()),
  category: nullable(CategoryName),
  tags: ListOf(Text()),
  location: nullable(Text()),
  mood: nullable(Text()),
  media: ListOf(PostMedia),
  /** The first file; the same as `primaryMediaUrl`. */
  mediaUrl: Text(),
  primaryMediaUrl: Text(),
  mediaUrls: ListOf(Text()),
  /** A picture fit for a card. */
  thumbnailUrl: Text(),
  /** The work of its author that the post shows, when it shows one. */
  portfolioId: nullable(Id),
  /** That work's starting price in dollars; null without a work, or when it is made on inquiry. */
  price: nullable(Dollars),
  isPublic: Flag(),
  isApproved: Flag(),
  isFeatured: Flag(),
  /** False while its files are processed: then only its author and admins see it. */
  isReady: Flag(),
  /** Its pictures are blurred until the viewer asks to see them. */
  isSensitive: Flag(),
  /** An admin took it down: only its author and admins see it. */
  isTakenDown: Flag(),
  creatorId: Id,
  creator: Creator,
  /** Whether the viewer follows its author. */
  isFollowing: Flag(),
  likes: Count,
  likeCount: Count,
  comments: Count,
  commentCount: Count,
  saveCount: Count,
  shareCount: Count,
  views: Count,
  viewCount: Count,
  isLiked: Flag(),
  isSaved: Flag(),
  createdAt: Time,
}

export const Post = entity('Post', postFields)
export type Post = Static<typeof Post>

/**
 * Why a post is in For You. A reason never reveals what other people saved. `older` is the only reason of the posts that
 * follow when the caller has seen everything new, newest first.
 */
const REASON_KINDS = ['follow', 'tag', 'category', 'popular', 'newcomer', 'fresh', 'older'] as const
export const Reason = entity('Reason', {
  kind: Enum(REASON_KINDS),
  /** A plain sentence: `You follow Marit`, `Because you save #linocut`. */
  text: Text(),
})
export type Reason = Static<typeof Reason>

/** A post in For You, with at most three reasons, the strongest first. */
export const ForYouPost = entity('ForYouPost', {
  ...postFields,
  /** Its author paid to promote it. */
  isPromoted: Flag(),
  reasons: ListOf(Reason),
})
export type ForYouPost = Static<typeof ForYouPost>

const MorePost = exact({ id: Id, title: Text(), kind: Enum(MEDIA_KINDS), picture: Picture })

/** One post on its own page. */
export const PostView = entity('PostView', {
  ...postFields,
  creatorFollowers: Count,
  /** Up to three other visible posts of its author, newest first. */
  moreByCreator: ListOf(MorePost),
  /** For its author only: the last paid promotion. */
  promotion: nullable(
    exact({
      state: Enum(['waiting', 'running', 'ended', 'refused']),
      endsAt: nullable(Time),
    }),
  ),
})
export type PostView = Static<typeof PostView>

export const listForYou = defineEndpoint({
  method: 'GET',
  path: '/api/posts',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary:
    'For You: new posts ranked for the caller, then older ones, newest first; what is popular now for a visitor. Without a cursor the order is made anew.',
  query: Paging,
  response: ListOf(ForYouPost),
})

export const listFollowedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/feed',
  access: 'member',
  scope: 'posts:read',
  summary: 'Posts of the people the caller follows, newest first.',
  query: Paging,
  response: ListOf(Post),
})

export const listExplorePosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/explore',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'Posts of everybody: popular now, or newest first.',
  query: paged({
    categoryId: Optional(CategoryId),
    sort: Optional(Enum(POST_SORTS.map((sort) => sort.value))),
  }),
  response: ListOf(Post),
})

export const listUserPosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/user/:id',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary:
    'One person’s posts, newest first. Private, pending and unfinished ones for themself and admins only.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(Post),
  errors: ['not_found'],
})

/** `userId` must be the caller's own: other people's likes and saves are private. */
const ownPaging = paged({ userId: Optional(Id) })

export const listLikedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/liked',
  access: 'member',
  scope: 'posts:read',
  summary: 'The posts that the caller likes, the last liked first.',
  query: ownPaging,
  response: ListOf(Post),
})

export const listSavedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/saved',
  access: 'member',
  scope: 'posts:read',
  summary: 'The posts that the caller saved, the last saved first.',
  query: ownPaging,
  response: ListOf(Post),
})

export const listTagPosts = defineEndpoint({
  method: 'GET',
  path: '/api/posts/tag/:tag',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'Posts with a tag, newest first. Case does not matter.',
  params: ObjectOf({ tag: filledText(MAX_TAG_LENGTH) }),
  query: Paging,
  response: ListOf(Post),
})

export const getPost = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'One post.',
  params: ObjectOf(idParams),
  response: PostView,
  errors: ['not_found'],
})

export const createPost = defineEndpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'member',
  right: 'content.moderate',
  scope: 'posts:write',
  summary: 'Post images or videos as a multipart form. Admins may send JSON with a media URL.',
  form: PostForm,
  body: exact({
    title: PostTitle,
    description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
    mediaUrl: Text({ maxLength: MAX_URL_LENGTH, ...words('file', { missing: NO_POST_MEDIA }) }),
    type: Optional(Enum([...POST_TYPES])),
    categoryId: Optional(nullable(CategoryId)),
  }),
  status: 201,
  response: Post,
  errors: [
    'auth.forbidden',
    'media.misnamed',
    'media.unreadable',
    'media.unreachable',
    'conflict',
    'not_found',
  ],
})

export const updatePost = defineEndpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  access: 'member',
  right: 'content.moderate',
  scope: 'posts:write',
  summary: "Edit one of the caller's posts.",
  params: ObjectOf(idParams),
  body: PostChange,
  response: Post,
  errors: ['not_found', 'auth.forbidden'],
})

export const deletePost = defineEndpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'member',
  right: 'content.delete',
  scope: 'posts:write',
  summary: "Delete one of the caller's posts with its comments and files. An admin can delete any.",
  params: ObjectOf(idParams),
  errors: ['not_found', 'auth.forbidden'],
})

export const moderatePost = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/posts/:id',
  access: 'admin',
  right: 'content.moderate',
  summary: 'Approve, feature or reword a post. What is taken down is not featured.',
  params: ObjectOf(idParams),
  body: exact(
    {
      isApproved: Optional(Flag()),
      isFeatured: Optional(Flag()),
      title: Optional(filledText(MAX_TITLE_LENGTH)),
      description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
    },
    { minProperties: 1 },
  ),
  response: Post,
  errors: ['not_found', 'conflict'],
})

export const likePost = likeCall('posts')
export const savePost = saveCall('posts')

export const viewPost = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/view',
  access: 'member',
  summary: 'Say that the caller has looked at a post. Counts once per person and day.',
  params: ObjectOf(idParams),
  body: ViewBody,
})

export const sharePost = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/share',
  access: 'member',
  right: 'content.read',
  scope: 'posts:write',
  summary: 'Say that the caller has shared a post. Counts once per person.',
  params: ObjectOf(idParams),
  response: exact({ shareCount: Count }),
  errors: ['not_found'],
})

export const hidePost = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/hide',
  access: 'member',
  scope: 'posts:write',
  summary:
    'Not for me: keep a post out of the caller’s For You and show less like it, or put it back.',
  params: ObjectOf(idParams),
  body: exact({ hidden: Flag() }),
  response: exact({ hidden: Flag() }),
  errors: ['not_found'],
})

export const showLessOf = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/less',
  access: 'member',
  summary: 'Show less of somebody in the caller’s For You, or as before.',
  params: ObjectOf(idParams),
  body: exact({ less: Flag() }),
  response: exact({ less: Flag() }),
  errors: ['not_found'],
})
