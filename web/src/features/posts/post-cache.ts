import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  getPost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { markOld, readAgain, matches, type Where } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

/** Lists that a post joins by its author, its tags and its category. */
const OPEN_LISTS = [listExplorePosts, listUserPosts, listTagPosts]
const posts = makeEntityCache<Post>({
  heldBy: [getPost, listForYou, listFollowedPosts, listLikedPosts, listSavedPosts, ...OPEN_LISTS],
  single: getPost,
  requiredField: 'likeCount',
})
/**
 * `patchPost` shows a change everywhere, `dropPost` takes a post off every list, `keepOnlyPosts` off one
 * list what no longer belongs there, `findPost` is what some list knows; `…Where` go by more than an id.
 */
export const {
  patch: patchPost,
  drop: dropPost,
  keepOnly: keepOnlyPosts,
  find: findPost,
  patchWhere: patchPostsWhere,
  findWhere: findPostWhere,
} = posts

export type PostChange =
  | { type: 'create' }
  | { type: 'update'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'like'; id: string }
  | { type: 'save'; id: string }
  | { type: 'follow'; creatorId: string }
  | { type: 'hide'; id: string }

/** Profiles and tags say how many posts there are. */
const COUNTS = [getProfile, getTag]

/**
 * Nothing refetches by itself: this table says what each change makes old. What can be shown at once,
 * by `patchPost` and `dropPost`, is right already and not in it. For You is ranked once a visit.
 */
const MADE_OLD: Record<PostChange['type'], readonly Where[]> = {
  // Single posts show the newest others of their author.
  create: [...OPEN_LISTS, getPost, ...COUNTS],
  // Its tags, its category or who may see it can have changed.
  update: [...OPEN_LISTS, listFollowedPosts, listLikedPosts, listSavedPosts, getPost, ...COUNTS],
  delete: [getPost, ...COUNTS],
  like: [listLikedPosts],
  save: [listSavedPosts],
  follow: [listFollowedPosts],
  hide: [listForYou],
}

/** A deleted post itself is not asked for again: that would only answer 404. */
const exceptionOf = (change: PostChange): { except?: Where } =>
  change.type === 'delete' ? { except: { endpoint: getPost, params: { id: change.id } } } : {}

export const isMadeOld = (key: QueryKey, change: PostChange): boolean =>
  matches(key, MADE_OLD[change.type], exceptionOf(change).except)

/** What a list gains or loses by these shows when it is next opened: nothing moves under the hand. */
const QUIET = new Set<PostChange['type']>(['like', 'save', 'follow', 'hide'])

export async function refreshAfterPost(client: QueryClient, change: PostChange): Promise<void> {
  // Off every list first, so that the focus does not return to what is about to go.
  if (change.type === 'delete') await posts.forget(client, change.id)
  const refresh = QUIET.has(change.type) ? markOld : readAgain
  await refresh(client, MADE_OLD[change.type], exceptionOf(change))
}

/** Shows on all of somebody's posts whether the viewer follows them. */
export function patchFollowing(client: QueryClient, creatorId: string, isFollowing: boolean): void {
  posts.patchWhere(
    client,
    (post) => post.creatorId === creatorId && post.isFollowing !== isFollowing,
    () => ({ isFollowing }),
  )
}

type Counts = Pick<Post, 'likeCount' | 'saveCount' | 'commentCount' | 'shareCount' | 'viewCount'>

/** Counts under all their names, as far as they are given. */
export const withCounts = ({ likeCount, commentCount, viewCount, ...others }: Partial<Counts>) => ({
  ...others,
  ...(likeCount === undefined ? {} : { likeCount, likes: likeCount }),
  ...(commentCount === undefined ? {} : { commentCount, comments: commentCount }),
  ...(viewCount === undefined ? {} : { viewCount, views: viewCount }),
})
