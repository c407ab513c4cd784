import {
  IMAGE_TYPES,
  SHOWN_IMAGE_TYPES,
  originalUrl,
  renditionUrl,
} from '@plinth/contract/media/media.ts'
import { MIN_PORTRAIT_SIDE } from '@plinth/contract/people/users.ts'
import { resolveFileUrl } from '../../core/media/intake/intake.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import {
  findPortraitFile,
  findUnrendered,
  refreshPrivacy,
  replacePortrait,
  type PortraitFile,
} from './profile-queries.ts'

/** Twice what a profile shows of a portrait, for dense screens. */
const WIDTH = 320
const SHOWN = new Set<string>(SHOWN_IMAGE_TYPES.map((type) => IMAGE_TYPES[type].extension))
const MEDIA_ID = /^\/media\/([\da-f-]{36})\//

export interface Portrait {
  mediaId: string
  url: string
}

/** The file behind what somebody gave as their portrait, and the address it is shown at until it is made smaller. */
export async function takePortrait(deps: Deps, ownerId: string, given: string): Promise<Portrait> {
  const mediaId = await resolveFileUrl(deps, {
    fileUrl: given,
    ownerId,
    fileName: 'portrait',
    kinds: ['image'],
  }).catch(underItsName)
  const file = await findPortraitFile(deps.db, mediaId)
  if (file === undefined) throw new AppError('not_found', 'That upload does not exist any more.')
  if (Math.min(file.width, file.height) < MIN_PORTRAIT_SIDE) {
    const needed = `at least ${MIN_PORTRAIT_SIDE} by ${MIN_PORTRAIT_SIDE} px`
    throw refusal(`has to be ${needed}, and this one is ${file.width} by ${file.height}`)
  }
  if (file.state === 'failed') throw refusal('could not be read as a picture')
  return { mediaId, url: addressOf(mediaId, file) }
}

/** The smallest size that is large enough; before any is made, the picture as it came. */
function addressOf(mediaId: string, { extension, renditions }: PortraitFile): string {
  const width = renditions.find((one) => one >= WIDTH)
  if (width !== undefined) return renditionUrl(mediaId, width, 'webp')
  // What browsers do not show themselves will be there as a rendition within a moment.
  return SHOWN.has(extension)
    ? originalUrl(mediaId, extension)
    : renditionUrl(mediaId, WIDTH, 'webp')
}

/** In the transaction that writes the new portrait: what follows for its file, and for the one before. */
export async function leavePortrait(
  deps: Pick<Deps, 'jobs'>,
  trx: Database,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  const mediaIds = [before, after].flatMap((url) => portraitId(url) ?? [])
  await refreshPrivacy(trx, mediaIds)
  const gone = portraitId(before)
  if (gone !== null && gone !== portraitId(after)) await removeMediaIfUnused(deps, trx, gone)
}

const portraitId = (url: string | null): string | null => MEDIA_ID.exec(url ?? '')?.[1] ?? null

/** Once its sizes are made, a portrait that was shown as it came is shown as small as it can be. */
export async function showRendition({ db }: Deps, mediaId: string): Promise<void> {
  const [userId, file] = await Promise.all([
    findUnrendered(db, mediaId),
    findPortraitFile(db, mediaId),
  ])
  if (userId === null || file === undefined || file.state !== 'ready') return
  const from = originalUrl(mediaId, file.extension)
  const to = addressOf(mediaId, file)
  if (from !== to) await replacePortrait(db, userId, { from, to })
}

const refusal = (remark: string): AppError =>
  new AppError('input.invalid', `Your portrait ${remark}.`, {
    fields: { profileImageUrl: remark },
  })

/** What is wrong with an address is wrong with this field. */
function underItsName(error: unknown): never {
  if (error instanceof AppError && error.fields?.['fileUrl'] !== undefined) {
    const remark = error.fields['fileUrl']
    throw new AppError(error.code, `profileImageUrl ${remark}.`, {
      fields: { profileImageUrl: remark },
    })
  }
  throw error
}
