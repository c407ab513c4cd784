import {
  exportFileUrl,
  getExport,
  listExports,
  requestExport,
  type AccountExport,
} from '@plinth/contract/people/account.ts'
import { insertAccountEvent } from '../../../core/account/activity-queries.ts'
import { sourceOf } from '../../../core/session/device.ts'
import { attachmentAs, isMediaId } from '../../../core/media/names.ts'
import { sendObject } from '../../../core/media/serving/send.ts'
import type { Context } from '../../../deps.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { viewerOf } from '../../../http/viewer.ts'
import { exportKey } from './archive.ts'
import { makeExport, sweepExports } from '../account-jobs.ts'
import { findExport, findExports, insertExport, type ExportRow } from './export-queries.ts'

const EXPORT_JOB = 'account.export'
const SWEEP_JOB = 'account.export-sweep'
const DAY_MS = 86_400_000
/** A job may read and write tens of gigabytes. */
const EXPIRE_SECONDS = 6 * 60 * 60

/** Archives of everything that somebody made, for them alone. */
export function registerExports({ app, mount, deps }: Context): void {
  const { db, jobs, now, storage } = deps

  mount(requestExport, async ({ viewer, request }) => {
    const at = now()
    const order = { userId: viewer.id, now: at, notBefore: new Date(at.getTime() - DAY_MS) }
    return db.transaction().execute(async (trx) => {
      const row = await insertExport(trx, order)
      if (row === null) {
        throw new AppError(
          'rate.limited',
          'We packed an archive for you within the last day. Download that one, or ask again tomorrow.',
        )
      }
      await insertAccountEvent(trx, {
        userId: viewer.id,
        kind: 'export_asked',
        source: sourceOf(request),
      })
      await jobs.send(trx, EXPORT_JOB, { exportId: row.id })
      return viewOf(row)
    })
  })

  mount(listExports, async ({ viewer }) => (await findExports(db, viewer.id, now())).map(viewOf))

  mount(getExport, async ({ params, viewer }) => {
    const row = orNotFound(await findExport(db, { id: params.id, userId: viewer.id, now: now() }))
    return viewOf(row)
  })

  app.get<{ Params: { id: string } }>(
    exportFileUrl(':id'),
    { ...mount.guard({ access: 'member', fresh: true }), schema: { hide: true } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const { id } = request.params
      const row = isMediaId(id)
        ? await findExport(db, { id, userId: viewer.id, now: now() })
        : undefined
      const key = exportKey(id)
      const size = row?.state === 'ready' ? await storage.size(key) : null
      if (row === undefined || size === null) throw notFound()
      // A browser that goes on with a broken download asks for the rest only.
      if (/^bytes=[1-9]/.exec(request.headers.range ?? '') === null)
        await insertAccountEvent(db, {
          userId: viewer.id,
          kind: 'export_downloaded',
          source: sourceOf(request),
        })
      void reply.headers({
        'content-type': 'application/zip',
        'content-disposition': attachmentAs(
          `plinth-${row.createdAt.toISOString().slice(0, 10)}.zip`,
        ),
        'cache-control': 'private, no-store',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      })
      return sendObject(request, reply, { storage, key, size, etag: `"${id}"` })
    },
  )

  jobs.work<{ exportId: string }>(
    EXPORT_JOB,
    ({ exportId }, attempt) => makeExport(deps, exportId, attempt),
    { expireIn: EXPIRE_SECONDS },
  )
  jobs.work(SWEEP_JOB, () => sweepExports(deps), { schedule: '41 * * * *' })
}

const viewOf = ({ id, state, bytes, createdAt, expiresAt }: ExportRow): AccountExport => ({
  id,
  state,
  bytes: bytes === null ? null : Number(bytes),
  url: state === 'ready' ? exportFileUrl(id) : null,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
})
