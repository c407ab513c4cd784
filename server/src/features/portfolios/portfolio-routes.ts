import { MAX_MEDIA_BYTES, MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
  listLikedPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
  savePortfolio,
  updatePortfolio,
  viewPortfolio,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  getWorkState,
  listUnshown,
  restorePortfolio,
  setWorkState,
} from '@plinth/contract/portfolios/states.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { isFilled } from '@plinth/contract/http/filled.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { Removal, TakedownActions } from '../../core/audit/takedowns.ts'
import { resolveFileUrl } from '../../core/media/intake/intake.ts'
import { MARK } from '../../core/media/media-rules.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { setMediaAlt } from '../../core/media/media-queries.ts'
import { lockNotificationsOf } from '../../core/notifications/notification-queries.ts'
import { cleanTags } from '../../core/tags/tag-rules.ts'
import type { Database } from '../../db/pool.ts'
import { createViewBuffer } from '../../db/views.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { whileAwaited } from '../../http/waiting.ts'
import { findStudyMedia, renameDraft } from './case-study/draft-queries.ts'
import { registerCaseStudies } from './case-study/study-routes.ts'
import { workReads } from './portfolio-card-queries.ts'
import { findItem, findView } from './portfolio-item-queries.ts'
import { registerPortfolioJobs } from './portfolio-jobs.ts'
import { registerManyWorks } from './portfolio-many-routes.ts'
import { originOf } from './origin-rules.ts'
import { centsOf } from './price-rules.ts'
import {
  registerWorkModeration,
  workTakedown,
  type PostsOfTakedown,
} from './portfolio-admin-routes.ts'
import {
  findCategories,
  findLikedOrSavedWorks,
  findUserWorks,
  createWorkPages,
  findTagWorks,
} from './portfolio-list-queries.ts'
import { findOwnState, findUnshown, readUnshown } from './portfolio-state-queries.ts'
import { createWorkStates, type PostsOfStates } from './portfolio-state-steps.ts'
import { createToggles, workViews } from './portfolio-toggle-queries.ts'
import {
  deleteWork,
  lockWork,
  insertWork,
  updateWork,
  type HeldWork,
} from './portfolio-write-queries.ts'

/** A `data:` URL of the largest file in base64, and the other fields. */
const UPLOAD_BODY_LIMIT = Math.ceil(MAX_MEDIA_BYTES / 3) * 4 + 256 * 1024
/** Stands for a request where the bin is emptied, which no person asks for. */
const BIN_REQUEST = 'bin'

/** The posts that show works, which another feature keeps. */
interface WorkPosts extends PostsOfTakedown, PostsOfStates {
  remove: (trx: Database, post: { id: string; creatorId: string; mediaId: string }) => Promise<void>
}

/** Returns how works are taken down and put back. */
export function registerPortfolios(
  { app, mount, deps }: Context,
  posts: WorkPosts,
): TakedownActions {
  const { db, jobs } = deps
  const toggles = createToggles(deps.writes)
  const views = createViewBuffer(db, workViews, (error) =>
    app.log.error({ err: error }, 'views not saved'),
  )
  app.addHook('onClose', () => views.close())
  const pages = createWorkPages(deps)
  if (deps.keepsAnswers) deps.live.onKeptMoved(pages.clear)
  const works = workReads(deps)

  mount.hot(listCategories, ({ who }) => findCategories(db, who))
  mount.hot(listPortfolios, ({ who, query }) => pages.find(who, query))
  mount.hot(listUserPortfolios, ({ who, params, query }) =>
    findUserWorks(works, who, params.id, query),
  )
  mount.hot(listTagPortfolios, ({ who, params, query }) =>
    findTagWorks(works, who, params.tag, query),
  )
  mount.hot(getPortfolio, ({ who, params }) => findView(works, who, params.id))

  for (const [endpoint, order] of [
    [listSavedPortfolios, 'saved'],
    [listLikedPortfolios, 'liked'],
  ] as const)
    mount.hot(endpoint, ({ query, who }) => findLikedOrSavedWorks(works, who, order, query))

  mount(
    createPortfolio,
    async ({ body, viewer, reply }) => {
      const startingPriceCents = centsOf(body.startingPrice ?? null)
      const origin = originOf(body)
      const mediaId = await resolveFileUrl(deps, {
        fileUrl: body.fileUrl,
        ownerId: viewer.id,
        fileName: body.fileName,
        alt: body.alt,
        claimedKind: body.fileType,
        signal: whileAwaited(reply),
      })
      const { category } = body
      const work = {
        creatorId: viewer.id,
        mediaId,
        title: titleOrFileName(body.title, body.fileName),
        description: body.description?.trim() ?? '',
        category,
        startingPriceCents,
        tags: cleanTags(body.tags ?? []),
        isSensitive: body.isSensitive === true,
        origin,
        isReserved: body.isReserved,
        isDraft: body.state === 'draft',
      }
      const id = await db.transaction().execute(async (trx) => {
        const added = await insertWork(trx, work)
        if (added === null) throw new AppError('conflict', 'You’ve already published this upload.')
        if (body.alsoPost === true && !work.isDraft)
          await posts.share(trx, viewer, { ...work, category, id: added })
        return added
      })
      pages.clear()
      return readItem(db, viewer.id, id)
    },
    { bodyLimit: UPLOAD_BODY_LIMIT },
  )

  // Admins do not change other people's works here.
  const holdOwn = async (trx: Database, viewer: { id: string }, id: string): Promise<HeldWork> =>
    allowed(await lockWork(trx, { id: viewer.id, isAdmin: false }, id))

  mount(updatePortfolio, async ({ params, body, viewer }) => {
    const { title, description, category, startingPrice, tags, isSensitive, isReserved, alt } = body
    const changes = {
      title: title?.trim(),
      description: description?.trim(),
      category,
      startingPriceCents: startingPrice === undefined ? undefined : centsOf(startingPrice),
      tags: tags === undefined ? undefined : cleanTags(tags),
      isSensitive,
      origin: originOf(body),
      isReserved,
    }
    await db.transaction().execute(async (trx) => {
      const { mediaId } = await holdOwn(trx, viewer, params.id)
      await updateWork(trx, params.id, changes)
      await renameDraft(trx, params.id, changes)
      // The files follow soon, so that nobody waits for it.
      if (isReserved !== undefined) await jobs.send(trx, MARK, {})
      if (alt !== undefined) await setMediaAlt(trx, { mediaId, ownerId: viewer.id, alt })
    })
    pages.clear()
    return readItem(db, viewer.id, params.id)
  })

  /** Deletes a locked work with its files and the posts that show it alone, and writes the audit log if it is somebody else's. */
  const removeHeldWork = async (
    trx: Database,
    act: AdminAct,
    { id, postIds, mediaId, creatorId, title }: HeldWork & { id: string; postIds: string[] },
  ): Promise<void> => {
    await lockNotificationsOf(trx, 'item_id', id)
    for (const postId of postIds) await posts.remove(trx, { id: postId, creatorId, mediaId })
    const studyMedia = await findStudyMedia(trx, id)
    await deleteWork(trx, id)
    for (const file of new Set([mediaId, ...studyMedia])) await removeMediaIfUnused(deps, trx, file)
    if (creatorId === act.adminId) return
    await insertAudit(trx, {
      act,
      action: 'portfolio.delete',
      subjectKind: 'portfolio',
      subjectId: id,
      before: { title, creatorId },
    })
  }

  const afterRemoval = (postIds: readonly string[]) => {
    pages.clear()
    for (const postId of postIds) deps.live.postGone(postId)
  }

  const states = createWorkStates({
    db,
    posts,
    holdOwn,
    deleteHeld: async (trx, work) => {
      await removeHeldWork(trx, { adminId: work.creatorId, requestId: BIN_REQUEST }, work)
      return () => afterRemoval(work.postIds)
    },
    onChange: pages.clear,
    now: deps.now,
  })
  registerPortfolioJobs(app, deps, { states, onListed: pages.clear })

  mount(deletePortfolio, async ({ params: { id }, query, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const done = await db.transaction().execute(async (trx) => {
      const postIds = await posts.lockOf(trx, id)
      const held = allowed(await lockWork(trx, viewer, id))
      if (held.creatorId === viewer.id && query.forGood !== true)
        return states.bin(trx, id, postIds)
      await removeHeldWork(trx, act, { id, postIds, ...held })
      return () => afterRemoval(postIds)
    })
    done()
    return null
  })

  mount.hot(listUnshown, ({ who, query }) => findUnshown(db, who, query))

  mount(getWorkState, async ({ params, viewer }) => {
    const own = orNotFound(await findOwnState(db, { viewerId: viewer.id }, params.id))
    if (own.work.state === 'published') throw notFound()
    return own
  })

  mount(setWorkState, async ({ params, body, viewer }) => {
    await states.set(viewer, params.id, body)
    return readUnshown(db, { viewerId: viewer.id }, params.id)
  })

  mount(restorePortfolio, async ({ params, viewer }) => {
    await states.restore(viewer, params.id)
    return readUnshown(db, { viewerId: viewer.id }, params.id)
  })

  registerManyWorks(
    { mount, deps },
    {
      states,
      holdOwn,
      lockPosts: posts.lockOf,
      deleteHeld: async (trx, act, work) => {
        await removeHeldWork(trx, act, work)
        return () => afterRemoval(work.postIds)
      },
      onChange: pages.clear,
    },
  )

  const remove: Removal = async (trx, act, id) => {
    const postIds = await posts.lockOf(trx, id)
    const held = await lockWork(trx, { id: act.adminId, isAdmin: true }, id)
    if (held === undefined) return null
    await removeHeldWork(trx, act, { id, postIds, ...held })
    return () => afterRemoval(postIds)
  }
  registerCaseStudies(
    { mount, deps },
    { readItem: (viewerId, id) => readItem(db, viewerId, id), onChange: pages.clear },
  )
  registerWorkModeration({ mount, deps }, { remove, onChange: pages.clear })

  mount(likePortfolio, async ({ params, body, viewer }) => {
    const result = orNotFound(await toggles.likes.set(viewer.id, params.id, body?.liked ?? null))
    return { liked: result.isOn, likeCount: result.count }
  })

  mount(savePortfolio, async ({ params, body, viewer }) => {
    const result = orNotFound(await toggles.saves.set(viewer.id, params.id, body?.saved ?? null))
    return { saved: result.isOn, saveCount: result.count }
  })

  mount(viewPortfolio, ({ params, body, viewer }) => {
    views.add(params.id, viewer.id, body?.source ?? 'other')
    return Promise.resolve(null)
  })

  return workTakedown(deps, posts, pages.clear)
}

async function readItem(db: Database, viewerId: string, id: string): Promise<PortfolioItem> {
  const json = orNotFound(await findItem(db, { viewerId }, id))
  return JSON.parse(json) as PortfolioItem
}

function allowed(work: HeldWork | undefined): HeldWork {
  if (work === undefined) throw notFound()
  if (!work.isAllowed) throw new AppError('auth.forbidden', 'This isn’t your work.')
  return work
}

/** The title or, when it is empty, the file's name without its extension. */
function titleOrFileName(title: string | undefined, fileName: string): string {
  const given = title?.trim() ?? ''
  if (isFilled(given)) return given
  const name = fileName.trim().replace(/(?<=.)\.[^.]*$/, '')
  // By code points, as the limit counts: half an emoji could not be stored.
  return Array.from(name).slice(0, MAX_TITLE_LENGTH).join('')
}
