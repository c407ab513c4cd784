import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { IMAGE_TYPES, MEDIA_KINDS, VIDEO_TYPES, type MediaKind } from '@plinth/contract/media.ts'
import { newId } from '../../db/id.ts'
import { typeOfFile } from '../../gateways/file-type.ts'
import { withTempFile, writeNewFile } from '../../gateways/temp-files.ts'
import { removeObjects, type MediaDeps } from './media-objects.ts'
import { checkRoom } from './media-room.ts'
import {
  cleanFileName,
  emptyFile,
  notTaken,
  originalKey,
  RENDER,
  renditionWidths,
  tooLarge,
} from './media-rules.ts'
import { insertMedia, noteObjects, type NewMedia } from './media-work-queries.ts'

export interface Incoming {
  ownerId: string
  fileName: string
  alt?: string | undefined
  /** Path of what came in; it is read and left where it is. */
  file: string
  /** What is taken here; everything unless it is said. */
  kinds?: readonly MediaKind[] | undefined
}

/** What is known of a cleaned file. */
type Facts = Pick<
  NewMedia,
  | 'kind'
  | 'contentType'
  | 'extension'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'durationMs'
  | 'hasSound'
  | 'plays'
  | 'needsWork'
>

/**
 * Checks a file, takes out what says where and by whom it was made, keeps it and sets what is shown of it
 * to work. Answers the new media's id; when it fails, nothing is left behind.
 */
export async function takeIn(deps: MediaDeps, incoming: Incoming): Promise<string> {
  const { file, kinds = MEDIA_KINDS } = incoming
  const { size } = await stat(file)
  if (size === 0) throw emptyFile()
  if (size > MAX_MEDIA_BYTES) throw tooLarge()
  const kind = (await typeOfFile(file))?.kind
  if (kind === undefined || !kinds.includes(kind)) throw notTaken(kinds)
  await checkRoom(deps.db, incoming.ownerId)
  return withTempFile(deps.env.dataDir, async (clean) => {
    const facts = await (kind === 'video' ? cleanVideo : cleanPicture)(deps, file, clean)
    return keep(deps, { ...incoming, receivedBytes: size, clean, facts })
  })
}

async function cleanPicture({ imaging }: MediaDeps, file: string, clean: string): Promise<Facts> {
  const { type, ...seen } = await imaging.clean(file, clean)
  return {
    ...seen,
    kind: 'image',
    contentType: type,
    extension: IMAGE_TYPES[type].extension,
    durationMs: null,
    hasSound: false,
    plays: null,
    needsWork: renditionWidths(seen).length > 0,
  }
}

async function cleanVideo({ video }: MediaDeps, file: string, clean: string): Promise<Facts> {
  const { type, isPlayable, ...seen } = await video.clean(file, clean)
  return {
    ...seen,
    kind: 'video',
    contentType: type,
    extension: VIDEO_TYPES[type].extension,
    // That of its poster, once it has one.
    thumbhash: null,
    plays: isPlayable ? 'original' : null,
    needsWork: true,
  }
}

async function keep(
  deps: MediaDeps,
  what: Incoming & { receivedBytes: number; clean: string; facts: Facts },
): Promise<string> {
  const { db, jobs, storage } = deps
  const { facts, clean, ownerId } = what
  const id = newId()
  const { size: bytes } = await stat(clean)
  await noteObjects(db, id, facts.extension)
  try {
    await storage.put(originalKey(id, facts.extension), createReadStream(clean))
    await db.transaction().execute(async (trx) => {
      await checkRoom(trx, ownerId)
      await insertMedia(trx, {
        ...facts,
        id,
        ownerId,
        fileName: cleanFileName(what.fileName, facts.kind),
        receivedBytes: what.receivedBytes,
        bytes,
        alt: what.alt ?? '',
      })
      if (facts.needsWork) await jobs.send(trx, RENDER, { mediaId: id })
    })
  } catch (error) {
    // What cannot be tidied up now stays noted, and the sweep does it.
    await removeObjects(deps, id).catch(() => undefined)
    throw error
  }
  return id
}

/** Writes a body to a file, at most as much as is taken. A body that is refused stays unread. */
export async function receive(body: Readable, file: string, announcedBytes: number): Promise<void> {
  if (announcedBytes > MAX_MEDIA_BYTES) throw tooLarge()
  await writeNewFile(file, upToLimit(body))
}

async function* upToLimit(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  // Left open where we stop: destroying it would close the connection before the answer is read.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_MEDIA_BYTES) throw tooLarge()
    yield chunk
  }
}
