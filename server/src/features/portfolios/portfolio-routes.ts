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
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { FastifySchemaValidationError } from 'fastify'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { Removal, TakedownActions } from '../../core/audit/takedowns.ts'
import { resolveFileUrl } from '../../core/media/intake/intake.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { setMediaAlt } from '../../core/media/media-queries.ts'
import { lockNotificationsOf } from '../../core/notifications/notification-queries.ts'
import { cleanTags } from '../../core/tags/tag-rules.ts'
import type { Database } from '../../db/pool.ts'
import { createViewBuffer } from '../../db/views.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { Page } from '../../http/mount.ts'
import { findItem, findView } from './portfolio-item-queries.ts'
import { registerPortfolioJobs } from './portfolio-jobs.ts'
import { registerWorkModeration, workTakedown } from './portfolio-admin-routes.ts'
import {
  findCategories,
  findLikedOrSavedWorks,
  findUserWorks,
  createWorkPages,
  findTagWorks,
} from './portfolio-list-queries.ts'
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

/** Returns how works are taken down and put back. */
export function registerPortfolios({ app, mount, deps }: Context): TakedownActions {
  const { db } = deps
  const toggles = createToggles(db)
  const views = createViewBuffer(db, workViews, (error) =>
    app.log.error({ err: error }, 'views not saved'),
  )
  app.addHook('onClose', () => views.close())
  const pages = createWorkPages(db)
  registerPortfolioJobs(app, deps, pages.clear)

  mount.hot(listCategories, ({ who }) => findCategories(db, who))
  mount.hot(listPortfolios, ({ who, query }) => pages.find(who, query))
  mount.hot(listUserPortfolios, ({ who, params, query }) =>
    findUserWorks(db, who, params.id, query),
  )
  mount.hot(listTagPortfolios, ({ who, params, query }) => findTagWorks(db, who, params.tag, query))
  mount.hot(getPortfolio, ({ who, params }) => findView(db, who, params.id))

  for (const [endpoint, order] of [
    [listSavedPortfolios, 'saved'],
    [listLikedPortfolios, 'liked'],
  ] as const)
    mount(endpoint, async ({ query, viewer }) => {
      const { json, nextCursor } = await findLikedOrSavedWorks(db, viewer.id, order, query)
      return new Page(JSON.parse(json ?? '[]') as PortfolioItem[], nextCursor)
    })

  mount(
    createPortfolio,
    async ({ body, viewer }) => {
      const startingPriceCents = centsOf(body.startingPrice ?? null)
      const mediaId = await resolveFileUrl(deps, {
        fileUrl: body.fileUrl,
        ownerId: viewer.id,
        fileName: body.fileName,
        alt: body.alt,
        claimedKind: body.fileType,
      })
      const id = await insertWork(db, {
        creatorId: viewer.id,
        mediaId,
        title: titleOrFileName(body.title, body.fileName),
        description: body.description?.trim() ?? '',
        category: body.category,
        startingPriceCents,
        tags: cleanTags(body.tags ?? []),
        isSensitive: body.isSensitive === true,
      })
      if (id === null) throw new AppError('conflict', 'That upload already hangs on your wall.')
      pages.clear()
      return readItem(db, viewer.id, id)
    },
    { bodyLimit: UPLOAD_BODY_LIMIT, schemaErrorFormatter: explainUpload },
  )

  mount(updatePortfolio, async ({ params, body, viewer }) => {
    const { title, description, category, startingPrice, tags, isSensitive, alt } = body
    const changes = {
      title: title?.trim(),
      description: description?.trim(),
      category,
      startingPriceCents: startingPrice === undefined ? undefined : centsOf(startingPrice),
      tags: tags === undefined ? undefined : cleanTags(tags),
      isSensitive,
    }
    await db.transaction().execute(async (trx) => {
      // Admins do not edit other people's works here.
      const { mediaId } = allowed(await lockWork(trx, { ...viewer, isAdmin: false }, params.id))
      await updateWork(trx, params.id, changes)
      if (alt !== undefined) await setMediaAlt(trx, { mediaId, ownerId: viewer.id, alt })
    })
    pages.clear()
    return readItem(db, viewer.id, params.id)
  })

  mount(deletePortfolio, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    await db.transaction().execute(async (trx) => {
      const held = allowed(await lockWork(trx, viewer, params.id))
      await removeHeldWork(deps, trx, act, { id: params.id, ...held })
    })
    pages.clear()
    return null
  })

  const remove: Removal = async (trx, act, id) => {
    const held = await lockWork(trx, { id: act.adminId, isAdmin: true }, id)
    if (held === undefined) return null
    await removeHeldWork(deps, trx, act, { id, ...held })
    return pages.clear
  }
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

  return workTakedown(deps, pages.clear)
}

/** Deletes a locked work with its file, and writes the audit log if it is somebody else's. */
async function removeHeldWork(
  deps: Deps,
  trx: Database,
  act: AdminAct,
  { id, mediaId, creatorId, title }: HeldWork & { id: string },
): Promise<void> {
  await lockNotificationsOf(trx, 'item_id', id)
  await deleteWork(trx, id)
  await removeMediaIfUnused(deps, trx, mediaId)
  if (creatorId === act.adminId) return
  await insertAudit(trx, {
    act,
    action: 'portfolio.delete',
    subjectKind: 'portfolio',
    subjectId: id,
    before: { title, creatorId },
  })
}

async function readItem(db: Database, viewerId: string, id: string): Promise<PortfolioItem> {
  const json = orNotFound(await findItem(db, { viewerId }, id))
  return JSON.parse(json) as PortfolioItem
}

function allowed(work: HeldWork | undefined): HeldWork {
  if (work === undefined) throw notFound()
  if (!work.isAllowed) throw new AppError('auth.forbidden', 'This work is not yours.')
  return work
}

/** A missing file has a sentence of its own; all other errors use the general one. */
function explainUpload(problems: FastifySchemaValidationError[]): Error {
  const isFile = (problem: FastifySchemaValidationError, name: string) =>
    problem.instancePath === `/${name}` || problem.params['missingProperty'] === name
  const missing = ['fileUrl', 'fileName'].find((name) =>
    problems.some(
      (problem) =>
        isFile(problem, name) && ['required', 'minLength', 'pattern'].includes(problem.keyword),
    ),
  )
  if (missing === undefined) return new Error('The input is not valid.')
  return new AppError('input.invalid', 'Please select a file or provide a URL.', {
    fields: { [missing]: 'is missing' },
  })
}

/** The title or, when it is empty, the file's name without its extension. */
function titleOrFileName(title: string | undefined, fileName: string): string {
  const given = title?.trim() ?? ''
  if (given !== '') return given
  const name = fileName.trim().replace(/(?<=.)\.[^.]*$/, '')
  // By code points, as the limit counts: half an emoji could not be stored.
  return Array.from(name).slice(0, MAX_TITLE_LENGTH).join('')
}

/** Cents, or 400 for parts of a cent. */
function centsOf(dollars: number | null): number | null {
  if (dollars === null) return null
  const cents = dollarsToCents(dollars)
  if (cents !== null) return cents
  throw new AppError('input.invalid', 'startingPrice has parts of a cent.', {
    fields: { startingPrice: 'has parts of a cent' },
  })
}
