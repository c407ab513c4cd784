import { CATEGORIES, type CategorySlug } from '@plinth/contract/choices.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { lockNotificationsOf } from '../../core/notifications/notification-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/viewer.ts'
import { deletePost, insertPost, lockPostsOf } from './post-write-queries.ts'

/** A work that was just added, as its post shows it. */
interface SharedWork {
  id: string
  mediaId: string
  title: string
  description: string
  category: CategorySlug
  tags: string[]
  isSensitive: boolean
}

/** How works and the posts that show them go together. Everything happens in the transaction of the work. */
export interface WorkPosts {
  share: (trx: Database, maker: Viewer, work: SharedWork) => Promise<void>
  /** Locks the posts that show this work alone. Call it before the work is locked, as everybody locks posts first. */
  lockOf: (trx: Database, workId: string) => Promise<string[]>
  remove: (trx: Database, post: { id: string; creatorId: string; mediaId: string }) => Promise<void>
}

export const createWorkPosts = (deps: Deps): WorkPosts => ({
  share: async (trx, maker, work) => {
    await insertPost(trx, {
      title: work.title,
      description: work.description,
      categoryId: CATEGORIES.find(({ slug }) => slug === work.category)?.id ?? null,
      tags: work.tags,
      location: null,
      mood: null,
      isPublic: true,
      isSensitive: work.isSensitive,
      type: 'portfolio',
      portfolioId: work.id,
      clientId: null,
      creatorId: maker.id,
      mediaIds: [work.mediaId],
      isApproved: deps.env.moderation === 'post' || maker.isAdmin,
    })
  },
  lockOf: lockPostsOf,
  remove: async (trx, { id, creatorId, mediaId }) => {
    await lockNotificationsOf(trx, 'post_id', id)
    await deletePost(trx, { id, creatorId })
    await removeMediaIfUnused(deps, trx, mediaId)
  },
})
