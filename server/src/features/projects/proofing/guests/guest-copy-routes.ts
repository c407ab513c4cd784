import { readFile } from 'node:fs/promises'
import {
  deliveryPictureKey,
  deliveryPreviewKey,
  deliveryProofKey,
  PROOF_NAMES,
} from '../../../../core/media/media-rules.ts'
import { isMediaId } from '../../../../core/media/names.ts'
import {
  expiresOf,
  isExpired,
  isSigned,
  type LinkQuery,
} from '../../../../core/media/serving/access.ts'
import { PRIVATE_CACHE } from '../../../../core/media/serving/send.ts'
import type { Context } from '../../../../deps.ts'
import { withTempFile } from '../../../../gateways/files.ts'
import { AppError, notFound } from '../../../../http/errors.ts'
import { FILE_POLICY } from '../../../../http/security.ts'
import { GUEST_COPY_PATH, GUEST_PAGE } from '../../delivery/delivery-sql.ts'
import { createCopies } from './copies.ts'
import { findGuestCopy } from './guest-copy-queries.ts'

interface Route {
  Params: { id: string; name: string }
  Querystring: LinkQuery
}

const NAME =
  /^(?<start>page-)?(?<guest>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-(?<page>[1-9]\d{0,2}))?\.webp$/

interface Asked {
  guestId: string
  /** The name that the link is signed for: one link opens all pages of a document. */
  name: string
  page: number | null
}

function askedBy(name: string): Asked | null {
  const { start, guest, page } = NAME.exec(name)?.groups ?? {}
  // A page has its number, and a preview has none.
  if (guest === undefined || (start === undefined) !== (page === undefined)) return null
  const signed = `${start === undefined ? '' : GUEST_PAGE}${guest}.webp`
  return { guestId: guest, name: signed, page: page === undefined ? null : Number(page) }
}

/** Where a picture or a page is in the store, with and without its watermark. */
type Keys = Readonly<Record<'marked' | 'plain', string>>

const keysOf = (fileId: string, page: number | null): Keys =>
  page === null
    ? { marked: deliveryPreviewKey(fileId), plain: deliveryPictureKey(fileId) }
    : {
        marked: deliveryProofKey(fileId, PROOF_NAMES.page.marked, page),
        plain: deliveryProofKey(fileId, PROOF_NAMES.page.plain, page),
      }

/**
 * Serves pictures and pages with the name of the guest who looks at them. It is drawn in turn with the watermark, so
 * whoever shares a picture of the screen shares their name. A link opens one guest's copy and no other.
 */
export function registerGuestCopies({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db, env, imaging, storage, now } = deps
  const copies = createCopies()

  const draw = async (keys: Keys, guestId: string, name: string): Promise<Buffer> =>
    withTempFile(env.dataDir, async (file) => {
      // Older previews have only their copy with a watermark.
      const isMarked = !(await storage.fetch(keys.plain, file))
      if (isMarked && !(await storage.fetch(keys.marked, file))) throw notFound()
      return withTempFile(env.dataDir, async (namedFile) => {
        const otherwise = `Guest ${guestId.slice(-8)}`
        await imaging.name(file, { namedFile, name, otherwise, isMarked })
        return readFile(namedFile)
      })
    })

  app.route<Route>({
    method: ['GET', 'HEAD'],
    url: `${GUEST_COPY_PATH}:id/:name`,
    schema: { hide: true },
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const { params, query } = request
      const asked = isMediaId(params.id) ? askedBy(params.name) : null
      if (asked === null) throw notFound()
      const { guestId, name, page } = asked
      const copy = await findGuestCopy(db, {
        guestId,
        fileId: params.id,
        name,
        expires: expiresOf(query),
        now: now(),
      })
      if (copy === undefined || !isSigned(query, copy.signature)) throw notFound()
      if (isExpired(query)) throw over()
      const etag = `"${params.id}-${params.name}"`
      void reply.headers({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'cache-control': PRIVATE_CACHE,
        etag,
        'content-security-policy': FILE_POLICY,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      const keys = keysOf(params.id, page)
      return reply.send(
        await copies.get(`${params.id}/${params.name}`, () => draw(keys, guestId, copy.name)),
      )
    },
  })
}

const over = () => new AppError('auth.forbidden', 'This link has expired. Reload the room.')
