import { open, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { MEDIA_KINDS, type MediaKind } from '@plinth/contract/media/file-types.ts'
import { newId } from '../../../db/id.ts'
import { sendIn } from '../../../db/writes.ts'
import { typeOfFile } from '../../../gateways/file-type.ts'
import { hashFile, withTempFile } from '../../../gateways/files.ts'
import { notFound, AppError, invalidField } from '../../../http/errors.ts'
import { countWritten } from '../../limits/daily-queries.ts'
import { writeChunks, inTurns, upToLimit } from './body.ts'
import { cleanFile, type Facts } from './cleaning.ts'
import { findBlock, insertReview } from '../blocks/block-queries.ts'
import { blocked, isRefused, type Block } from '../blocks/block-rules.ts'
import { removeObjects, type MediaDeps } from '../objects.ts'
import { checkQuota } from './quota.ts'
import {
  checkName,
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
import {
  countUnready,
  findKeepsName,
  findOwner,
  insertMedia,
  scheduleRemoval,
} from '../processing/processing-queries.ts'
import type { Deps } from '../../../deps.ts'
import { fetchRemoteFile } from '../../../gateways/download.ts'
import { findMediaKind, setMediaAlt } from '../media-queries.ts'

export interface Incoming {
  ownerId: string
  fileName: string
  alt?: string | undefined
  /** Path of the received file, which is only read. */
  file: string
  /** The kinds accepted here; all when undefined. */
  kinds?: readonly MediaKind[] | undefined
  /** The kind that the sender claims. */
  claimedKind?: MediaKind | undefined
  /** A document is meant, whatever the name says. */
  asDocument?: boolean | undefined
  /** The id of the new media. Ingesting the same id again returns the same media. */
  id?: string | undefined
  /** The id of the new media where nobody else can be ingesting it. */
  newId?: string | undefined
  /** Aborts when nobody waits for the file any more. */
  signal?: AbortSignal | undefined
}

/**
 * Checks a file, removes the metadata on where and with what it was made, stores it and queues its renditions. Returns the
 * new media's id. When it fails, nothing is left behind.
 */
export async function ingestFile(deps: MediaDeps, incoming: Incoming): Promise<string> {
  const { file, kinds = MEDIA_KINDS, ownerId, signal } = incoming
  const existing = await findIngested(deps, incoming)
  if (existing !== null) return existing
  const { size } = await stat(file)
  if (size === 0) throw emptyFile()
  if (size > MAX_MEDIA_BYTES) throw tooLarge()
  const found = await typeOfFile(file)
  const kind = found?.kind
  const isSaid = incoming.asDocument === true || incoming.claimedKind === kind
  if (found !== null && !isSaid) checkName(incoming.fileName, found)
  if (kind === undefined || !kinds.includes(kind)) throw unsupportedFile(kinds)
  if (incoming.claimedKind !== undefined && incoming.claimedKind !== kind)
    throw wrongKind(kind, incoming.claimedKind)
  await checkQuota(deps.db, ownerId, { bytes: size, uploadId: uploadOf(incoming) })
  const sha256 = await hashFile(file)
  return withTempFile(deps.env.dataDir, async (cleanTo) => {
    const keepsName = await findKeepsName(deps.db, ownerId)
    const asker = { person: ownerId, signal }
    const facts = await cleanFile(deps, kind, { file, cleanTo, keepsName }, asker)
    const block = await findBlock(deps.db, { sha256, look: facts.look })
    if (block !== null && isRefused(block, ownerId)) throw blocked(block.ownerId === ownerId)
    const sent = { ...incoming, receivedBytes: size, sha256 }
    return store(deps, { ...sent, clean: cleanTo, facts, block })
  })
}

/** The upload that the file may also be kept as. */
const uploadOf = ({ id, newId: fresh }: Incoming): string | undefined => id ?? fresh

/** The media that this upload has already become; null when there is none. */
async function findIngested({ db }: MediaDeps, { id, ownerId }: Incoming): Promise<string | null> {
  if (id === undefined) return null
  const owner = await findOwner(db, id)
  if (owner !== null && owner !== ownerId) throw notFound()
  return owner === null ? null : id
}

async function store(
  deps: MediaDeps,
  input: Incoming & {
    receivedBytes: number
    sha256: string
    clean: string
    facts: Facts
    /** What it looks like. Nothing is made of it until staff have looked. */
    block: Block | null
  },
): Promise<string> {
  const { db, jobs, storage } = deps
  const { clean, ownerId, receivedBytes, sha256, block } = input
  const facts = { ...input.facts, needsWork: input.facts.needsWork || block !== null }
  const id = uploadOf(input) ?? newId()
  const { size: bytes } = await stat(clean)
  await scheduleRemoval(db, id, facts.extension)
  try {
    await storage.putFile(originalKey(id, facts.extension), clean)
    const isNew = await db.transaction().execute(async (trx) => {
      await checkQuota(trx, ownerId, { bytes, uploadId: uploadOf(input) })
      const fileName = cleanFileName(input.fileName, facts.kind)
      const media = {
        ...facts,
        id,
        ownerId,
        fileName,
        receivedBytes,
        sha256,
        bytes,
        alt: input.alt ?? '',
      }
      const isInserted = await insertMedia(trx, media)
      if (isInserted) await sendIn(trx)(...countWritten(deps.env, 'media', [{ id, text: '' }]))
      if (isInserted && block !== null) await insertReview(trx, id, block)
      else if (isInserted && facts.needsWork) {
        // Somebody's hundredth picture waits for everybody else's first.
        const priority = -(await countUnready(trx, ownerId))
        await jobs.send(trx, RENDER, { mediaId: id }, { priority })
      }
      return isInserted
    })
    if (!isNew && (await findIngested(deps, input)) === null)
      throw new Error(`${id} lost its objects`)
  } catch (error) {
    // Another request may be ingesting the same given id; the sweep cleans up later. It also does if this removal fails.
    if (input.id === undefined) await removeObjects(deps, id).catch(() => undefined)
    throw error
  }
  return id
}

/** Writes a request body to a file, up to the size limit. The rest of a refused body stays unread. */
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
  /** Unchanged when undefined. */
  alt?: string | undefined
  /** The kinds accepted here; all when undefined. */
  kinds?: readonly MediaKind[]
  /** The kind that the person claims. */
  claimedKind?: MediaKind | undefined
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/**
 * Resolves a `fileUrl` to the id of a media: the URL of a finished upload, a `data:` URL, or a remote URL, which is
 * fetched now. Throws an `AppError` that the person can read.
 */
export async function resolveFileUrl(
  deps: MediaDeps & Pick<Deps, 'mayFetch' | 'reads'>,
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
  if (mediaId !== null) return findUploaded(deps, mediaId, given)
  if (!/^https?:\/\//i.test(fileUrl)) {
    throw invalidField('fileUrl', 'Choose a file, or enter an address that starts with https://.')
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

async function findUploaded(
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  mediaId: string,
  given: FileUrl,
): Promise<string> {
  const { ownerId, alt, claimedKind, kinds = MEDIA_KINDS } = given
  const kind = await findMediaKind(reads, { mediaId, ownerId })
  if (kind === null) {
    throw new AppError('not_found', 'We couldn’t find this upload. Upload the file again.')
  }
  if (!kinds.includes(kind)) throw unsupportedFile(kinds)
  if (claimedKind !== undefined && claimedKind !== kind) throw wrongKind(kind, claimedKind)
  if (alt !== undefined) await setMediaAlt(db, { mediaId, ownerId, alt })
  return mediaId
}
