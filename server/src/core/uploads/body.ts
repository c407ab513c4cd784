import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { newTempFile } from '../../gateways/files.ts'
import { ingestFile, receiveBody } from '../media/intake/intake.ts'
import type { MediaDeps } from '../media/objects.ts'
import { lookName, type FinishKey } from './finish.ts'
import type { Looks } from './looks.ts'
import type { Staging } from './staging.ts'
import { insertUpload } from './upload-queries.ts'

interface BodyDeps extends MediaDeps {
  looks: Looks
  staging: Staging
}

interface SentBody extends FinishKey {
  fileName: string
  body: Readable
  announcedBytes: number
}

/**
 * Makes media with this id of a raw body. Returns false when the look at it takes longer than the sender should wait:
 * then the file is kept as an upload whose bytes are all there, and finishing it tells how the look ended.
 */
export async function takeBody(deps: BodyDeps, sent: SentBody): Promise<boolean> {
  const { id, ownerId, fileName, asDocument } = sent
  const file = newTempFile(deps.env.dataDir)
  const removeFile = () => rm(file, { force: true })
  try {
    await receiveBody(sent.body, file, sent.announcedBytes)
  } catch (error) {
    await removeFile()
    throw error
  }
  const look = async (signal: AbortSignal) => {
    try {
      await ingestFile(deps, { newId: id, ownerId, fileName, file, asDocument, signal })
    } finally {
      await removeFile()
    }
  }
  const isDone = await deps.looks.isDone(lookName(sent), look, deps.env.uploadPatience)
  if (!isDone) await keepAsUpload(deps, sent, file)
  return isDone
}

/** Any server can finish it from then on, also after this one was killed. */
async function keepAsUpload(deps: BodyDeps, sent: SentBody, file: string): Promise<void> {
  const source = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  // The look has just ended. It tells how, when it is asked.
  if (source === null) return
  try {
    const { size: bytes } = await source.stat()
    const { id, ownerId, projectId, fileName } = sent
    await insertUpload(deps.db, { id, ownerId, projectId, fileName, bytes })
    const stream = source.createReadStream({ autoClose: false })
    await deps.staging.append({ id, ownerId }, stream, { offset: 0, onBytes: () => undefined })
  } finally {
    await source.close()
  }
}
