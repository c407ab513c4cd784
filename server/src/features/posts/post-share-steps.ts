import { CATEGORIES, type CategorySlug } from '@plinth/contract/choices.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { lockNotificationsOf } from '../../core/notifications/notification-queries.ts'
import type { Database } from '../../db/pool.ts'
import { rowsIn } from '../../db/writes.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  hidePostsOf,
  putBackPostsOf,
  showPostsOf,
  takeDownPostsOf,
  type WithWork,
} from './post-admin-queries.ts'
import { postInsert } from './post-create-queries.ts'
import { deletePost, lockPostsOf } from './post-write-queries.ts'

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
  /** Takes locked posts down with their work, for its reason. Returns what to call after the commit. */
  takeDown: (trx: Database, taken: WithWork) => Promise<() => void>
  /** Puts back the posts that went down with this work. Returns what to call after the commit. */
  putBack: (trx: Database, workId: string) => Promise<() => void>
  /** Makes locked posts private with their work. Returns what to call after the commit. */
  hide: (trx: Database, ids: readonly string[]) => Promise<() => void>
  /** Makes the posts public again that became private with this work. Returns what to call after the commit. */
  show: (trx: Database, workId: string) => Promise<() => void>
}

/** `onChange` is called after lists of posts may have changed. */
export const createWorkPosts = (deps: Deps, onChange: () => void): WorkPosts => ({
  share: async (trx, maker, work) => {
    const statements = postInsert(deps.env, {
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
      isWithWork: true,
    })
    for (const one of statements) await rowsIn(trx, one)
  },
  lockOf: lockPostsOf,
  remove: async (trx, { id, creatorId, mediaId }) => {
    await lockNotificationsOf(trx, 'post_id', id)
    await deletePost(trx, { id, creatorId })
    await removeMediaIfUnused(deps, trx, mediaId)
  },
  takeDown: async (trx, taken) => {
    const gone = await takeDownPostsOf(trx, taken)
    return () => {
      onChange()
      for (const id of gone) deps.live.postGone(id)
    }
  },
  putBack: async (trx, workId) => {
    await putBackPostsOf(trx, workId)
    return onChange
  },
  hide: async (trx, ids) => {
    const gone = await hidePostsOf(trx, ids)
    return () => {
      onChange()
      for (const id of gone) deps.live.postGone(id)
    }
  },
  show: async (trx, workId) => {
    await showPostsOf(trx, workId)
    return onChange
  },
})
