import { open, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { MEDIA_KINDS, type MediaKind } from '@plinth/contract/media/media.ts'
import { newId } from '../../../db/id.ts'
import { typeOfFile } from '../../../gateways/file-type.ts'
import { withTempFile } from '../../../gateways/process/temp-files.ts'
import { notFound, AppError } from '../../../http/errors.ts'
import { writeChunks, inTurns, upToLimit } from './body.ts'
import { cleanFile, type Facts } from './cleaning.ts'
import { removeObjects, type MediaDeps } from '../objects.ts'
import { checkQuota } from './quota.ts'
import {
  cleanFileName,
  emptyFile,
  unsupportedFile,
  originalKey,
  wrongKind,
  RENDER,
  tooLarge,
  mediaIdOfUrl,
  parseDataUrl,
} from '../media-rules.ts'
import { findOwner, insertMedia, scheduleRemoval } from '../processing/processing-queries.ts'
import type { Deps } from '../../../deps.ts'
import { fetchRemoteFile } from '../../../gateways/remote-files.ts'
import { findMediaKind, setMediaAlt } from '../media-queries.ts'

export interface Incoming {
  ownerId: string
  fileName: string
  alt?: string | undefined
  /** Path of what came in; it is read and left where it is. */
  file: string
  /** What is taken here; everything unless it is claimedKind. */
  kinds?: readonly MediaKind[] | undefined
  /** What its sender says it is. */
  claimedKind?: MediaKind | undefined
  /** The id that the media gets: whoever takes in the same again is answered the same media. */
  id?: string | undefined
}

/**
 * Checks a file, takes out what says where and by whom it was made, keeps it and sets what is shown of it
 * to work. Answers the new media's id; when it fails, nothing is left behind.
 */
export async function ingestFile(deps: MediaDeps, incoming: Incoming): Promise<string> {
  const { file, kinds = MEDIA_KINDS, ownerId, id } = incoming
  const known = await findTaken(deps, incoming)
  if (known !== null) return known
  const { size } = await stat(file)
  if (size === 0) throw emptyFile()
  if (size > MAX_MEDIA_BYTES) throw tooLarge()
  const kind = (await typeOfFile(file))?.kind
  if (kind === undefined || !kinds.includes(kind)) throw unsupportedFile(kinds)
  if (incoming.claimedKind !== undefined && incoming.claimedKind !== kind)
    throw wrongKind(kind, incoming.claimedKind)
  await checkQuota(deps.db, ownerId, { bytes: size, uploadId: id })
  return withTempFile(deps.env.dataDir, async (cleanTo) => {
    const facts = await cleanFile(deps, kind, { file, cleanTo })
    return keep(deps, { ...incoming, receivedBytes: size, clean: cleanTo, facts })
  })
}

/** What has been made of the same upload before. */
async function findTaken({ db }: MediaDeps, { id, ownerId }: Incoming): Promise<string | null> {
  if (id === undefined) return null
  const owner = await findOwner(db, id)
  if (owner !== null && owner !== ownerId) throw notFound()
  return owner === null ? null : id
}

async function keep(
  deps: MediaDeps,
  what: Incoming & { receivedBytes: number; clean: string; facts: Facts },
): Promise<string> {
  const { db, jobs, storage } = deps
  const { facts, clean, ownerId, receivedBytes } = what
  const id = what.id ?? newId()
  const { size: bytes } = await stat(clean)
  await scheduleRemoval(db, id, facts.extension)
  try {
    await storage.putFile(originalKey(id, facts.extension), clean)
    const isNew = await db.transaction().execute(async (trx) => {
      await checkQuota(trx, ownerId, { bytes, uploadId: what.id })
      const fileName = cleanFileName(what.fileName, facts.kind)
      const media = { ...facts, id, ownerId, fileName, receivedBytes, bytes, alt: what.alt ?? '' }
      const isInserted = await insertMedia(trx, media)
      if (isInserted && facts.needsWork) await jobs.send(trx, RENDER, { mediaId: id })
      return isInserted
    })
    if (!isNew && (await findTaken(deps, what)) === null) throw new Error(`${id} lost its objects`)
  } catch (error) {
    // With an id that was given another may be at the same; then the sweep looks later. So it does when this fails.
    if (what.id === undefined) await removeObjects(deps, id).catch(() => undefined)
    throw error
  }
  return id
}

/** Writes a body to a file, at most as much as is taken. A body that is refused stays unread. */
export async function receiveBody(
  body: Readable,
  file: string,
  announcedBytes: number,
): Promise<void> {
  const limit = { maxBytes: MAX_MEDIA_BYTES, announcedBytes, refuse: tooLarge }
  const handle = await open(file, 'wx')
  try {
    await writeChunks(handle, inTurns(upToLimit(body, limit)), { body })
  } finally {
    await handle.close()
  }
}

export interface FileUrl {
  fileUrl: string
  ownerId: string
  fileName: string
  /** Left as it is when undefined. */
  alt?: string | undefined
  /** What is taken here; everything unless it is claimedKind. */
  kinds?: readonly MediaKind[]
  /** What the person says it is. */
  claimedKind?: MediaKind | undefined
}

/**
 * The media behind what a person gave as a file: the URL of one of their finished uploads, a `data:`
 * URL, or a remote URL, which is fetched now. Answers the media's id or throws what to tell them.
 */
export async function resolveFileUrl(
  deps: MediaDeps & Pick<Deps, 'mayFetch'>,
  given: FileUrl,
): Promise<string> {
  const { fileUrl } = given
  if (fileUrl.startsWith('data:')) {
    const bytes = parseDataUrl(fileUrl)
    return withTempFile(deps.env.dataDir, async (file) => {
      await writeFile(file, bytes)
      return ingestFile(deps, { ...given, file })
    })
  }
  const mediaId = mediaIdOfUrl(fileUrl, deps.env.publicUrl)
  if (mediaId !== null) return claim(deps, mediaId, given)
  if (!/^https?:\/\//i.test(fileUrl)) {
    throw new AppError(
      'input.invalid',
      'fileUrl must be an upload, or a link that starts with https://.',
      {
        fields: { fileUrl: 'must be an upload, or a link that starts with https://' },
      },
    )
  }
  return withTempFile(deps.env.dataDir, async (file) => {
    await fetchRemoteFile(fileUrl, {
      maxBytes: MAX_MEDIA_BYTES,
      mayFetch: deps.mayFetch,
      toFile: file,
    })
    return ingestFile(deps, { ...given, file })
  })
}

async function claim({ db }: MediaDeps, mediaId: string, given: FileUrl): Promise<string> {
  const { ownerId, alt, claimedKind, kinds = MEDIA_KINDS } = given
  const kind = await findMediaKind(db, { mediaId, ownerId })
  if (kind === null) {
    throw new AppError('not_found', 'There is no such upload of yours. Upload the file again.')
  }
  if (!kinds.includes(kind)) throw unsupportedFile(kinds)
  if (claimedKind !== undefined && claimedKind !== kind) throw wrongKind(kind, claimedKind)
  if (alt !== undefined) await setMediaAlt(db, { mediaId, ownerId, alt })
  return mediaId
}
