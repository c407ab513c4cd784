import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { IMAGE_TYPES } from '@plinth/contract/media.ts'
import { newId } from '../../db/id.ts'
import type { ImageFacts } from '../../gateways/imaging.ts'
import { withTempFile, writeNewFile } from '../../gateways/temp-files.ts'
import { removeObjects, type MediaDeps } from './media-objects.ts'
import {
  cleanFileName,
  emptyFile,
  originalKey,
  RENDER,
  renditionWidths,
  tooLarge,
} from './media-rules.ts'
import { insertMedia, noteObjects } from './media-work-queries.ts'

export interface Incoming {
  ownerId: string
  fileName: string
  alt?: string | undefined
  /** Path of what came in; it is read and left where it is. */
  file: string
}

/**
 * Checks a file, takes out what says where and by whom it was made, keeps it and sets its renditions
 * to work. Answers the new media's id; when it fails, nothing is left behind.
 */
export async function takeIn(deps: MediaDeps, incoming: Incoming): Promise<string> {
  const { size } = await stat(incoming.file)
  if (size === 0) throw emptyFile()
  if (size > MAX_MEDIA_BYTES) throw tooLarge()
  return withTempFile(deps.env.dataDir, async (clean) => {
    const facts = await deps.imaging.clean(incoming.file, clean)
    return keep(deps, { ...incoming, receivedBytes: size, clean, facts })
  })
}

async function keep(
  deps: MediaDeps,
  what: Incoming & { receivedBytes: number; clean: string; facts: ImageFacts },
): Promise<string> {
  const { db, jobs, storage } = deps
  const { facts, clean } = what
  const id = newId()
  const { extension } = IMAGE_TYPES[facts.type]
  const needsWork = renditionWidths(facts).length > 0
  const { size: bytes } = await stat(clean)
  await noteObjects(db, id, extension)
  try {
    await storage.put(originalKey(id, extension), createReadStream(clean))
    await db.transaction().execute(async (trx) => {
      await insertMedia(trx, {
        id,
        ownerId: what.ownerId,
        fileName: cleanFileName(what.fileName),
        contentType: facts.type,
        extension,
        receivedBytes: what.receivedBytes,
        bytes,
        width: facts.width,
        height: facts.height,
        thumbhash: facts.thumbhash,
        alt: what.alt ?? '',
        needsWork,
      })
      if (needsWork) await jobs.send(trx, RENDER, { mediaId: id })
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
