import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { MEDIA_KINDS, type MediaKind } from '@plinth/contract/media/media.ts'
import { newId } from '../../../db/id.ts'
import { typeOfFile } from '../../../gateways/file-type.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { notFound } from '../../../http/errors.ts'
import { writePieces } from './body-file.ts'
import { inTurns } from './body-turns.ts'
import { cleanFile, type Facts } from './media-cleaning.ts'
import { upToLimit } from './limited-body.ts'
import { removeObjects, type MediaDeps } from '../media-objects.ts'
import { checkRoom } from './media-room.ts'
import {
  cleanFileName,
  emptyFile,
  notTaken,
  originalKey,
  otherKind,
  RENDER,
  tooLarge,
} from '../media-rules.ts'
import { findOwner, insertMedia, noteObjects } from '../making/media-work-queries.ts'

export interface Incoming {
  ownerId: string
  fileName: string
  alt?: string | undefined
  /** Path of what came in; it is read and left where it is. */
  file: string
  /** What is taken here; everything unless it is said. */
  kinds?: readonly MediaKind[] | undefined
  /** What its sender says it is. */
  said?: MediaKind | undefined
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
  if (kind === undefined || !kinds.includes(kind)) throw notTaken(kinds)
  if (incoming.said !== undefined && incoming.said !== kind) throw otherKind(kind, incoming.said)
  await checkRoom(deps.db, ownerId, { bytes: size, uploadId: id })
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
  await noteObjects(db, id, facts.extension)
  try {
    await storage.putFile(originalKey(id, facts.extension), clean)
    const isNew = await db.transaction().execute(async (trx) => {
      await checkRoom(trx, ownerId, { bytes, uploadId: what.id })
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
export async function receive(body: Readable, file: string, announcedBytes: number): Promise<void> {
  const limit = { maxBytes: MAX_MEDIA_BYTES, announcedBytes, refuse: tooLarge }
  const handle = await open(file, 'wx')
  try {
    await writePieces(handle, inTurns(upToLimit(body, limit)), { body })
  } finally {
    await handle.close()
  }
}
