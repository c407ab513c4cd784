import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { makeEntityCache } from '../../lib/entity-cache.ts'
import {
  isAnyPost,
  isByPerson,
  isExplore,
  isFollowed,
  isForYou,
  isLiked,
  isPostOf,
  isProfile,
  isSaved,
  isTag,
  isTagged,
  POSTS_ROOT,
} from './post-keys.ts'

const posts = makeEntityCache<Post>(POSTS_ROOT)
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

/**
 * Nothing refetches by itself: this table says what each change makes old. What can be shown at once,
 * by `patchPost` and `dropPost`, is right already and not in it.
 */
export function isMadeOld(key: QueryKey, change: PostChange): boolean {
  switch (change.type) {
    case 'create':
      // Single posts show the newest others of their author.
      return [isExplore, isByPerson, isTagged, isAnyPost, isProfile, isTag].some((is) => is(key))
    case 'update':
      // Its tags, its category or who may see it can have changed.
      return [
        isFollowed,
        isExplore,
        isByPerson,
        isLiked,
        isSaved,
        isTagged,
        isAnyPost,
        isProfile,
        isTag,
      ].some((is) => is(key))
    case 'delete':
      // The deleted post itself is not asked for again: that would only answer 404.
      return isProfile(key) || isTag(key) || (isAnyPost(key) && !isPostOf(key, change.id))
    case 'like':
      return isLiked(key)
    case 'save':
      return isSaved(key)
    case 'follow':
      return isFollowed(key)
    case 'hide':
      return isForYou(key)
  }
}

/** What a list gains or loses by these shows when it is next opened: nothing moves under the hand. */
const QUIET = new Set<PostChange['type']>(['like', 'save', 'follow', 'hide'])

export async function refreshAfterPost(client: QueryClient, change: PostChange): Promise<void> {
  // Off every list first, so that the focus does not return to what is about to go.
  if (change.type === 'delete') await posts.forget(client, change.id)
  await client.invalidateQueries({
    predicate: ({ queryKey }) => isMadeOld(queryKey, change),
    refetchType: QUIET.has(change.type) ? 'none' : 'active',
  })
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
