import { IMAGE_TYPES, SHOWN_IMAGE_TYPES } from '@plinth/contract/media/file-types.ts'
import { originalUrl, renditionUrl } from '@plinth/contract/media/media.ts'
import { MIN_PORTRAIT_SIDE } from '@plinth/contract/people/profile.ts'
import { resolveFileUrl } from '../../core/media/intake/intake.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalidField } from '../../http/errors.ts'
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

/**
 * Checks what somebody gave as their portrait; returns its file and the address it is shown at until smaller sizes are
 * made.
 */
export async function takePortrait(
  deps: Deps,
  ownerId: string,
  { given, signal }: { given: string; signal: AbortSignal },
): Promise<Portrait> {
  const mediaId = await resolveFileUrl(deps, {
    fileUrl: given,
    ownerId,
    fileName: 'portrait',
    kinds: ['image'],
    signal,
  }).catch(nameThisField)
  const file = await findPortraitFile(deps.db, mediaId)
  if (file === undefined)
    throw new AppError('not_found', 'This upload no longer exists. Upload the portrait again.')
  if (Math.min(file.width, file.height) < MIN_PORTRAIT_SIDE) {
    const needed = `at least ${MIN_PORTRAIT_SIDE} by ${MIN_PORTRAIT_SIDE} px`
    throw refusal(
      `Your portrait has to be ${needed}, and this one is ${file.width} by ${file.height}.`,
    )
  }
  if (file.review === 'waiting')
    throw refusal('Our staff look at this picture first, because it’s like one that we took down.')
  if (file.state === 'failed')
    throw refusal('We couldn’t read your portrait. Choose another picture.')
  return { mediaId, url: addressOf(mediaId, file) }
}

/** The address of the smallest rendition that is large enough; before any is made, that of the original. */
function addressOf(mediaId: string, { extension, renditions }: PortraitFile): string {
  const width = renditions.find((one) => one >= WIDTH)
  if (width !== undefined) return renditionUrl(mediaId, width, 'webp')
  // What browsers cannot show will be there as a rendition within a moment.
  return SHOWN.has(extension)
    ? originalUrl(mediaId, extension)
    : renditionUrl(mediaId, WIDTH, 'webp')
}

/**
 * Sets who may see the new portrait's file and the former one's, which is deleted if unused. In the transaction that
 * writes the new one.
 */
export async function leavePortrait(
  deps: Pick<Deps, 'jobs'>,
  trx: Database,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  const mediaIds = [before, after].flatMap((url) => portraitId(url) ?? [])
  await refreshPrivacy(trx, mediaIds)
  const former = portraitId(before)
  if (former !== null && former !== portraitId(after)) await removeMediaIfUnused(deps, trx, former)
}

const portraitId = (url: string | null): string | null => MEDIA_ID.exec(url ?? '')?.[1] ?? null

/**
 * Once its renditions are made, a portrait that was shown in its original size is shown as the smallest that is large
 * enough.
 */
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

const refusal = (sentence: string): AppError => invalidField('profileImageUrl', sentence)

/** Names this field in an error about the file's address. */
function nameThisField(error: unknown): never {
  const sentence = error instanceof AppError ? error.fields?.['fileUrl'] : undefined
  throw sentence === undefined ? error : refusal(sentence)
}
