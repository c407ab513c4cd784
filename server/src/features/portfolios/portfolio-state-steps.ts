import { CATEGORIES, type CategorySlug, type WorkState } from '@plinth/contract/choices.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_SCHEDULE_DAYS } from '@plinth/contract/limits.ts'
import type { setWorkState } from '@plinth/contract/portfolios/states.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, invalidField } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  findDueWorks,
  findSpoiledWorks,
  findStanding,
  findWorkToShare,
  isSpoiled,
  lockDueWork,
  moveWork,
} from './portfolio-state-queries.ts'
import { lockWork, type HeldWork, type NewWork } from './portfolio-write-queries.ts'

/** Works that one run of a job takes at most. */
const JOB_WORKS = 200
const DAY_MS = 86_400_000

/** The posts that show works, which another feature keeps. */
export interface PostsOfStates {
  share: (
    trx: Database,
    maker: Viewer,
    work: Pick<NewWork, 'mediaId' | 'title' | 'description' | 'tags' | 'isSensitive'> & {
      id: string
      category: CategorySlug
    },
  ) => Promise<void>
  lockOf: (trx: Database, workId: string) => Promise<string[]>
  hide: (trx: Database, ids: readonly string[]) => Promise<() => void>
  show: (trx: Database, workId: string) => Promise<() => void>
}

/** What a person can make of a work in each state. What was published once is hidden, and no draft again. */
const NEXT: Record<WorkState, readonly WorkState[]> = {
  draft: ['scheduled', 'published'],
  scheduled: ['draft', 'scheduled', 'published'],
  published: ['hidden'],
  hidden: ['published'],
  binned: [],
}

interface StateDeps {
  db: Database
  posts: PostsOfStates
  /** The work, locked, if it is the viewer's. Throws otherwise. */
  holdOwn: (trx: Database, viewer: Viewer, id: string) => Promise<HeldWork>
  /** Deletes a locked work for good, in its transaction. Returns what to call after the commit. */
  deleteHeld: (
    trx: Database,
    work: HeldWork & { id: string; postIds: string[] },
  ) => Promise<() => void>
  /** Called after lists of works may have changed. */
  onChange: () => void
  now: () => Date
}

export interface WorkStates {
  set: (viewer: Viewer, id: string, change: BodyOf<typeof setWorkState>) => Promise<void>
  /** Moves a locked work and the posts that show it alone to the bin. Returns what to call after the commit. */
  bin: (trx: Database, id: string, postIds: readonly string[]) => Promise<() => void>
  restore: (viewer: Viewer, id: string) => Promise<void>
  /** Shows scheduled works whose time has come. */
  publishDue: () => Promise<void>
  /** Deletes for good what has been in the bin for long enough. */
  emptyBin: () => Promise<void>
}

export function createWorkStates({
  db,
  posts,
  holdOwn,
  deleteHeld,
  onChange,
  now,
}: StateDeps): WorkStates {
  /** Publishes a locked work, with the posts that went away with it. */
  const publish = async (trx: Database, id: string) => {
    await moveWork(trx, id, { state: 'published', at: now() })
    return posts.show(trx, id)
  }

  const share = async (trx: Database, viewer: Viewer, id: string) => {
    const { categoryId, ...work } = await findWorkToShare(trx, id)
    const category = CATEGORIES.find((one) => one.id === categoryId)
    if (category === undefined) throw new Error(`the work ${id} has an unknown category`)
    await posts.share(trx, viewer, { ...work, id, category: category.slug })
  }

  return {
    set: async (viewer, id, { state, publishAt, alsoPost = false }) => {
      const at = scheduledFor(state, publishAt, now())
      if (alsoPost && state !== 'published')
        throw invalidField('alsoPost', 'Only a work that is published now can be shared in a post.')
      const done = await db.transaction().execute(async (trx) => {
        const postIds = await posts.lockOf(trx, id)
        await holdOwn(trx, viewer, id)
        const before = (await findStanding(trx, id)).state
        if (before === state && state !== 'scheduled') return () => {}
        if (!NEXT[before].includes(state)) throw new AppError('conflict', refusalOf(before))
        if (state !== 'hidden' && state !== 'draft' && !viewer.isCreator)
          throw new AppError('creator.required', 'You need an active creator account to do this.')
        if (state === 'published') {
          const shown = await publish(trx, id)
          if (alsoPost && before !== 'hidden') await share(trx, viewer, id)
          return shown
        }
        await moveWork(trx, id, { state, at: now(), publishAt: at })
        return state === 'hidden' ? posts.hide(trx, postIds) : () => {}
      })
      onChange()
      done()
    },

    bin: async (trx, id, postIds) => {
      if ((await findStanding(trx, id)).state === 'binned') return () => {}
      await moveWork(trx, id, { state: 'binned', at: now() })
      const hidden = await posts.hide(trx, postIds)
      return () => {
        onChange()
        hidden()
      }
    },

    restore: async (viewer, id) => {
      const done = await db.transaction().execute(async (trx) => {
        await posts.lockOf(trx, id)
        await holdOwn(trx, viewer, id)
        const { binnedFrom } = await findStanding(trx, id)
        if (binnedFrom === null) return () => {}
        if (binnedFrom === 'published') return publish(trx, id)
        await moveWork(trx, id, { state: binnedFrom, at: now() })
        return () => {}
      })
      onChange()
      done()
    },

    publishDue: async () => {
      for (const id of await findDueWorks(db, now(), JOB_WORKS)) {
        const done = await db.transaction().execute(async (trx) => {
          await posts.lockOf(trx, id)
          return (await lockDueWork(trx, id, now())) ? publish(trx, id) : () => {}
        })
        onChange()
        done()
      }
    },

    emptyBin: async () => {
      for (const { id, creatorId } of await findSpoiledWorks(db, now(), JOB_WORKS)) {
        const done = await db.transaction().execute(async (trx) => {
          const postIds = await posts.lockOf(trx, id)
          const held = await lockWork(trx, { id: creatorId, isAdmin: false }, id)
          if (held === undefined || !(await isSpoiled(trx, id, now()))) return () => {}
          return deleteHeld(trx, { ...held, id, postIds })
        })
        done()
      }
    },
  }
}

function refusalOf(state: WorkState): string {
  if (state === 'binned') return 'This work is in your bin. Restore it first.'
  if (state === 'draft') return 'This work isn’t published yet.'
  return 'This work was published. You can hide it, but it doesn’t become a draft again.'
}

/** When a work is to be shown; null unless it is scheduled. */
function scheduledFor(state: WorkState, publishAt: string | undefined, now: Date): Date | null {
  if (state !== 'scheduled') {
    if (publishAt === undefined) return null
    throw invalidField('publishAt', 'Only a scheduled work has a time.')
  }
  const at = publishAt === undefined ? null : new Date(publishAt)
  if (at === null || at <= now)
    throw invalidField('publishAt', 'Choose a time that is still ahead.')
  if (at.getTime() > now.getTime() + MAX_SCHEDULE_DAYS * DAY_MS)
    throw invalidField('publishAt', `Choose a time in the next ${MAX_SCHEDULE_DAYS} days.`)
  return at
}
