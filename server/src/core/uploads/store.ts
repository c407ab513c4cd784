import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, Upload } from '@tus/server'
import { notFound } from '../../http/errors.ts'
import { inTurns } from '../media/intake/body.ts'
import type { MediaDeps } from '../media/objects.ts'
import { openStaged, removeStaged, stagedBytes } from './staging.ts'
import type { UploadLocks } from './locks.ts'
import { metadataOf, projectOf, purposeOf, type UploadPurposes } from './purpose.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  touchUpload,
  type UploadKey,
} from './upload-queries.ts'

export interface StoreDeps extends Pick<MediaDeps, 'db' | 'env'> {
  purposes: UploadPurposes
  locks: UploadLocks
}

/**
 * What tus knows of one person's uploads. A row says how long each is, its file how much of that has come; so that
 * nothing can disagree after a crash, neither is written down twice. (The file store that tus brings keeps a second
 * file for each, hides why a write failed and answers before the bytes are on disk.)
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  /** What this request has begun. */
  createdId: string | null = null
  readonly #deps: StoreDeps
  readonly #ownerId: string

  constructor(deps: StoreDeps, ownerId: string) {
    super()
    this.#deps = deps
    this.#ownerId = ownerId
  }

  #keyOf(id: string): UploadKey {
    return { id, ownerId: this.#ownerId }
  }

  override async create(upload: Upload): Promise<Upload> {
    const fresh = {
      ...this.#keyOf(upload.id),
      fileName: upload.metadata?.filename ?? '',
      bytes: upload.size ?? 0,
      projectId: projectOf(upload.metadata),
    }
    const purpose = purposeOf(this.#deps.purposes, fresh)
    if (fresh.bytes > purpose.maxBytes) throw purpose.tooLarge()
    await this.#deps.db.transaction().execute(async (trx) => {
      await purpose.admit(trx, fresh)
      await insertUpload(trx, fresh)
    })
    this.createdId = upload.id
    return upload
  }

  /** Of a finished one, that all is there: whoever lost the last answer need not send it again. */
  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#deps.db, this.#keyOf(id))
    if (row === undefined) throw notFound()
    return new Upload({
      id,
      size: row.bytes,
      offset: row.is_finished ? row.bytes : await stagedBytes(this.#deps.env.dataDir, id),
      metadata: metadataOf({ fileName: row.file_name, projectId: row.project_id }),
      creation_date: row.created_at.toISOString(),
    })
  }

  /** What is answered as received is on disk and outlives a power cut. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const key = this.#keyOf(id)
    if (!(await touchUpload(this.#deps.db, key))) throw notFound()
    const file = await openStaged(this.#deps.env.dataDir, id)
    const { locks } = this.#deps
    let end = offset
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        end += chunk.length
        locks.moved(key)
        yield chunk
      }
    }
    await pipeline(source, counted, inTurns, file.createWriteStream({ start: offset, flush: true }))
    return end
  }

  override async remove(id: string): Promise<void> {
    if (!(await deleteUpload(this.#deps.db, this.#keyOf(id)))) throw notFound()
    await removeStaged(this.#deps.env.dataDir, id)
  }
}
