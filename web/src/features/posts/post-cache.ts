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

/** Lists that contain a post because of its author, tags or category. */
const OPEN_LISTS = [listExplorePosts, listUserPosts, listTagPosts]
const posts = makeEntityCache<Post>({
  heldBy: [getPost, listForYou, listFollowedPosts, listLikedPosts, listSavedPosts, ...OPEN_LISTS],
  single: getPost,
  requiredField: 'likeCount',
})
/**
 * `patchPost` changes a post everywhere, `dropPost` removes it from all lists, `keepOnlyPosts` removes from one list what
 * no longer belongs there, `findPost` finds a post in any list; `…Where` match by more than an id.
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

/** Profiles and tags contain a number of posts. */
const COUNTS = [getProfile, getTag]

/**
 * Nothing refetches by itself. This table lists what becomes stale after each change, except for what `patchPost` and
 * `dropPost` have corrected already. For You is not in it, since it is ranked once a visit.
 */
const STALE_AFTER: Record<PostChange['type'], readonly Where[]> = {
  // Single posts show their author's newest other posts.
  create: [...OPEN_LISTS, getPost, ...COUNTS],
  // Its tags, category or visibility can have changed.
  update: [...OPEN_LISTS, listFollowedPosts, listLikedPosts, listSavedPosts, getPost, ...COUNTS],
  delete: [getPost, ...COUNTS],
  like: [listLikedPosts],
  save: [listSavedPosts],
  follow: [listFollowedPosts],
  hide: [listForYou],
}

/** The deleted post itself is not fetched again, which would only return 404. */
const exceptionOf = (change: PostChange): { except?: Where } =>
  change.type === 'delete' ? { except: { endpoint: getPost, params: { id: change.id } } } : {}

export const isStaleAfter = (key: QueryKey, change: PostChange): boolean =>
  matches(key, STALE_AFTER[change.type], exceptionOf(change).except)

/** After these changes lists are updated when they are next opened, so that nothing moves while one is looking. */
const QUIET = new Set<PostChange['type']>(['like', 'save', 'follow', 'hide'])

export async function refreshAfterPost(client: QueryClient, change: PostChange): Promise<void> {
  // Removes it from all lists first, so that the focus does not return to a card that is about to disappear.
  if (change.type === 'delete') await posts.forget(client, change.id)
  const refresh = QUIET.has(change.type) ? markOld : readAgain
  await refresh(client, STALE_AFTER[change.type], exceptionOf(change))
}

/** Updates whether the viewer follows the author, on all of the author's posts. */
export function patchFollowing(client: QueryClient, creatorId: string, isFollowing: boolean): void {
  posts.patchWhere(
    client,
    (post) => post.creatorId === creatorId && post.isFollowing !== isFollowing,
    () => ({ isFollowing }),
  )
}

type Counts = Pick<Post, 'likeCount' | 'saveCount' | 'commentCount' | 'shareCount' | 'viewCount'>

/** The given counts under all of their names. */
export const withCounts = ({ likeCount, commentCount, viewCount, ...others }: Partial<Counts>) => ({
  ...others,
  ...(likeCount === undefined ? {} : { likeCount, likes: likeCount }),
  ...(commentCount === undefined ? {} : { commentCount, comments: commentCount }),
  ...(viewCount === undefined ? {} : { viewCount, views: viewCount }),
})
