import {
  getPost,
  likePost,
  listExplorePosts,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
  savePost,
  sharePost,
  viewPost,
} from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import { createViewBuffer } from '../../db/views.ts'
import type { Context } from '../../deps.ts'
import { orNotFound } from '../../http/errors.ts'
import { refuseOthers } from '../../http/guards.ts'
import { hotScoreQueue, registerPostJobs } from './post-jobs.ts'
import type { FoundPage } from '../../http/paging.ts'
import { postReads } from './post-card-queries.ts'
import { findPostView } from './post-item-queries.ts'
import {
  createExplorePages,
  findLikedOrSavedPosts,
  findTagPosts,
  findUserPosts,
} from './post-list-queries.ts'
import { postTakedown } from './post-admin-routes.ts'
import { createWorkPosts, type WorkPosts } from './post-share-steps.ts'
import { createPostToggles, postViews, sharePost as share } from './post-toggle-queries.ts'
import { registerPostWrites } from './post-write-routes.ts'
import { findTag } from './tag-queries.ts'

/** Returns how posts are taken down and put back, and how works and the posts that show them go together. */
export function registerPosts(context: Context): { takedown: TakedownActions; ofWorks: WorkPosts } {
  const { mount, deps } = context
  const { db } = deps
  const explore = createExplorePages(deps)
  if (deps.keepsAnswers) deps.live.onKeptMoved(explore.clear)
  const posts = postReads(deps)

  mount.hot(listExplorePosts, ({ who, query }) => explore.find(who, query))
  mount.hot(listUserPosts, ({ who, params, query }) => findUserPosts(posts, who, params.id, query))
  mount.hot(listTagPosts, ({ who, params, query }) => findTagPosts(posts, who, params.tag, query))
  mount.hot(getTag, ({ who, params }) => findTag(db, who, params.tag))
  mount.hot(getPost, ({ who, params }) => findPostView(posts, who, params.id))
  mount.hot(listLikedPosts, async ({ query, who }) =>
    ownOnly(query, await findLikedOrSavedPosts(posts, who, 'liked', query)),
  )
  mount.hot(listSavedPosts, async ({ query, who }) =>
    ownOnly(query, await findLikedOrSavedPosts(posts, who, 'saved', query)),
  )
  registerPostJobs(deps, explore.clear)
  registerPostWrites(context, explore.clear)
  registerToggles(context)
  return {
    takedown: postTakedown(deps, explore.clear),
    ofWorks: createWorkPosts(deps, explore.clear),
  }
}

/** Refuses another person's id in the query, once the statement has told who calls. */
function ownOnly(query: { userId?: string | undefined }, page: FoundPage): FoundPage {
  if (page.viewerId !== null) refuseOthers(query, { id: page.viewerId })
  return page
}

/** Likes, saves, views and shares. */
function registerToggles(context: Context): void {
  const { app, mount, deps } = context
  const { db, live } = deps
  const hotScores = hotScoreQueue(context)
  const toggles = createPostToggles(deps.writes, (ids) => {
    hotScores.touch(ids)
    live.postsMoved(ids)
  })
  const views = createViewBuffer(db, { ...postViews, onMoved: live.postsMoved }, (error) =>
    app.log.error({ err: error }, 'views not saved'),
  )
  app.addHook('onClose', () => views.close())

  mount(likePost, async ({ params, body, viewer }) => {
    const result = orNotFound(await toggles.likes.set(viewer.id, params.id, body?.liked ?? null))
    return { liked: result.isOn, likeCount: result.count }
  })

  mount(savePost, async ({ params, body, viewer }) => {
    const result = orNotFound(await toggles.saves.set(viewer.id, params.id, body?.saved ?? null))
    return { saved: result.isOn, saveCount: result.count }
  })

  mount(viewPost, ({ params, body, viewer }) => {
    views.add(params.id, viewer.id, body?.source ?? 'other')
    return Promise.resolve(null)
  })

  mount(sharePost, async ({ params, viewer }) => {
    const result = orNotFound(await share(db, { viewer, postId: params.id }))
    if (result.isNew) live.postsMoved([params.id.toLowerCase()])
    return { shareCount: result.shareCount }
  })
}
